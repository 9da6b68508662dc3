"""Keep ratings: after the end of a match, in its transaction, and all of them anew."""

from __future__ import annotations

import logging
from itertools import groupby
from typing import TYPE_CHECKING

from bot.referee.errors import RequestRejected
from bot.referee.history.outcome import match_result
from bot.referee.ratings.rated_match import RatedMatch, corrected_match, may_count, rated_match
from bot.referee.ratings.rating_system import WEEK, Rating, rate_matches
from bot.referee.rules_thread import run_rules
from storage.queries import corrections, events, key_value, ratings
from storage.queries.rows import StoredRating

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from bot.referee.context import Context
    from bot.referee.ratings.rating_system import RatedPerson
    from storage.engine.database import Tx
    from storage.queries.rows import Match

log = logging.getLogger(__name__)


async def rate_ended_match(context: Context, tx: Tx, match: Match) -> None:
    """Store the ratings after a match that has just ended, or none any more if its end was called off.

    All later matches of the game are rated anew, if there are any. Rules that fail must not keep a match from ending:
    the log has the reason, and `turnpost ratings --rebuild` rates it later.
    """
    await lock_ratings(tx, match.game)
    known = await ratings.of_match(tx, match.id)
    try:
        ended = await find_rated_match(context, tx, match)
    except RequestRejected as rejected:
        log.warning("Match #%d isn't rated: %s", match.id, rejected.reason)
        return
    begin = min(row.at for row in known) if known else ended.at if ended else None
    if begin is None:
        return
    stored = [row for row in await ratings.since(tx, match.game, begin) if row.match_id != match.id]
    later = [*matches_of(stored), *([ended] if ended else [])]
    await _rate_since(tx, match.game, begin, sorted(later, key=lambda one: (one.at, one.match_id)))


async def lock_ratings(tx: Tx, game: str) -> None:
    """Let no other match of a game be rated until the transaction ends."""
    await key_value.lock(tx, f"ratings {game}")


async def find_rated_match(context: Context, tx: Tx, match: Match) -> RatedMatch | None:
    """Return what a match counts for ratings, None if it doesn't. Raises `RequestRejected` if the rules can't tell."""
    if not match.rated or match.ended_at is None:
        return None
    log_of_match = await events.of_match(tx, match.id)
    if not may_count(match, log_of_match):  # then the rules needn't be asked
        return None
    if corrected := await corrections.of_match(tx, match.id):
        return corrected_match(match, log_of_match, corrected[-1].places)
    state = await context.state(tx, match)
    result = await run_rules(match_result, context.game(match), match, log_of_match[-1], state, key=("rated", match.id))
    return rated_match(match, log_of_match, result)


def matches_of(rows: Iterable[StoredRating]) -> list[RatedMatch]:
    """Return the matches of rows that are in the order of their matches."""
    return [
        RatedMatch(match_id, at, {row.user_id: row.place for row in group})
        for (at, match_id), group in groupby(rows, key=lambda row: (row.at, row.match_id))
    ]


def rows_of(rated: Iterable[RatedPerson], game: str) -> list[StoredRating]:
    """Return rows of a game for storage."""
    return [
        StoredRating(
            one.match.match_id, one.user_id, game, one.match.at, one.place, one.weight, one.rating.mu, one.rating.sigma
        )
        for one in rated
    ]


async def _rate_since(tx: Tx, game: str, begin: datetime, later: Sequence[RatedMatch]) -> None:
    """Rate anew the matches of a game that ended at a time or later."""
    people = {user_id for one in later for user_id in one.places}
    before = {row.user_id: Rating(row.mu, row.sigma) for row in await ratings.before(tx, game, people, begin)}
    week = [row for row in await ratings.since(tx, game, begin - WEEK) if row.at < begin]
    await ratings.remove_since(tx, game, begin)
    await ratings.add(tx, rows_of(rate_matches(later, before, matches_of(week)), game))
