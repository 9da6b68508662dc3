"""A pool of worker processes that think for computer players, so that the event loop never waits for an engine."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

from pebble import ProcessExpired, ProcessPool

from bot.engines.worker import limit_process, think
from engines import GenericEngine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from engines.contract import Engine, Thought
    from games.contract import Game

log = logging.getLogger(__name__)
WORKERS = 1
"""Processes that think. They are started with the first thought."""
TIME_LIMIT = 6.0
"""Seconds that one thought may take before the next lower level is asked."""
REVIEW_TIME_LIMIT = 2.0
"""The same for one position of a review: a computer player's turn may have to wait for it."""
REVIEW_DIVISOR = 2
"""What the budget of a level is divided by for one position of a review."""
MEMORY_LIMIT = 768 * 2**20
"""Bytes of address space of a worker; a fresh one takes about a third."""
MOST_POOLS = 3
"""Pools that are made for one thought before it fails."""
STOP_TIMEOUT = 2.0
"""Seconds that workers get to end when the bot stops."""


class EngineFailed(Exception):  # noqa: N818 - what stands in the log
    """No level of any engine has found a move."""


class EnginePool:
    """Asks engines in worker processes; `engine` returns that of a game by its key.

    A worker that dies, or thinks too long, is replaced, and the next lower level is asked; below the lowest level it is
    the generic engine.
    """

    def __init__(
        self,
        engine: Callable[[str], Engine],
        *,
        workers: int = WORKERS,
        time_limit: float = TIME_LIMIT,
        memory_limit: int = MEMORY_LIMIT,
    ) -> None:
        self._engine = engine
        self._time_limit = time_limit
        self._make_pool = partial(
            ProcessPool,
            max_workers=workers,
            initializer=limit_process,
            initargs=[memory_limit],
            context=get_context("spawn"),
        )
        self._pool = self._make_pool()
        self._turns = 0
        self._turn_over = asyncio.Condition()

    async def think(self, game: Game[Any, Any], state: Any, level: int, seed: int) -> Thought:
        """Return what an engine thinks of a state, at a level or the next lower one that succeeds.

        Raises `EngineFailed`.
        """
        self._turns += 1
        try:
            return await self._think_or_fall_back(game, state, level, seed, self._time_limit, 1)
        finally:
            self._turns -= 1
            async with self._turn_over:
                self._turn_over.notify_all()

    async def think_for_review(self, game: Game[Any, Any], state: Any, seed: int) -> Thought:
        """Return the same at the highest level with a share of its budget, when nobody waits for a turn.

        Raises `EngineFailed`.
        """
        async with self._turn_over:
            await self._turn_over.wait_for(lambda: not self._turns)
        level = len(self._engine(game.info.key).levels)
        return await self._think_or_fall_back(game, state, level, seed, REVIEW_TIME_LIMIT, REVIEW_DIVISOR)

    async def _think_or_fall_back(
        self, game: Game[Any, Any], state: Any, level: int, seed: int, time_limit: float, divisor: int
    ) -> Thought:
        for engine, tried in self._attempts(game, level):
            nodes = max(1, engine.levels[tried - 1].nodes // divisor)
            try:
                return await self._think(time_limit, engine, state, tried, seed, nodes)
            except TimeoutError:
                log.warning("%s at level %d took too long to think", game.info.title, tried)
            except ProcessExpired as died:
                log.warning("The process that thought about %s died: %s", game.info.title, died)
            except Exception:
                log.exception("%s at level %d failed to think", game.info.title, tried)
        raise EngineFailed(f"no engine has found a move in {game.info.title}")

    async def _think(self, time_limit: float, *request: Any) -> Thought:
        """Return what a worker answers. If a worker dies while it has nothing to do, the pool is lost and replaced."""
        for _ in range(MOST_POOLS):
            if not self._pool.active:
                log.warning("A process that thinks has died while it had nothing to do, and is replaced")
                self._pool = self._make_pool()
            try:
                future = self._pool.schedule(think, args=request, timeout=time_limit)
            except RuntimeError:  # the pool was lost this moment
                continue
            with suppress(BrokenProcessPool):
                return await asyncio.wrap_future(future)
        raise EngineFailed("the processes that think keep dying")

    async def close(self) -> None:
        """Stop the workers, whatever they think about."""
        self._pool.stop()
        await asyncio.to_thread(self._pool.join, STOP_TIMEOUT)

    def _attempts(self, game: Game[Any, Any], level: int) -> Iterator[tuple[Engine, int]]:
        """Yield the engines and levels to ask, one after the other."""
        engine = self._engine(game.info.key)
        for tried in range(min(level, len(engine.levels)), 0, -1):
            yield engine, tried
        yield GenericEngine(game), 1
