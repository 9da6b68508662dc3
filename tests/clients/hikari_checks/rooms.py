"""Forums, announcement channels and private threads."""

from __future__ import annotations

from typing import TYPE_CHECKING

import hikari
from harness import check, check_permitted, control
from hikari_checks.place import refused

if TYPE_CHECKING:
    from hikari_checks.place import Place


async def forum(place: Place, *tags: str) -> hikari.GuildForumChannel:
    """Return a new forum, once the client knows of it."""
    heard = place.hear(hikari.GuildChannelCreateEvent)
    await control("add_room", str(hikari.ChannelType.GUILD_FORUM.value), "clips", *tags)
    return (await heard).channel


@check
async def a_post_starts_with_a_message_and_tags(place: Place) -> None:
    room = await forum(place, "chess", "go")
    assert [tag.name for tag in room.available_tags] == ["chess", "go"]
    post = await place.rest.create_forum_post(room, "Ann - Bob", "the board", tags=room.available_tags)
    assert (await place.rest.fetch_message(post, post.id)).content == "the board"
    assert list(post.applied_tag_ids) == [tag.id for tag in room.available_tags]
    changed = await place.rest.edit_channel(post, applied_tags=room.available_tags[:1])
    assert list(changed.applied_tag_ids) == [room.available_tags[0].id]


@check
async def a_post_with_an_unknown_tag_is_refused(place: Place) -> None:
    room = await forum(place, "chess")
    await refused(10087, place.rest.create_forum_post(room, "t", "x", tags=[5]))


@check
async def a_forum_takes_no_messages_itself(place: Place) -> None:
    await refused(50008, place.rest.create_message((await forum(place)).id, "x"))


@check
async def an_announcement_channel_takes_messages_and_threads(place: Place) -> None:
    heard = place.hear(hikari.GuildChannelCreateEvent)
    await control("add_room", str(hikari.ChannelType.GUILD_NEWS.value), "news")
    room = (await heard).channel
    assert isinstance(room, hikari.GuildNewsChannel)
    thread = await place.rest.create_message_thread(room, await room.send("news"), "t")
    assert isinstance(thread, hikari.GuildNewsThread)


@check_permitted
async def a_private_thread_is_for_those_in_it(place: Place) -> None:
    kind = hikari.ChannelType.GUILD_PRIVATE_THREAD
    thread = await place.rest.create_thread(place.games, kind, "secret", invitable=False)
    assert isinstance(thread, hikari.GuildPrivateThread)
    assert not thread.metadata.is_invitable
    assert str(thread.id) not in (await place.bob.call("GET", f"/view?as={place.bob.id}"))["messages"]
    await place.rest.add_thread_member(thread, place.bob.id)
    assert await place.bob.messages(thread)
