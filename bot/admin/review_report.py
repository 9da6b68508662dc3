"""Reviews of matches in files, for the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engines.pool import EnginePool
from bot.engines.reviewer import Reviewer
from bot.features.reviews.text import PLAIN, review_text
from bot.images.review_images import describe_curve, draw_curve
from bot.referee.people.display import replay_display
from bot.referee.reviews.played_match import build_played_match
from bot.referee.reviews.reviewed_match import ReviewedMatch
from engines import engine_of
from games.contract import find_version

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from bot.plugins import Catalogue
    from storage.queries.rows import Event, Match

TIME_LIMIT = 60.0
"""Seconds that one position may take: nobody's turn waits."""


async def review_matches(
    offered: Catalogue, found: Sequence[tuple[Match, Sequence[Event]]]
) -> AsyncIterator[tuple[str, bytes]]:
    """Yield for each match, with its log, its review in words and its curve as PNG. Raises `EngineFailed`."""
    pool = EnginePool(lambda key: offered.engines.get(key) or engine_of(offered.games[key]), time_limit=TIME_LIMIT)
    try:
        for match, log in found:
            game = find_version(offered.games[match.game], match.rules) or offered.games[match.game]
            reviewed = ReviewedMatch(match, game, build_played_match(game, match, log), None)
            review = await Reviewer(pool).review(reviewed.played, match.seed)
            words = f"{review_text(reviewed, review, PLAIN)}\n{describe_curve(reviewed, review)}"
            yield words, draw_curve(offered.renderers[match.game], reviewed, review, replay_display(match))
    finally:
        await pool.close()
