"""Private threads: who sees them, and how the bot gets in and out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
import pytest

from playground.model.permissions import INVITATION
from playground.model.thread_creation import add_member, remove_member, start_private_thread
from tests.playground.client import Person, Said

if TYPE_CHECKING:
    from playground import Playground
    from playground.model.resources.channel import Channel
    from tests.playground.bot_client import BotClient

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
