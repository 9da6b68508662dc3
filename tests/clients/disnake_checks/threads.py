"""Threads: started, filled, archived, locked and listed; forums, announcement channels and private threads."""

from __future__ import annotations

from typing import TYPE_CHECKING

import disnake
from disnake_checks.place import refused
from harness import check, check_permitted, control

if TYPE_CHECKING:
    from disnake_checks.place import Place


@check
async def a_thread_starts_on_a_message_and_takes_its_id(place: Place) -> None:
    message = await place.games.send("a challenge")
    heard = place.hear("thread_create", lambda thread: thread.id == message.id)
    thread = await message.create_thread(name="#1: Ann, Bob")
    assert (thread.id, thread.parent_id, thread.name) == (message.id, place.games.id, "#1: Ann, Bob")
    assert thread.type is disnake.ChannelType.public_thread
    assert (await heard).owner_id == place.bot.user.id
    await refused(160004, message.create_thread(name="two"))


@check
async def a_thread_starts_without_a_message(place: Place) -> None:
    thread = await place.thread("free")
    assert thread.me
    assert thread.created_at
    assert not thread.archived


@check
async def bad_names_are_refused(place: Place) -> None:
    await refused(50035, place.thread(""))
    await refused(50035, place.thread("x" * 101))


@check
async def a_persons_message_in_a_thread_is_heard(place: Place) -> None:
    thread = await place.thread()
    heard = place.hear("message", lambda message: message.channel.id == thread.id)
    await place.ann.say(thread, "c4")
    message = await heard
    assert isinstance(message.channel, disnake.Thread)
    assert message.channel.parent == place.games


@check
async def a_thread_is_renamed_archived_and_reopened(place: Place) -> None:
    thread = await place.thread()
    renamed = place.hear("thread_update", lambda _, after: after.name == "renamed")
    await thread.edit(name="renamed", auto_archive_duration=60)
    await renamed
    archived = await thread.edit(archived=True)
    assert archived.archived
    await refused(50083, thread.edit(name="too late"))
    assert not (await thread.edit(archived=False)).archived


@check
async def a_message_reopens_an_archived_thread(place: Place) -> None:
    thread = await place.thread()
    await thread.edit(archived=True)
    woken = place.hear("raw_thread_update", lambda after: after.id == thread.id and not after.archived)
    await thread.send("awake")
    await woken


@check
async def a_locked_thread_takes_nothing_from_the_bot(place: Place) -> None:
    thread = await place.thread()
    await refused(50013, thread.edit(locked=True))
    await control("archive_and_lock", str(thread.id))
    await refused(160005, thread.send("too late"))
    await refused(50013, thread.edit(archived=False))


@check
async def without_manage_threads_nothing_is_deleted(place: Place) -> None:
    await refused(50013, (await place.thread()).delete())


@check
async def active_and_archived_threads_are_listed(place: Place) -> None:
    thread = await place.thread()
    assert thread.id in {one.id for one in await place.guild.active_threads()}
    await thread.edit(archived=True)
    assert thread.id not in {one.id for one in await place.guild.active_threads()}
    assert thread.id in {one.id async for one in place.games.archived_threads()}


@check
async def people_are_added_to_a_thread_and_not_removed(place: Place) -> None:
    thread, bob = await place.thread(), disnake.Object(place.bob.id)
    await refused(10007, thread.fetch_member(bob.id))
    await thread.add_user(bob)
    assert (await thread.fetch_member(bob.id)).id == bob.id
    await refused(50013, thread.remove_user(bob))


@check
async def the_bot_leaves_and_joins_a_thread(place: Place) -> None:
    thread = await place.thread()
    await thread.leave()
    await refused(10007, thread.fetch_member(place.bot.user.id))
    await thread.join()
    assert (await thread.fetch_member(place.bot.user.id)).joined_at


@check
async def private_threads_need_their_permission(place: Place) -> None:
    await refused(50013, place.games.create_thread(name="secret", type=disnake.ChannelType.private_thread))


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
