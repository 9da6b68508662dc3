"""Matches that begin where the bot isn't: in group messages, and on servers that didn't add it."""

from __future__ import annotations

import re
import signal
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from tests.bot.features.board_posts.test_direct_matches import differences
from tests.playground.client import labels
from tests.wire.environment import start_env
from tests.wire.fixtures import GENEROUS
from tests.wire.match import SCRIPTS

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from tests.playground.client import Json, Person, SeenCount
    from tests.wire.environment import Environment

pytestmark = pytest.mark.asyncio(loop_scope="module")
BOOKS = "books-2"
MOVES = SCRIPTS["xero-g"].split()
PLACES = ["group", "server without the bot"]


@pytest_asyncio.fixture(
    scope="module",
    loop_scope="module",
    params=[True, pytest.param(False, marks=pytest.mark.thorough)],
    ids=["content", "no content"],
)
async def env(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> AsyncGenerator[Environment]:
    """A bot that Ann and Bob have installed for themselves, and a server that doesn't have it."""
    folder = tmp_path_factory.mktemp("foreign")
    async with start_env(folder, content=request.param, other_guilds=1, settings=GENEROUS) as ready:
        await ready.ann.change_settings(installed=True)
        await ready.bob.change_settings(installed=True)
        yield ready


async def place_of(env: Environment, where: str) -> str:
    return await env.ann.dm(env.bob, env.cleo) if where == "group" else await env.ann.channel(BOOKS)


async def hear_board(person: Person, number: str, after: int, since: SeenCount | None = None) -> Json:
    """Return the board of a match after some events, in a person's direct messages with the bot."""
    direct = await person.dm()

    def shows(one: Json) -> bool:
        shown = str(one["components"])  # the last board of a match has no *My view*
        return one["channel_id"] == direct and (f"mine:{number}:{after}:" in shown or f"'rematch:{number}'" in shown)

    return await person.hear(
        shows,
        f"{person.name}'s board of #{number} after {after}",
        since=since,
    )


async def begin(env: Environment, place: str) -> tuple[str, Json]:
    """Let Ann challenge Bob in a place, and return the number of the match and the challenge's post."""
    since = env.bob.seen_so_far()
    await env.ann.slash("challenge", place, game="xero-g", opponent=env.bob.id, seat="south")
    post = await env.bob.hear(lambda one: one["channel_id"] == place and "challenges" in one["content"], since=since)
    assert not post["ephemeral"]
    assert labels(post) == ["Accept", "Decline", "How to play"]
    await env.bob.press(post, "Accept")
    begun = await env.ann.hear(lambda one: one["id"] == post["id"] and "in your direct messages" in one["content"])
    found = re.search(r"#(\d+)\*\*", begun["content"])
    assert found
    return found[1], begun


@pytest.mark.thorough
@pytest.mark.parametrize("where", PLACES)
async def test_a_match_begun_there_is_played_to_its_end_in_direct_messages(env: Environment, where: str) -> None:
    place = await place_of(env, where)
    number, post = await begin(env, place)
    people, boards = (
        (env.ann, env.bob),
        {person.name: await hear_board(person, number, 0) for person in (env.ann, env.bob)},
    )
    assert "<@" in boards["Ann"]["content"]
    assert "<@" not in boards["Bob"]["content"]
    for ply, text in enumerate(MOVES, 1):
        mover = people[(ply - 1) % 2]
        if ply % 3 == 0:
            await mover.ask_by_slash("move", place, move=f"#{number} {text}")
        else:
            await mover.say(text, await mover.dm(), to=boards[mover.name])
        boards = {person.name: await hear_board(person, number, ply) for person in people}
        if ply == 2:
            answer = await env.ann.ask_by_press(post, "How does it stand?")
            assert answer["content"].startswith(
                f"**Xero-G #{number}**, **Ann** and **Bob**: 2 moves so far, **Ann** to move."
            )
    assert "wins **Xero-G" in boards["Bob"]["content"]
    result = f"**Ann** beat **Bob** at **Xero-G**, {len(MOVES)} moves.\n-# #{number}"
    told = await env.bob.hear(lambda one: one["channel_id"] == place and one["content"] == result, "the result")
    assert not told["ephemeral"], "the last move was made there"
    ended = await env.ann.ask_by_press(post, "How does it stand?")
    assert (ended["id"], ended["channel_id"], ended["content"]) == (post["id"], place, result)
    assert ended["attachments"][0]["description"]


@pytest.mark.parametrize("where", PLACES)
async def test_a_challenge_there_can_be_declined_on_its_post(env: Environment, where: str) -> None:
    place, since = await place_of(env, where), env.bob.seen_so_far()
    await env.ann.slash("challenge", place, game="xero-g", opponent=env.bob.id)
    post = await env.bob.hear(lambda one: one["channel_id"] == place and "challenges" in one["content"], since=since)
    refused = await env.ann.ask_by_press(post, "Accept")
    assert "for the others to accept" in refused["content"]
    declined = await env.bob.ask_by_press(post, "Decline")
    assert (declined["id"], "declined by **Bob**" in declined["content"]) == (post["id"], True)
    assert not declined["components"]


async def test_anyone_there_can_join_an_open_challenge(env: Environment) -> None:
    place, since = await place_of(env, "group"), env.cleo.seen_so_far()
    await env.ann.slash("challenge", place, game="zyrcan", more="players=3")
    post = await env.cleo.hear(lambda one: one["channel_id"] == place and "anyone here" in one["content"], since=since)
    joined = await env.cleo.ask_by_press(post, "Join")
    assert "**Cleo** (2 of 3)" in joined["content"]
    begun = await env.bob.ask_by_press(post, "Join")
    assert "in your direct messages" in begun["content"]
    number = begun["content"].split("#")[1].split("*")[0]
    for person in (env.ann, env.bob, env.cleo):
        assert (await hear_board(person, number, 0))["attachments"]


async def test_a_challenge_and_a_rematch_come_by_direct_message(env: Environment) -> None:
    ann, bob, since = env.ann, env.bob, env.bob.seen_so_far()
    anns = ann.seen_so_far()
    told = await ann.ask_by_slash("challenge", await ann.dm(), game="xero-g", opponent=bob.id, seat="south")
    assert told["content"] == ""
    own = await ann.hear_bot(f"**Ann** challenges <@{bob.id}>", since=anns)
    assert own["channel_id"] == await ann.dm()
    post = await bob.hear_bot("**Ann** challenges", since=since)
    assert post["channel_id"] == await bob.dm()
    await bob.press(post, "Accept")
    begun = await bob.hear(lambda one: one["id"] == post["id"] and "in your direct messages" in one["content"])
    number = begun["content"].split("#")[1].split("*")[0]
    await hear_board(bob, number, 0)
    question = await ann.ask_by_slash("match", await ann.dm(), do="resign", match=f"#{number}")
    await ann.press(question, f"Resign #{number}")
    final = await hear_board(bob, number, 1)
    assert "**Ann** resigned" in (await hear_board(ann, number, 1))["content"]
    anns, since = ann.seen_so_far(), bob.seen_so_far()
    await bob.press(final, "Rematch")
    again = await ann.hear_bot("Rematch of #", since=anns)
    assert again["channel_id"] == await ann.dm()
    await ann.press(again, "Accept")
    begun = await bob.hear_bot("**Bob** (South) against **Ann** (North): in your direct messages", since=since)
    assert begun["channel_id"] == await bob.dm()


async def test_an_open_challenge_in_direct_messages_would_find_nobody(env: Environment) -> None:
    told = await env.ann.ask_by_slash("challenge", await env.ann.dm(env.bob), game="xero-g", more="standing=3")
    assert "Only on a server that has added me" in told["content"]
    begun = await env.ann.ask_by_slash("challenge", await env.ann.dm(), game="xero-g", more="players=2")
    assert "leave `players` out" in begun["content"]


async def resign_directly(person: Person, number: str) -> None:
    """Let a person resign a match in their direct messages with the bot."""
    direct = await person.dm()
    question = await person.ask_by_slash("match", direct, do="resign", match=f"#{number}")
    await person.press(question, f"Resign #{number}")


def results_in(person: Person, place: str, number: str) -> list[str]:
    """Return what a person has read of the result of a match in a place, each message once."""
    said = (event["message"] for event in person.seen if event["type"] == "message")
    return sorted({one["id"] for one in said if one["channel_id"] == place and f"-# #{number}" in one["content"]})


async def test_the_result_replaces_the_post_while_a_press_on_it_is_fresh(env: Environment) -> None:
    place = await place_of(env, "group")
    number, post = await begin(env, place)
    await hear_board(env.ann, number, 0)
    await resign_directly(env.bob, number)
    ended = await env.cleo.hear(lambda one: one["id"] == post["id"] and "beat" in one["content"])
    assert ended["content"] == f"**Ann** beat **Bob** at **Xero-G** (**Bob** resigned).\n-# #{number}"
    assert ended["attachments"]
    assert not ended["components"]


@pytest.mark.thorough
async def test_a_result_that_came_too_late_follows_the_next_command_there_once(env: Environment) -> None:
    place = await place_of(env, "server without the bot")
    number, _ = await begin(env, place)
    await hear_board(env.ann, number, 0)
    await env.all_posted()
    async with env.down():
        pass
    await resign_directly(env.ann, number)
    await env.all_posted()
    assert results_in(env.bob, place, number) == []
    await env.bob.ask_by_slash("games", place)
    await env.bob.hear(lambda one: one["channel_id"] == place and f"-# #{number}" in one["content"])
    await env.bob.ask_by_slash("games", place)
    await env.bob.ask_by_slash("help", place)
    assert len(results_in(env.bob, place, number)) == 1


@pytest.mark.thorough
async def test_a_crash_while_the_place_is_told_tells_it_once(env: Environment) -> None:
    place = await place_of(env, "server without the bot")
    number, post = await begin(env, place)
    people = (env.ann, env.bob)
    for ply, text in enumerate(MOVES):
        if ply == len(MOVES) - 1:  # by text, so that nothing but the result follows an interaction
            await env.bob.ask_by_slash("games", place)
            env.playground.faults.slow(60, method="POST", path=r"^/webhooks/\d+/[^/]+$", applied=True)
        mover = people[ply % 2]
        board = await hear_board(mover, number, ply)
        await mover.say(text, await mover.dm(), to=board)
    await env.bob.hear(lambda one: one["channel_id"] == place and f"-# #{number}" in one["content"])
    await env.bot.stop(signal.SIGKILL)
    env.playground.faults.clear()
    await env.bot.start()
    await env.bob.ask_by_slash("games", place)
    await env.all_posted()
    await env.bob.ask_by_slash("help", place)
    assert len(results_in(env.bob, place, number)) == 1
    ended = await env.ann.ask_by_press(post, "How does it stand?")
    assert "**Ann** beat **Bob**" in ended["content"]


async def test_three_people_of_a_server_without_the_bot_play_to_the_end(env: Environment) -> None:
    place, since = await place_of(env, "server without the bot"), env.cleo.seen_so_far()
    await env.ann.slash("challenge", place, game="zyrcan", more="players=3")
    post = await env.cleo.hear(lambda one: one["channel_id"] == place and "anyone here" in one["content"], since=since)
    await env.cleo.press(post, "Join")
    begun = await env.bob.ask_by_press(post, "Join")
    number = begun["content"].split("#")[1].split("*")[0]
    people = (env.ann, env.bob, env.cleo)
    for person in people:
        await hear_board(person, number, 0)
    await resign_directly(env.ann, number)
    await hear_board(env.bob, number, 1)
    await resign_directly(env.cleo, number)
    for person in people:
        assert "**Bob** wins **Zyrcan" in (await hear_board(person, number, 2))["content"]
    ended = await env.cleo.ask_by_press(begun, "How does it stand?")
    assert ended["content"].startswith("**Bob** won **Zyrcan** against **")
    record = await env.bob.ask_by_slash("match", place, do="export", match=f"#{number}")
    lines = [(await env.bob.fetch(one["url"])).decode() for one in record["attachments"]]
    assert any('"guild": "0"' in line for line in lines)
    assert await differences(env) == []


async def test_without_an_opponent_turnpost_plays_in_direct_messages(env: Environment) -> None:
    direct = await env.dan.dm()
    await env.dan.slash("challenge", direct, game="xero-g", seat="south")
    board = await env.dan.hear_bot(f"<@{env.dan.id}>, lay your six ships")
    assert board["channel_id"] == direct
