"""Reviews matches with the engines, position by position, while nobody waits for a computer player's turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cachetools import LRUCache

from bot.referee.rules_thread import run_rules
from engines.reviews.contract import Review
from engines.reviews.turning_points import review_match

if TYPE_CHECKING:
    from collections.abc import Generator

    from bot.engines.pool import EnginePool
    from engines.contract import Thought
    from engines.reviews.contract import PlayedMatch

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
