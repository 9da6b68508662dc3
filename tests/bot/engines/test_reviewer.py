"""Reviews in the worker: a review that is interrupted goes on where it was."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.engines.pool import EnginePool, Reviewer
from engines.contract import Level, Thought
from tests.engines.reviews.letters import played

if TYPE_CHECKING:
    from collections.abc import Sequence


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
