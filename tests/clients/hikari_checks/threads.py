"""Threads: started, filled, archived, locked and listed; forums, announcement channels and private threads."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import hikari
from harness import check, check_permitted, control
from hikari_checks.place import refused

if TYPE_CHECKING:
    from hikari_checks.place import Place


@check
async def a_thread_starts_on_a_message_and_takes_its_id(place: Place) -> None:
    message = await place.games.send("a challenge")
    heard = place.hear(hikari.GuildThreadCreateEvent, lambda event: event.thread_id == message.id)
    thread = await place.rest.create_message_thread(place.games, message, "#1: Ann, Bob")
    assert (thread.id, thread.parent_id, thread.name) == (message.id, place.games.id, "#1: Ann, Bob")
    assert thread.type is hikari.ChannelType.GUILD_PUBLIC_THREAD
    assert (await heard).thread.owner_id == place.application
    await refused(160004, place.rest.create_message_thread(place.games, message, "two"))


@check
async def a_thread_starts_without_a_message(place: Place) -> None:
    thread = await place.thread("free")
    assert thread.metadata.auto_archive_duration == dt.timedelta(days=1)
    assert thread.created_at
    assert thread.member
    assert thread.member.user_id == place.application


@check
async def bad_names_and_durations_are_refused(place: Place) -> None:
    await refused(50035, place.thread(""))
    await refused(50035, place.thread("x" * 101))
    kind = hikari.ChannelType.GUILD_PUBLIC_THREAD
    await refused(50035, place.rest.create_thread(place.games, kind, "t", auto_archive_duration=3660))


@check
async def a_persons_message_in_a_thread_is_heard(place: Place) -> None:
    thread = await place.thread()
    heard = place.hear(hikari.GuildMessageCreateEvent, lambda event: event.channel_id == thread.id)
    await place.ann.say(thread, "c4")
    event = await heard
    assert (event.content, event.guild_id) == ("c4", place.guild.id)


@check
async def a_thread_is_renamed_archived_and_reopened(place: Place) -> None:
    thread = await place.thread()
    renamed = place.hear(hikari.GuildThreadUpdateEvent, lambda event: event.thread.name == "renamed")
    assert (await place.rest.edit_channel(thread, name="renamed")).name == "renamed"
    await renamed
    archived = await place.rest.edit_channel(thread, archived=True)
    assert archived.metadata.is_archived
    await refused(50083, place.rest.edit_channel(thread, name="too late"))
    assert not (await place.rest.edit_channel(thread, archived=False)).metadata.is_archived


@check
async def a_message_reopens_an_archived_thread(place: Place) -> None:
    thread = await place.thread()
    await place.rest.edit_channel(thread, archived=True)
    woken = place.hear(hikari.GuildThreadUpdateEvent, lambda event: not event.thread.metadata.is_archived)
    await place.rest.create_message(thread.id, "awake")
    assert (await woken).thread_id == thread.id


@check
async def a_locked_thread_takes_nothing_from_the_bot(place: Place) -> None:
    thread = await place.thread()
    await refused(50013, place.rest.edit_channel(thread, locked=True))
    await control("archive_and_lock", str(thread.id))
    await refused(160005, place.rest.create_message(thread.id, "too late"))
    await refused(50013, place.rest.edit_channel(thread, archived=False))


@check
async def without_manage_threads_nothing_is_deleted(place: Place) -> None:
    await refused(50013, place.rest.delete_channel(await place.thread()))


@check
async def active_and_archived_threads_are_listed(place: Place) -> None:
    thread = await place.thread()
    assert thread.id in {one.id for one in await place.rest.fetch_active_threads(place.guild)}
    await place.rest.edit_channel(thread, archived=True)
    assert thread.id not in {one.id for one in await place.rest.fetch_active_threads(place.guild)}
    assert thread.id in {one.id for one in await place.rest.fetch_public_archived_threads(place.games)}


@check
async def people_are_added_to_a_thread_and_not_removed(place: Place) -> None:
    thread = await place.thread()
    await refused(10007, place.rest.fetch_thread_member(thread, place.bob.id))
    await place.rest.add_thread_member(thread, place.bob.id)
    assert (await place.rest.fetch_thread_member(thread, place.bob.id)).user_id == place.bob.id
    await refused(50013, place.rest.remove_thread_member(thread, place.bob.id))


@check
async def the_bot_leaves_and_joins_a_thread(place: Place) -> None:
    thread = await place.thread()
    await place.rest.leave_thread(thread)
    await refused(10007, place.rest.fetch_thread_member(thread, place.application))
    await place.rest.join_thread(thread)
    assert (await place.rest.fetch_thread_member(thread, place.application)).joined_at


@check
async def private_threads_need_their_permission(place: Place) -> None:
    kind = hikari.ChannelType.GUILD_PRIVATE_THREAD
    await refused(50013, place.rest.create_thread(place.games, kind, "secret"))


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
