"""Two processes with a shard each on one PostgreSQL: they share the work, and nothing is lost or done twice."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from contextlib import asynccontextmanager
from random import Random
from typing import TYPE_CHECKING

import aiohttp
import pytest
import pytest_asyncio

from playground import Options, Playground
from tests.fast_rate_limits import fast_rate_limits
from tests.wire.match import Contest, bare, by_slash, directly, meanwhile
from tests.wire.pairing import CHANNELS, numbered, paired
from tests.wire.process import BotProcess

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from tests.playground.client import Person
    from tests.postgres import Server
    from tests.wire.match import Way
    from tests.wire.pairing import Pair

pytestmark = pytest.mark.asyncio(loop_scope="module")
TEXTS = ("e4+", "b7", "f5", "d6", "e3", "d7")
ROUNDS = 8
HEARD = 5.0
"""Seconds within which a page hears of a move, on a slow machine."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def name(postgres: Server) -> str:
    """The database, which the two processes find empty."""
    return await postgres.empty()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def pair(postgres: Server, name: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Pair]:
    async with paired(tmp_path_factory.mktemp("pair"), postgres.url(name)) as ready:
        yield ready


async def begin_match(pair: Pair, guild: int) -> Contest:
    contest = Contest("martian-life", (pair.ann, pair.bob), channel=CHANNELS[guild])
    await contest.begin()
    return contest


async def boards(person: Person, contest: Contest) -> list[str]:
    """Return the plies of a match's boards as they were posted."""
    said = await person.messages(contest.thread)
    found = [re.match(r"\*\*(\d+)\.\*\*", one["content"]) for one in said if one["attachments"]]
    return [one[1] for one in found if one]


@pytest.mark.thorough
async def test_each_process_plays_its_guild_and_the_first_hears_direct_messages_for_both(pair: Pair) -> None:
    assert pair.playground.command_puts == 1
    for guild in (0, 1):
        contest = await begin_match(pair, guild)
        for way, text in zip((bare, directly, by_slash, directly), TEXTS[:4], strict=True):
            await contest.turn(way, text)
        assert await boards(pair.ann, contest) == ["1", "2", "3", "4"]


async def test_of_two_moves_for_one_turn_by_way_of_two_processes_one_is_played(pair: Pair) -> None:
    contest, lots = await begin_match(pair, 1), Random(5)
    while contest.game.to_move(contest.state) and contest.ply < ROUNDS:
        ply = contest.ply + 1
        mover, watcher = contest.mover, contest.people[0]
        since, direct = (watcher.seen_so_far(), mover.seen_so_far()), await mover.dm()
        texts = [contest.game.format(contest.state, one) for one in lots.sample(contest.game.legal(contest.state), 2)]
        # Both name their ply, so that the second is about this turn whenever it comes.
        await asyncio.gather(
            mover.say(f"!move {ply}. {texts[0]}", contest.thread),
            mover.say(f"!move #{contest.number} {ply}. {texts[1]}", direct),
        )
        contest.board = await watcher.hear(
            lambda one, ply=ply: one["attachments"] and f"**{ply}.**" in one["content"], since=since[0]
        )
        (played,) = [text for text in texts if f"`{text}`" in contest.board["content"]]
        contest.state = contest.game.play(contest.state, contest.game.parse(contest.state, played))
        contest.ply, contest.move = ply, played
        answers = [f"Move {ply} was already played: `{played}`"]
        if not contest.game.to_move(contest.state):  # the move drew the match
            answers.append(f"#{contest.number} ended")
        await mover.hear(
            lambda one, answers=answers: any(answer in one["content"] for answer in answers), since=since[1]
        )
    assert await boards(pair.ann, contest) == [str(ply) for ply in range(1, contest.ply + 1)]
    assert contest.ply > 3


async def test_a_page_of_the_first_process_hears_of_a_move_that_the_second_stored(
    pair: Pair, postgres: Server, name: str
) -> None:
    contest = await begin_match(pair, 1)  # in the guild of the second
    ((public_id,),) = await postgres.sql("SELECT public_id FROM matches ORDER BY id DESC LIMIT 1", name)
    async with aiohttp.ClientSession(pair.sites[0]) as http:
        async with http.get(f"/b/{public_id}/state") as answer:
            before = await answer.json()
        async with http.get(f"/b/{public_id}/events", params={"since": before["stamp"]}) as stream:
            await contest.turn(bare, "e4+")
            async with asyncio.timeout(HEARD):
                stamp = await anext(line async for line in stream.content if line.startswith(b"data: "))
        assert stamp.decode().strip() != f"data: {before['stamp']}"
        async with http.get(f"/b/{public_id}/state") as answer:
            after = await answer.json()
    assert (before["moves"][-1]["text"], after["moves"][-1]["text"]) == ("", "e4+")


@pytest.mark.thorough
async def test_a_process_whose_server_was_away_says_that_nothing_was_stored_and_goes_on(
    pair: Pair, postgres: Server
) -> None:
    contest = await begin_match(pair, 1)
    postgres.stop()
    since = pair.ann.seen_so_far()
    await pair.ann.say("e4+", contest.thread)
    await pair.ann.hear_bot("Nothing was done: I can't reach my database", since=since)
    postgres.start()
    await contest.turn(bare, "e4+")
    await contest.turn(numbered(contest), "b7")
    assert await boards(pair.ann, contest) == ["1", "2"]


async def all_posted(postgres: Server, name: str) -> None:
    while await postgres.sql("SELECT 1 FROM outbox WHERE sent_at IS NULL AND given_up_at IS NULL", name):  # noqa: ASYNC110 - the database tells nobody
        await asyncio.sleep(0.05)


async def killed_at_a_board(pair: Pair, victim: int, contest: Contest, way: Way, *, arrived: bool) -> None:
    """Kill the process that posts the first board, which arrived in time or never."""
    pair.playground.faults.slow(30, method="POST", path=f"/channels/{contest.thread}/messages", applied=arrived)
    await way(contest.mover, contest.thread, contest.board, "e4+")
    async with asyncio.timeout(60):
        while pair.playground.faults.left:  # noqa: ASYNC110 - the playground tells nobody
            await asyncio.sleep(0.01)
    await pair.bots[victim].stop(signal.SIGKILL)
    pair.playground.faults.clear()
    contest.state = contest.game.play(contest.state, contest.game.parse(contest.state, "e4+"))
    contest.ply, contest.move = 1, "e4+"


# One test, for starting processes takes seconds: the second is killed, then the first, then both are started again.
@pytest.mark.thorough
async def test_posts_of_killed_processes_come_once_and_moves_typed_meanwhile_count_once(
    pair: Pair, postgres: Server, name: str
) -> None:
    taken_over, cut_off = await begin_match(pair, 1), await begin_match(pair, 0)
    contests = [await begin_match(pair, guild) for guild in (0, 1, 1)]
    await killed_at_a_board(pair, 1, taken_over, bare, arrived=True)
    # As when five minutes have passed.
    await postgres.sql("UPDATE outbox SET claimed_until = now() WHERE claimed_by = '1 of 2'", name)
    await all_posted(postgres, name)
    taken_over.board = (await pair.ann.messages(taken_over.thread))[-1]
    await taken_over.turn(numbered(taken_over), "b7")
    await killed_at_a_board(pair, 0, cut_off, numbered(cut_off), arrived=False)
    barrier = asyncio.Barrier(len(contests) + 1)
    turns = zip(contests, (bare, bare, numbered(contests[2])), strict=True)
    playing = asyncio.gather(*(contest.turn(meanwhile(way, barrier), "e4+") for contest, way in turns))
    await barrier.wait()
    await asyncio.gather(*(bot.start() for bot in pair.bots))
    await barrier.wait()
    await playing
    await all_posted(postgres, name)
    assert await boards(pair.ann, taken_over) == ["1", "2"]
    cut_off.board = (await pair.ann.messages(cut_off.thread))[-1]
    for contest in (*contests, cut_off):
        await contest.turn(bare, "b7")
        assert await boards(pair.ann, contest) == ["1", "2"]


@asynccontextmanager
async def silent_process(postgres: Server, folder: Path) -> AsyncGenerator[tuple[BotProcess, BotProcess]]:
    """Give a bot that answers nothing any more, and another one with its shard and database that has begun to start."""
    settings = {"DATABASE_URL": await postgres.create()}
    playground = await Playground.start(options=Options(rate_limits=fast_rate_limits()))
    silent, other = (BotProcess(playground, folder / name, settings=settings) for name in ("silent", "other"))
    try:
        await silent.start()
        os.kill(silent.pid, signal.SIGSTOP)  # the system keeps its connections, as a network that fell silent does
        await other.begin()
        await other.logged("carries shard 0 already; stop it first. If it died with its machine or network, the server")
        yield silent, other
    finally:
        for each in (silent, other):
            if each.running:
                await each.stop(signal.SIGKILL)
        await playground.stop()


@pytest.mark.thorough
async def test_a_start_takes_the_shard_of_a_silent_process_when_the_server_has_freed_it(
    postgres: Server, tmp_path: Path
) -> None:
    async with silent_process(postgres, tmp_path) as (silent, other):
        await silent.stop(signal.SIGKILL)  # closes its connections, as the server does after a minute
        await other.logged("Connected as")
        assert await other.stop() == 0
        log = other.log.read_text()
        assert "trying again for up to 90 seconds" in log
        assert "The shards are free after " in log


@pytest.mark.thorough
async def test_a_start_that_waits_for_a_shard_can_be_stopped(postgres: Server, tmp_path: Path) -> None:
    async with silent_process(postgres, tmp_path) as (_, other):
        assert await other.stop() == 0
        assert "Not everything ended" not in other.log.read_text()


@pytest.mark.thorough
async def test_a_start_gives_up_when_the_server_would_have_freed_a_shard(postgres: Server, tmp_path: Path) -> None:
    async with silent_process(postgres, tmp_path) as (_, other):
        assert await other.ended() == 1
        last = other.log.read_text().splitlines()[-1]
        assert (
            last == "turnpost: DATABASE_URL: Another process on this database carries shard 0 already; stop it first."
        )
