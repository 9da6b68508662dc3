"""The worker processes of engines: what happens when one is slow, dies, fails or takes too much memory, and logs."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from contextlib import asynccontextmanager
from dataclasses import dataclass
from multiprocessing import active_children
from typing import TYPE_CHECKING, Any

import pytest

from bot.engines.pool import EngineFailed, EnginePool, Reviewer
from engines.contract import Level, Thought
from games import GAMES
from tests.engines.reviews.letters import played

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Coroutine, Sequence

GAME = GAMES["martian-life"]
STATE = GAME.start(2, {}, 1)
MOVE = GAME.format(STATE, GAME.legal(STATE)[0])


@dataclass(frozen=True)
class TroubledEngine:
    """An engine whose level 2 has some trouble, and whose level 1 tells of its process."""

    trouble: str

    @property
    def levels(self) -> tuple[Level, ...]:
        return (Level("thinks", 1), Level("has trouble", 2))

    def think(self, state: Any, level: int, seed: int, nodes: int | None = None) -> Thought:
        del state, seed, nodes
        if level == 2:
            self._run_into_trouble()
        return Thought(MOVE, os.nice(0), (str(os.getpid()),))

    def _run_into_trouble(self) -> None:
        while self.trouble == "slow":
            pass
        if self.trouble == "dies":
            os.kill(os.getpid(), signal.SIGKILL)
        if self.trouble == "memory":
            bytearray(2**32)
        raise ValueError(self.trouble)


@asynccontextmanager
async def pool_of(trouble: str, time_limit: float = 20, start_limit: float = 20) -> AsyncGenerator[EnginePool]:
    pool = EnginePool(lambda _: TroubledEngine(trouble), time_limit=time_limit, start_limit=start_limit)
    try:
        yield pool
    finally:
        await pool.close()


MORE_TROUBLE = ("memory", "raises")


@pytest.mark.thorough
async def test_an_engine_thinks_in_another_process_of_low_priority() -> None:
    async with pool_of("none") as pool:
        thought = await pool.think(GAME, STATE, 1, 0)
    assert int(thought.line[0]) != os.getpid()
    assert thought.value >= 10


@pytest.mark.parametrize("trouble", ["dies", *(pytest.param(one, marks=pytest.mark.thorough) for one in MORE_TROUBLE)])
async def test_the_level_below_answers_for_one_that(trouble: str) -> None:
    async with pool_of(trouble) as pool:
        thought = await pool.think(GAME, STATE, 2, 0)
    assert thought.line[0].isdecimal()


@pytest.mark.thorough
@pytest.mark.parametrize("trouble", ["dies", "memory", "raises"])
async def test_the_level_below_answers_again_for_one_that(trouble: str) -> None:
    async with pool_of(trouble) as pool:
        thoughts = [await pool.think(GAME, STATE, 2, 0) for _ in range(2)]
    assert all(thought.line[0].isdecimal() for thought in thoughts)


@pytest.mark.thorough
async def test_the_level_below_answers_for_one_that_takes_too_long() -> None:
    async with pool_of("slow", time_limit=0.5) as pool:
        assert (await pool.think(GAME, STATE, 2, 0)).line[0].isdecimal()


@pytest.mark.thorough
async def test_a_worker_that_dies_while_it_has_nothing_to_do_is_replaced() -> None:
    async with pool_of("none") as pool:
        worker = int((await pool.think(GAME, STATE, 1, 0)).line[0])
        os.kill(worker, signal.SIGKILL)
        assert int((await pool.think(GAME, STATE, 1, 0)).line[0]) != worker


@pytest.mark.thorough
async def test_a_worker_that_takes_up_no_thought_is_replaced() -> None:
    async with pool_of("none", time_limit=8, start_limit=1) as pool:
        stuck = int((await pool.think(GAME, STATE, 1, 0)).line[0])
        os.kill(stuck, signal.SIGSTOP)
        assert int((await pool.think(GAME, STATE, 1, 0)).line[0]) != stuck
        assert stuck not in {process.pid for process in active_children()}


async def test_an_answer_is_a_thought_about_the_state_that_was_sent() -> None:
    pool = EnginePool(lambda _: FailingEngine())
    try:
        thought = await pool.think(GAME, STATE, 1, 0)
    finally:
        await pool.close()
    assert GAME.format(STATE, GAME.parse(STATE, thought.line[0])) == thought.move


async def test_a_game_that_fails_at_every_level_is_told() -> None:
    pool = EnginePool(lambda _: FailingEngine())
    try:
        with pytest.raises(EngineFailed, match="Martian Life"):
            await pool.think(GAME, None, 1, 0)
    finally:
        await pool.close()


@pytest.mark.parametrize("levels", [(Level("cheats", 1),), None])
async def test_the_generic_engine_answers_for_one_that_returns_nonsense(levels: Any) -> None:
    pool = EnginePool(lambda _: CheatingEngine(levels))
    try:
        thought = await pool.think(GAME, STATE, 1, 0)
    finally:
        await pool.close()
    assert GAME.format(STATE, GAME.parse(STATE, thought.move)) == thought.move


@dataclass(frozen=True)
class CheatingEngine:
    """An engine whose moves are illegal."""

    levels: Any

    def think(self, state: Any, level: int, seed: int, nodes: int | None = None) -> Thought:
        del state, level, seed, nodes
        return Thought("z99", 0.5)


@dataclass(frozen=True)
class FailingEngine:
    """An engine that finds no move, so that the generic engine has to."""

    levels: tuple[Level, ...] = (Level("fails", 1),)

    def think(self, state: Any, level: int, seed: int, nodes: int | None = None) -> Thought:
        del state, level, seed, nodes
        raise NotImplementedError


@pytest.mark.thorough
async def test_a_review_waits_until_nobody_waits_for_a_turn() -> None:
    done: list[str] = []

    async def note(name: str, thought: Coroutine[Any, Any, Thought]) -> None:
        await thought
        done.append(name)

    async with pool_of("none") as pool, asyncio.TaskGroup() as tasks:
        tasks.create_task(note("turn", pool.think(GAME, STATE, 1, 0)))
        tasks.create_task(note("review", pool.think_for_review(GAME, STATE, 0)))
        tasks.create_task(note("other turn", pool.think(GAME, STATE, 1, 0)))
    assert done == ["turn", "other turn", "review"]


@dataclass(frozen=True)
class TellingEngine:
    """An engine whose moves tell at what level and with how many nodes it was asked."""

    levels: tuple[Level, ...] = (Level("tells", 10), Level("tells, too", 31))

    def think(self, state: Any, level: int, seed: int, nodes: int | None = None) -> Thought:
        del state, seed
        return Thought(MOVE, 0.5, (f"{level} {nodes}",))


@pytest.mark.thorough
async def test_a_review_is_made_at_the_highest_level_with_half_its_nodes() -> None:
    pool = EnginePool(lambda _: TellingEngine())
    try:
        assert (await pool.think(GAME, STATE, 1, 0)).line[0] == "1 10"
        assert (await pool.think_for_review(GAME, STATE, 0)).line[0] == "2 15"
    finally:
        await pool.close()


@dataclass(frozen=True)
class UnsteadyEngine:
    """An engine that never thinks the same twice of a position."""

    levels: Sequence[Level] = (Level("guesses", 1), Level("guesses", 1))

    def think(self, state: Any, level: int, seed: int, nodes: int | None = None) -> Thought:
        del level, seed, nodes
        return Thought(state.text[:1] or "a", int.from_bytes(os.urandom(2)) / 65536)


async def test_a_position_is_thought_about_once_for_two_tries_of_a_review() -> None:
    pool = EnginePool(lambda _: UnsteadyEngine())
    try:
        reviewer = Reviewer(pool)
        first = await reviewer.review(played("aaaa"), 1)
        assert await reviewer.review(played("aaaa"), 1) == first
        assert await reviewer.review(played("aaaa"), 2) != first
    finally:
        await pool.close()


PROGRAM = """
import logging, sys
from bot.engines.worker import start_worker

start_worker(2**31, ("INFO", "json"))
assert "structlog" not in sys.modules, "most workers log nothing"
for line in ("one", "two"):
    logging.getLogger("turnpost_package").info("%s", line)
    logging.getLogger("turnpost_package").debug("never")
"""


def test_a_line_of_a_worker_looks_like_those_of_the_bot() -> None:
    done = subprocess.run((sys.executable, "-c", PROGRAM), capture_output=True, text=True, check=True)  # noqa: S603 - this very Python
    lines = [json.loads(line) for line in done.stderr.splitlines()]
    assert [line["message"] for line in lines] == ["one", "two"]
    assert {line["logger"] for line in lines} == {"turnpost_package"}
