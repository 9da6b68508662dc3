"""Boards of matches between people in direct messages: one for each of them, and nobody waits for a closed door."""

from __future__ import annotations

import signal
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from bot.admin.verify.matches import verify_matches
from games import GAMES
from storage.engine.database import Database, file_url
from tests.wire.environment import start_env
from tests.wire.fixtures import GENEROUS

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from tests.playground.client import Json, Person
    from tests.wire.environment import Environment

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(
    scope="module",
    loop_scope="module",
    params=[True, pytest.param(False, marks=pytest.mark.thorough)],
    ids=["content", "no content"],
)
async def env(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> AsyncGenerator[Environment]:
    """An environment in which Discord forgets nonces at once, as it does after some minutes."""
    folder = tmp_path_factory.mktemp("direct")
    async with start_env(folder, content=request.param, nonce_window=timedelta(0), settings=GENEROUS) as ready:
        yield ready


async def begin(env: Environment, *others: Person, game: str = "martian-life") -> str:
    """Let Ann challenge others by direct message, who accept; return the number of the match."""
    opponents = {"opponent": others[0].id, "more": " ".join(f"<@{one.id}>" for one in others[1:])}
    seen = [one.seen_so_far() for one in others]
    await env.ann.ask_by_slash("challenge", await env.ann.dm(), game=game, seat="1", **opponents)
    for person, since in zip(others, seen, strict=True):
        post = await person.hear_bot("**Ann** challenges", since=since)
        await person.press(post, "Accept")
    begun = await others[0].hear(lambda one: "in your direct messages" in one["content"], since=seen[0])
    return begun["content"].split("#")[1].split("*")[0]


async def boards_of(person: Person, number: str, after: int) -> list[Json]:
    """Return the boards of a match after some events in a person's direct messages."""
    said = await person.messages(await person.dm())
    return [one for one in said if f"mine:{number}:{after}:" in str(one["components"])]


async def hear_board(person: Person, number: str, after: int) -> Json:
    return await person.hear(
        lambda one: f"mine:{number}:{after}:" in str(one["components"]), f"#{number} after {after}"
    )


async def differences(env: Environment) -> list[str]:
    """Return what `turnpost verify` finds in the record of the running bot."""
    await env.all_posted()
    database = await Database.open_existing(file_url(env.bot.data / "turnpost.db"))
    found = [line async for verdict in verify_matches(database, GAMES) for line in verdict.differences]
    await database.close()
    return found


@pytest.mark.thorough
@pytest.mark.parametrize("who", ["Ann", "Bob"])
async def test_a_crash_while_boards_go_out_leaves_one_for_each(env: Environment, who: str) -> None:
    number = await begin(env, env.bob)
    for person in (env.ann, env.bob):
        await hear_board(person, number, 0)
    await env.all_posted()
    direct = await (env.ann if who == "Ann" else env.bob).dm()
    env.playground.faults.slow(60, method="POST", path=f"/channels/{direct}/messages$", applied=True)
    await env.ann.slash("move", await env.ann.dm(), move=f"#{number} e4+")
    await env.playground.faults.used_up()
    await env.bot.stop(signal.SIGKILL)
    env.playground.faults.clear()
    await env.bot.start()
    for person in (env.ann, env.bob):
        await hear_board(person, number, 1)
    await env.all_posted()
    assert [len(await boards_of(person, number, 1)) for person in (env.ann, env.bob)] == [1, 1]
    assert await differences(env) == []


async def test_three_people_get_each_board_and_a_takeback_is_asked_of_all(env: Environment) -> None:
    number = await begin(env, env.bob, env.cleo, game="zyrcan")
    people = (env.ann, env.bob, env.cleo)
    for person in people:
        await hear_board(person, number, 0)
    await env.ann.say("2@e5", await env.ann.dm(), to=(await boards_of(env.ann, number, 0))[0])
    for person in people:
        await hear_board(person, number, 1)
    since = [person.seen_so_far() for person in people]
    await env.ann.ask_by_slash("match", await env.ann.dm(), do="takeback", match=f"#{number}")
    asked = [await person.hear_bot("take back", since=at) for person, at in zip(people, since, strict=True)]
    await env.bob.press(asked[1], "Agree")
    for person, post in zip(people, asked, strict=True):
        await person.hear(lambda one, post=post: one["id"] == post["id"] and "**Bob** agrees" in one["content"])
    await env.cleo.press(asked[2], "Agree")
    for person in people:
        assert "**Ann** takes back move 1" in (await hear_board(person, number, 2))["content"]
    assert await differences(env) == []


async def test_a_closed_door_is_told_once_and_holds_up_nobody(env: Environment) -> None:
    number = await begin(env, env.dan)
    await hear_board(env.dan, number, 0)
    door = f"/channels/{await env.dan.dm()}/messages"
    env.playground.faults.fail(403, 99, code=50007, path=door, method="POST")
    since = env.ann.seen_so_far()
    await env.ann.ask_by_slash("move", await env.ann.dm(), move=f"#{number} e4+")
    told = await env.ann.hear_bot("I can't write to **Dan**", since=since)
    assert f"who's to move in #{number}" in told["content"]
    assert told["channel_id"] == await env.ann.dm()
    env.playground.faults.clear()
    seen = await env.dan.ask_by_slash("board", await env.dan.dm(), match=f"#{number}")
    assert "**Dan** to move" in seen["content"]
    env.playground.faults.fail(403, 99, code=50007, path=door, method="POST")
    await env.dan.slash("move", await env.dan.dm(), move=f"#{number} b7")
    await hear_board(env.ann, number, 2)
    await env.ann.ask_by_slash("move", await env.ann.dm(), move=f"#{number} f5")
    await hear_board(env.ann, number, 3)
    await env.all_posted()
    said = [one for one in await env.ann.messages(await env.ann.dm()) if "I can't write to" in one["content"]]
    assert len(said) == 1
    env.playground.faults.clear()
