"""Threads: started on messages and without, by the bot and by people, public and private."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import discord
import pytest

from playground.model.permissions import INVITATION
from playground.model.resources.channel import ANNOUNCEMENT, FORUM, VOICE
from playground.model.thread_creation import add_member, remove_member, start_private_thread
from tests.playground.bot_client import Clock, bot_client_at
from tests.playground.bot_page import Board, UnansweredView
from tests.playground.client import Person, Said

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from playground import Playground
    from playground.model.resources.channel import Channel
    from tests.playground.bot_client import BotClient


async def fetch_thread(bot_client: BotClient, thread_id: int) -> discord.Thread:
    thread = await bot_client.fetch_channel(thread_id)
    assert isinstance(thread, discord.Thread)
    return thread


async def test_a_thread_on_a_message_takes_its_id_and_hangs_on_it(bot_client: BotClient, ann: Person) -> None:
    post = await bot_client.room().send("Ann challenges Bob")
    thread = await post.create_thread(name="#42: Ann - Bob")
    assert (thread.id, thread.parent, thread.owner_id) == (
        post.id,
        bot_client.room(),
        bot_client.user and bot_client.user.id,
    )
    starter = [message async for message in thread.history()]
    assert [message.type for message in starter] == [discord.MessageType.thread_starter_message]
    shown = await ann.hear(lambda one: one["id"] == str(post.id) and "thread" in one)
    assert shown["thread"]["name"] == "#42: Ann - Bob"
    assert (await ann.messages(str(thread.id)))[0]["referenced_message"]["content"] == "Ann challenges Bob"
    assert [one.id for one in bot_client.threads] == [thread.id]


async def test_a_message_has_one_thread_at_most(bot_client: BotClient) -> None:
    post = await bot_client.room().send("once")
    await post.create_thread(name="first")
    with pytest.raises(discord.HTTPException) as caught:
        await post.create_thread(name="second")
    assert (caught.value.status, caught.value.code) == (400, 160004)


async def test_a_thread_of_its_own_is_announced_in_the_channel(bot_client: BotClient, ann: Person) -> None:
    thread = await bot_client.room().create_thread(name="free", type=discord.ChannelType.public_thread)
    announced = (await ann.messages())[-1]
    assert (announced["type"], announced["content"]) == (18, "free")
    assert announced["message_reference"]["channel_id"] == str(thread.id)
    assert await ann.messages(str(thread.id)) == []


async def test_the_announcement_of_a_thread_can_be_deleted_and_no_other_message_of_discords(
    playground: Playground, bot_client: BotClient, ann: Person
) -> None:
    room = bot_client.room()
    thread = await room.create_thread(name="free", type=discord.ChannelType.public_thread)
    (announced,) = [message async for message in room.history() if message.type is discord.MessageType.thread_created]
    await announced.delete()
    assert all(one["type"] != 18 for one in await ann.messages())
    assert (await fetch_thread(bot_client, thread.id)).name == "free"
    own = playground.state.channels[thread.id]
    add_member(playground.state, own, bot_client.user.id if bot_client.user else 0, int(ann.id))
    (added,) = [message async for message in thread.history()]
    with pytest.raises(discord.Forbidden) as caught:
        await added.delete()
    assert caught.value.code == 50021


async def test_what_is_said_in_a_thread_reaches_the_bot_there(bot_client: BotClient, ann: Person) -> None:
    thread = await bot_client.room().create_thread(name="free", type=discord.ChannelType.public_thread)
    received = await bot_client.hear((await ann.say("@Turnpost here", str(thread.id)))["id"])
    assert isinstance(received.channel, discord.Thread)
    assert received.channel.parent == bot_client.room()


async def test_a_message_reopens_an_archived_thread_unless_it_is_locked(bot_client: BotClient, ann: Person) -> None:
    thread = await bot_client.room().create_thread(name="free", type=discord.ChannelType.public_thread)
    await thread.edit(archived=True)
    await ann.wait_for(lambda event: event["type"] == "channel" and event["channel"]["archived"])
    await ann.say("still here?", str(thread.id))
    assert not (await bot_client.fetch_channel(thread.id)).archived  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]


@pytest.mark.parametrize("playground", [{"granted": INVITATION | {"MANAGE_THREADS"}}], indirect=True)
async def test_people_cannot_write_in_a_locked_thread(bot_client: BotClient, ann: Person) -> None:
    thread = await bot_client.room().create_thread(name="free", type=discord.ChannelType.public_thread)
    await thread.edit(name="done", locked=True, archived=True)
    with pytest.raises(Said, match="locked"):
        await ann.say("and now?", str(thread.id))


async def test_only_with_manage_threads_the_bot_locks_a_thread_of_its_own(bot_client: BotClient) -> None:
    thread = await bot_client.room().create_thread(name="free", type=discord.ChannelType.public_thread)
    with pytest.raises(discord.Forbidden) as caught:
        await thread.edit(locked=True)
    assert caught.value.code == 50013


async def test_old_messages_of_an_archived_thread_cannot_be_altered(
    playground: Playground, bot_client: BotClient
) -> None:
    thread = await bot_client.room().create_thread(name="free", type=discord.ChannelType.public_thread)
    message = await thread.send("one")
    playground.archive(thread.id)
    with pytest.raises(discord.HTTPException) as caught:
        await message.edit(content="two")
    assert caught.value.code == 50083
    await thread.send("three")
    await message.edit(content="two")


async def test_slash_commands_do_not_work_in_an_archived_thread(
    playground: Playground, bot_client: BotClient, ann: Person
) -> None:
    thread = await bot_client.room().create_thread(name="free", type=discord.ChannelType.public_thread)
    playground.archive(thread.id)
    with pytest.raises(Said, match="archived thread"):
        await ann.slash("ping", str(thread.id))


async def test_the_bot_cannot_write_in_a_locked_thread(playground: Playground, bot_client: BotClient) -> None:
    thread = await bot_client.room().create_thread(name="free", type=discord.ChannelType.public_thread)
    playground.state.channels[thread.id].locked = True
    with pytest.raises(discord.Forbidden) as caught:
        await thread.send("one")
    assert caught.value.code == 160005


async def test_the_bot_reopens_an_archived_thread_but_no_locked_one(
    playground: Playground, bot_client: BotClient
) -> None:
    thread = await bot_client.room().create_thread(name="free", type=discord.ChannelType.public_thread)
    playground.archive(thread.id)
    await thread.edit(archived=False)
    playground.archive(thread.id, locked=True)
    with pytest.raises(discord.Forbidden) as caught:
        await thread.edit(archived=False)
    assert caught.value.code == 50013


async def test_a_press_reopens_an_archived_thread_but_no_locked_one(
    playground: Playground, bot_client: BotClient, ann: Person
) -> None:
    thread = await bot_client.room().create_thread(name="free", type=discord.ChannelType.public_thread)
    board = await thread.send("ready?", view=Board())
    message = await ann.hear(lambda one: one["id"] == str(board.id))
    playground.archive(thread.id)
    await ann.press(message, "Whisper")
    assert not playground.state.channels[thread.id].archived
    playground.archive(thread.id, locked=True)
    with pytest.raises(Said, match="locked"):
        await ann.press(message, "Whisper")


async def test_an_interaction_cannot_be_responded_to_once_its_thread_is_archived(
    playground: Playground, bot_client: BotClient, ann: Person
) -> None:
    thread = await bot_client.room().create_thread(name="free", type=discord.ChannelType.public_thread)
    board = await thread.send("ready?", view=UnansweredView(timeout=None))
    pressed = bot_client.wait_for("interaction", timeout=60)
    press = asyncio.create_task(ann.press(await ann.hear(lambda one: one["id"] == str(board.id)), "Deaf"))
    interaction = await pressed
    playground.archive(thread.id)
    with pytest.raises(discord.Forbidden) as caught:
        await interaction.response.send_message("too late")
    assert caught.value.code == 50083
    playground.state.set_archived(playground.state.channels[thread.id], archived=False)
    await interaction.response.defer(ephemeral=True)
    playground.archive(thread.id)
    with pytest.raises(discord.Forbidden) as caught:
        await interaction.followup.send("too late")
    assert caught.value.code == 50083
    await press


async def test_a_thread_archives_when_nothing_was_said_for_its_time(
    start: Callable[..., Awaitable[Playground]], clock: Clock
) -> None:
    playground = await start(clock=clock)
    async with bot_client_at(playground) as bot_client, Person(playground, "Ann") as ann:
        kind = discord.ChannelType.public_thread
        thread = await bot_client.room().create_thread(name="free", type=kind, auto_archive_duration=1440)
        clock.forward(hours=23, minutes=59)
        await ann.say("still here", str(thread.id))
        clock.forward(hours=23, minutes=59)
        assert not (await fetch_thread(bot_client, thread.id)).archived
        archived = bot_client.wait_for("thread_update", timeout=60)
        clock.forward(minutes=1)
        assert (await fetch_thread(bot_client, thread.id)).archived
        assert (await archived)[1].archived
        await thread.send("awake again")
        clock.forward(hours=23, minutes=59)
        assert not (await fetch_thread(bot_client, thread.id)).archived


async def test_active_and_archived_threads_can_be_listed(playground: Playground, bot_client: BotClient) -> None:
    room = bot_client.room()
    threads = [await room.create_thread(name=name, type=discord.ChannelType.public_thread) for name in "abc"]
    playground.archive(threads[1].id)
    assert sorted(one.name for one in await bot_client.guilds[0].active_threads()) == ["a", "c"]
    assert [one.name async for one in room.archived_threads()] == ["b"]


async def test_a_thread_that_is_deleted_is_gone(playground: Playground, bot_client: BotClient, ann: Person) -> None:
    thread = await bot_client.room().create_thread(name="free", type=discord.ChannelType.public_thread)
    playground.remove(thread.id)
    await ann.wait_for(lambda event: event["type"] == "channel_gone" and event["id"] == str(thread.id))
    with pytest.raises(discord.NotFound) as caught:
        await thread.send("anyone?")
    assert caught.value.code == 10003


async def test_people_can_be_added_to_a_thread(bot_client: BotClient, ann: Person) -> None:
    thread = await bot_client.room().create_thread(name="free", type=discord.ChannelType.public_thread)
    await thread.add_user(discord.Object(int(ann.id)))
    assert (await thread.fetch_member(int(ann.id))).id == int(ann.id)
    with pytest.raises(discord.NotFound):
        await thread.fetch_member(int(ann.id) + 1)


async def test_a_person_starts_a_thread_on_a_message(bot_client: BotClient, bob: Person) -> None:
    said = await bob.say("@Turnpost a game?")
    thread = await bob.start_thread("Bob's game", message_id=said["id"])
    assert (thread["id"], thread["owner_id"], thread["type"]) == (said["id"], bob.id, 11)
    heard = await bot_client.hear((await bob.say("@Turnpost here", thread["id"]))["id"])
    assert str(heard.channel.id) == thread["id"]
    with pytest.raises(Said, match="no thread to start"):
        await bob.start_thread("again", message_id=said["id"])


async def test_a_person_starts_threads_where_there_are_any(playground: Playground, bob: Person) -> None:
    for kind, name, threads in ((ANNOUNCEMENT, "news", 10), (VOICE, "talk", None)):
        place = str(playground.add_room(kind, name))
        if threads:
            assert (await bob.start_thread("x", place))["type"] == threads
        with pytest.raises(Said, match="no private threads" if threads else "no threads"):
            await bob.start_thread("x", place, private=True)


async def test_a_private_thread_is_shared_with_whom_its_owner_adds(
    bot_client: BotClient, people: tuple[Person, Person]
) -> None:
    ann, bob = people
    thread = await bob.start_thread("secret", private=True)
    joined = bot_client.wait_for("thread_join", timeout=60)
    await bob.add_to_thread(thread, str(bot_client.application_id))
    found = await joined
    await found.send("here I am")
    await bob.hear(lambda one: one["content"] == "here I am", "the bot in the thread")
    await bob.add_to_thread(thread, ann.id)
    removed = bot_client.wait_for("thread_remove", timeout=60)
    await bob.remove_from_thread(thread, str(bot_client.application_id))
    assert (await removed).id == found.id


async def test_a_post_of_a_person_keeps_the_rules_of_its_forum(
    playground: Playground, bot_client: BotClient, bob: Person
) -> None:
    forum = playground.add_room(FORUM, "ideas", tags=["chess", "go"], requires_tag=True)
    tags = playground.state.channels[forum].available_tags
    with pytest.raises(Said, match="A tag is required"):
        await bob.start_thread("Who plays?", str(forum), content="I would like a game.")
    post = await bob.start_thread("Who plays?", str(forum), content="@Turnpost chess?", applied_tags=[tags[0]["id"]])
    heard = await bot_client.hear(post["id"])
    assert (heard.channel.id, heard.content) == (int(post["id"]), f"<@{bot_client.application_id}> chess?")
    changed = await bob.edit_thread(post, applied_tags=[tags[1]["id"]], name="Who plays go?")
    assert (changed["applied_tags"], changed["name"]) == ([tags[1]["id"]], "Who plays go?")


async def test_only_owners_and_moderators_change_a_thread(people: tuple[Person, Person]) -> None:
    ann, bob = people
    of_ann, of_bob = await ann.start_thread("Ann's"), await bob.start_thread("Bob's")
    assert (await bob.edit_thread(of_bob, archived=True))["archived"]
    for thread, change in ((of_ann, {"name": "mine"}), (of_bob, {"locked": True})):
        with pytest.raises(Said, match="Only moderators"):
            await bob.edit_thread(thread, **change)
    assert (await ann.edit_thread(of_bob, locked=True))["locked"]
    with pytest.raises(Said, match="Only moderators"):
        await bob.edit_thread(of_bob, archived=False)
    with pytest.raises(Said, match="1 to 100"):
        await ann.edit_thread(of_ann, name=" ")
    with pytest.raises(Said, match="Only moderators"):
        await bob.remove_from_thread(of_ann, ann.id)
    with pytest.raises(Said, match="archived"):
        await ann.add_to_thread(of_bob, ann.id)


PRIVATE = INVITATION | {"CREATE_PRIVATE_THREADS"}


def start_thread_of_bob(playground: Playground, bob: Person) -> Channel:
    room = next(one for one in playground.state.channels.values() if one.name == "games")
    return start_private_thread(playground.state, room, int(bob.id), "secret", 4320)


async def test_the_bot_needs_a_permission_to_start_a_private_thread(bot_client: BotClient) -> None:
    with pytest.raises(discord.Forbidden) as caught:
        await bot_client.room().create_thread(name="secret")
    assert caught.value.code == 50013


@pytest.mark.parametrize("playground", [{"granted": PRIVATE}], indirect=True)
async def test_only_members_and_moderators_see_a_private_thread(
    bot_client: BotClient, people: tuple[Person, Person]
) -> None:
    ann, bob = people
    thread = await bot_client.room().create_thread(name="secret", invitable=False)
    assert (thread.is_private(), thread.invitable) == (True, False)
    await thread.send("for few eyes")
    owner = "Ann"
    assert {one.name for one in people if await sees(one, thread.id)} == {owner}
    await thread.add_user(discord.Object(int(bob.id)))
    assert await sees(bob, thread.id)
    await thread.remove_user(discord.Object(int(bob.id)))
    await bob.wait_for(lambda one: one == {"type": "channel_gone", "id": str(thread.id)}, "the thread to be gone")
    assert not await sees(bob, thread.id)
    assert [one["type"] for one in await ann.messages(str(thread.id))] == [0, 1, 2]


async def sees(person: Person, thread_id: int) -> bool:
    return str(thread_id) in {one["id"] for one in (await person.view())["channels"]}


async def test_the_bot_knows_nothing_of_a_private_thread_that_it_is_not_in(
    playground: Playground, bot_client: BotClient, bob: Person
) -> None:
    thread = start_thread_of_bob(playground, bob)
    await bob.say("psst", str(thread.id))
    heard = await bot_client.hear((await bob.say("@Turnpost hello"))["id"])
    assert [heard] == bot_client.received
    assert bot_client.threads == []
    assert await bot_client.guilds[0].active_threads() == []
    for request in (bot_client.fetch_channel(thread.id), bot_client.get_partial_messageable(thread.id).send("hello")):
        with pytest.raises(discord.Forbidden) as caught:
            await request
        assert caught.value.code == 50001


async def test_the_bot_learns_of_a_thread_when_it_is_added_and_removed(
    playground: Playground, bot_client: BotClient, bob: Person
) -> None:
    thread = start_thread_of_bob(playground, bob)
    joined = bot_client.wait_for("thread_join", timeout=60)
    await bob.say("@Turnpost come in", str(thread.id))
    found = await joined
    assert (found.id, found.is_private()) == (thread.id, True)
    await found.send("here I am")
    removed = bot_client.wait_for("thread_remove", timeout=60)
    remove_member(playground.state, thread, int(bob.id), bot_client.application_id or 0)
    assert (await removed).id == thread.id
    with pytest.raises(discord.Forbidden):
        await found.send("still here?")


async def test_a_notice_says_who_was_added_to_a_thread(
    playground: Playground, bot_client: BotClient, bob: Person
) -> None:
    thread = start_thread_of_bob(playground, bob)
    noticed = bot_client.wait_for("message", timeout=60)
    add_member(playground.state, thread, int(bob.id), bot_client.application_id or 0)
    notice = await noticed
    assert (notice.type, notice.author.id) == (discord.MessageType.recipient_add, int(bob.id))
    assert [one.id for one in notice.mentions] == [bot_client.application_id]
    with pytest.raises(discord.HTTPException) as caught:
        await notice.reply("thanks")
    assert caught.value.code == 50035
    with pytest.raises(Said, match="notice"):
        await bob.say("you too", str(thread.id), to=str(notice.id))


async def test_the_bot_adds_nobody_to_a_thread_that_only_moderators_may_add_to(
    playground: Playground, bot_client: BotClient, people: tuple[Person, Person]
) -> None:
    ann, bob = people
    thread = start_thread_of_bob(playground, bob)
    add_member(playground.state, thread, int(bob.id), bot_client.application_id or 0)
    thread.invitable = False
    found = await bot_client.fetch_channel(thread.id)
    assert isinstance(found, discord.Thread)
    with pytest.raises(discord.Forbidden) as caught:
        await found.add_user(discord.Object(int(ann.id)))
    assert caught.value.code == 50013
    thread.invitable = True
    await found.add_user(discord.Object(int(ann.id)))
    with pytest.raises(discord.Forbidden):
        await found.remove_user(discord.Object(int(ann.id)))


@pytest.mark.parametrize("playground", [{"granted": PRIVATE | {"MANAGE_THREADS"}}], indirect=True)
async def test_archived_private_threads_are_listed_apart(
    playground: Playground, bot_client: BotClient, bob: Person
) -> None:
    room, others = bot_client.room(), start_thread_of_bob(playground, bob)
    own = await room.create_thread(name="own")
    public = await room.create_thread(name="public", type=discord.ChannelType.public_thread)
    for thread in (others.id, own.id, public.id):
        playground.archive(thread)
    assert [one.name async for one in room.archived_threads()] == ["public"]
    assert {one.name async for one in room.archived_threads(private=True)} == {"secret", "own"}
    assert [one.name async for one in room.archived_threads(private=True, joined=True)] == ["own"]
