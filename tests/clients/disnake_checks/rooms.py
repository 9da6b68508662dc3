"""Forums, announcement channels and private threads."""

from __future__ import annotations

from typing import TYPE_CHECKING

import disnake
from disnake_checks.place import refused
from harness import check, check_permitted, control

if TYPE_CHECKING:
    from disnake_checks.place import Place


async def forum(place: Place, *tags: str) -> disnake.ForumChannel:
    """Return a new forum, once the client knows of it."""
    heard = place.hear("guild_channel_create")
    await control("add_room", str(disnake.ChannelType.forum.value), "clips", *tags)
    return await heard


@check
async def a_post_starts_with_a_message_and_tags(place: Place) -> None:
    room = await forum(place, "chess", "go")
    assert isinstance(room, disnake.ForumChannel)
    thread, message = await room.create_thread(name="Ann - Bob", content="the board", applied_tags=room.available_tags)
    assert (thread.id, message.content) == (message.id, "the board")
    assert [tag.name for tag in thread.applied_tags] == ["chess", "go"]
    changed = await thread.edit(applied_tags=room.available_tags[:1])
    assert [tag.name for tag in changed.applied_tags] == ["chess"]


@check
async def a_post_with_an_unknown_tag_is_refused(place: Place) -> None:
    room = await forum(place, "chess")
    await refused(10087, room.create_thread(name="t", content="x", applied_tags=[disnake.Object(5)]))


@check
async def an_announcement_channel_takes_messages_and_threads(place: Place) -> None:
    heard = place.hear("guild_channel_create")
    await control("add_room", str(disnake.ChannelType.news.value), "news")
    room = await heard
    message = await room.send("news")
    assert room.is_news()
    assert (await message.create_thread(name="t")).type is disnake.ChannelType.news_thread


@check_permitted
async def a_private_thread_is_for_those_in_it(place: Place) -> None:
    thread = await place.games.create_thread(name="secret", type=disnake.ChannelType.private_thread, invitable=False)
    assert (thread.type, thread.invitable) == (disnake.ChannelType.private_thread, False)
    await refused_to(place, thread)
    await thread.add_user(disnake.Object(place.bob.id))
    assert await place.bob.messages(thread)


async def refused_to(place: Place, thread: disnake.Thread) -> None:
    """Assert that Bob doesn't see a thread."""
    assert str(thread.id) not in (await place.bob.call("GET", f"/view?as={place.bob.id}"))["messages"]
