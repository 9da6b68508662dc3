"""A pool of worker processes that think for computer players and review matches, so that the event loop never waits."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import active_children, get_context
from typing import TYPE_CHECKING, Any

from cachetools import LRUCache
from pebble import ProcessExpired, ProcessPool

from bot.engines.worker import start_worker, think
from bot.logs.setup import log_options
from bot.referee.context import run_rules
from engines import GenericEngine
from engines.reviews.contract import Review
from engines.reviews.turning_points import review_match

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from engines.contract import Engine, Thought
    from engines.reviews.contract import PlayedMatch
    from games.contract import Game

log = logging.getLogger(__name__)
WORKERS = 1
"""Processes that think. They are started with the first thought."""
TIME_LIMIT = 6.0
"""Seconds that one thought may take before the next lower level is asked."""
START_LIMIT = 15.0
"""Seconds more that a worker may take to start, and to take up a thought; then the pool is stuck, and is replaced."""
REVIEW_DIVISOR = 2
"""What the budget of a level is divided by for one position of a review."""
MEMORY_LIMIT = 768 * 2**20
"""Bytes of address space of a worker; a fresh one takes about a third."""
LIVES = 2
"""Workers that may die of one thought before the next lower level is asked: somebody else may have killed the first."""
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
        start_limit: float = START_LIMIT,
        memory_limit: int = MEMORY_LIMIT,
    ) -> None:
        self._engine = engine
        self._time_limit, self._start_limit = time_limit, start_limit
        self._free = asyncio.Semaphore(workers)
        self._make_pool = partial(
            ProcessPool,
            max_workers=workers,
            initializer=start_worker,
            initargs=[memory_limit, log_options()],
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
            return await self._think_or_fall_back(game, state, level, seed, 1)
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
        return await self._think_or_fall_back(game, state, level, seed, REVIEW_DIVISOR)

    async def _think_or_fall_back(
        self, game: Game[Any, Any], state: Any, level: int, seed: int, divisor: int
    ) -> Thought:
        for engine, tried in self._attempts(game, level):
            for _ in range(LIVES):
                try:
                    nodes = max(1, engine.levels[tried - 1].nodes // divisor)
                    async with self._free:
                        thought = await self._think(engine, state, tried, seed, nodes)
                    await asyncio.to_thread(game.parse, state, thought.move)  # raises for a move that isn't legal
                except ProcessExpired as died:
                    log.warning("The process that thought about %s died: %s", game.info.title, died)
                    continue
                except TimeoutError:
                    log.warning("%s at level %d took too long to think", game.info.title, tried)
                except Exception:
                    log.exception("%s at level %d failed to think", game.info.title, tried)
                else:
                    return thought
                break
        raise EngineFailed(f"no engine has found a move in {game.info.title}")

    async def _think(self, *request: Any) -> Thought:
        """Return what a worker answers.

        If a worker dies while it has nothing to do, the pool is lost; if it dies while it takes up a thought, it may
        leave a lock behind, and the pool is stuck. Either is replaced.
        """
        for _ in range(MOST_POOLS):
            if not self._pool.active:
                log.warning("A process that thinks has died while it had nothing to do, and is replaced")
                self._pool = self._make_pool()
            try:
                future = self._pool.schedule(think, args=request, timeout=self._time_limit)
            except RuntimeError:  # the pool was lost this moment
                continue
            patience = asyncio.timeout(self._time_limit + self._start_limit)
            try:
                async with patience:
                    return await asyncio.wrap_future(future)
            except BrokenProcessPool:
                continue
            except TimeoutError:
                if not patience.expired():
                    raise
            log.warning("The processes that think are stuck, and are replaced")
            await self._abandon()
        raise EngineFailed("the processes that think keep dying")

    async def _abandon(self) -> None:
        """Make a new pool in place of one that is stuck, whose processes are killed first: they may never stop."""
        stuck, self._pool = self._pool, self._make_pool()
        for process in active_children():
            process.kill()
        stuck.stop()

    async def close(self) -> None:
        """Stop the workers, whatever they think about."""
        self._pool.stop()
        await asyncio.to_thread(self._pool.join, STOP_TIMEOUT)

    def _attempts(self, game: Game[Any, Any], level: int) -> Iterator[tuple[Engine, int]]:
        """Yield the engines and levels to ask, one after the other."""
        engine = self._engine(game.info.key)
        for tried in range(min(level, _count_levels(engine)), 0, -1):
            yield engine, tried
        yield GenericEngine(game), 1


def _count_levels(engine: Engine) -> int:
    """Return how many levels an engine has, none if it can't say."""
    try:
        return len(engine.levels)
    except Exception:
        log.exception("An engine doesn't name its levels")
        return 0


MAX_CACHED_THOUGHTS = 500
"""Thoughts that are kept, so that a review that was interrupted goes on where it was: those of several long matches."""


class Reviewer:
    """Looks through matches, a position at a time."""

    def __init__(self, engines: EnginePool) -> None:
        self._engines = engines
        self._thoughts: LRUCache[tuple[str, Any, int], Thought] = LRUCache(MAX_CACHED_THOUGHTS)

    async def review(self, played: PlayedMatch, seed: int) -> Review:
        """Return the review of a match. Raises `EngineFailed`."""
        search = review_match(played)
        step = await run_rules(_advance, search, None)
        while not isinstance(step, Review):
            step = await run_rules(_advance, search, await self._think(played, step, seed))
        return step

    async def _think(self, played: PlayedMatch, state: Any, seed: int) -> Thought:
        key = (played.game.info.key, state, seed)
        if key not in self._thoughts:
            self._thoughts[key] = await self._engines.think_for_review(played.game, state, seed)
        return self._thoughts[key]


def _advance(search: Generator[Any, Thought, Review], thought: Thought | None) -> Any:
    """Return the state that a search wants to have looked at next, or the review at its end."""
    try:
        return next(search) if thought is None else search.send(thought)
    except StopIteration as end:
        return end.value
