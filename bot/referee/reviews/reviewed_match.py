"""A finished match with what its review needs and what it found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.referee.reviews.played_match import build_played_match
from bot.referee.reviews.review_json import read_review, write_review
from bot.referee.rules_thread import rules_outside_transaction, run_rules
from storage.queries import events, matches, reviews

if TYPE_CHECKING:
    from bot.referee.context import Context
    from engines.reviews.contract import PlayedMatch, Review
    from games.contract import Game
    from storage.queries.rows import Match


@dataclass(frozen=True, slots=True)
class ReviewedMatch:
    """A match, its game, how it went, and its review, or None until that is found."""

    match: Match
    game: Game[Any, Any]
    played: PlayedMatch
    review: Review | None


@rules_outside_transaction
async def load_reviewed_match(context: Context, match_id: int) -> ReviewedMatch:
    """Return a match with its review. Raises `RequestRejected` if its rules aren't installed any more."""
    async with context.database.read() as tx:
        match = await matches.require(tx, match_id)
        await context.state(tx, match, 0)
        log = await events.of_match(tx, match.id, upto=match.seq)
        content = await reviews.of_match(tx, match.id)
    game = context.game(match)
    played = await run_rules(build_played_match, game, match, log)
    return ReviewedMatch(match, game, played, read_review(content) if content else None)


async def store_review(context: Context, match_id: int, review: Review) -> Review:
    """Store what was found, and return the review that is kept: another process may have stored one before."""
    async with context.database.write() as tx:
        await reviews.store(tx, match_id, write_review(review))
        return read_review(await reviews.of_match(tx, match_id) or {})
