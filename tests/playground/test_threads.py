from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import discord
import pytest

from playground.model.permissions import INVITATION
from tests.playground.bot_client import Clock, bot_client_at
from tests.playground.bot_page import Board, UnansweredView
from tests.playground.client import Person, Said

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from playground import Playground
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
