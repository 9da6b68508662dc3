"""Compute all ratings anew from the record."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from bot.match_files.exporter import CHUNK, find_result
from bot.referee.ratings.rated_match import corrected_match, may_count, rated_match
from bot.referee.ratings.rating_system import rate_matches
from bot.referee.ratings.store import lock_ratings, rows_of
from storage.backup import archive
from storage.queries import corrections, key_value, ratings

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from bot.referee.ratings.rated_match import RatedMatch
    from games.contract import Game
    from storage.engine.database import Database, Tx
    from storage.queries.rows import Correction, Event, Match, StoredRating


async def compute_ratings(
    tx: Tx, games: Mapping[str, Game[Any, Any]], excluded: Collection[int] = ()
) -> list[StoredRating]:
    """Return the ratings that follow from the record, game by game in order; matches in `excluded` aren't read.

    A match whose rules aren't installed, or reject it now, can't be rated.
    """
    found: defaultdict[str, list[RatedMatch]] = defaultdict(list)
    last = 0
    while chunk := await archive.read_after(tx, last, CHUNK, excluded=excluded):
        corrected = await corrections.of_matches(tx, [match.id for match, _ in chunk])
        for match, log in chunk:
            if rated := _find_rated_match(games, match, log, corrected.get(match.id, ())):
                found[match.game].append(rated)
        last = chunk[-1][0].id
    return [row for game in sorted(found) for row in _rate(game, found[game])]


def _find_rated_match(
    games: Mapping[str, Game[Any, Any]], match: Match, log: Sequence[Event], corrected: Sequence[Correction]
) -> RatedMatch | None:
    """Return what a match counts for ratings, as its last correction says if it has one; None if it doesn't count."""
    if not may_count(match, log):
        return None
    if corrected:
        return corrected_match(match, log, corrected[-1].places)
    return rated_match(match, log, find_result(games, match, log))


RATED = "ratings"
"""The key that says that all matches which had ended by then are rated."""


async def are_rated(tx: Tx) -> bool:
    """Return whether the matches that ended before there were ratings are rated, too."""
    return await key_value.read(tx, RATED) is not None


async def rate_past_matches(database: Database, games: Mapping[str, Game[Any, Any]]) -> None:
    """Rate the matches that ended before there were ratings, unless that is done."""
    async with database.read() as tx:
        if await are_rated(tx):
            return
    await rebuild_ratings(database, games)


async def rebuild_ratings(database: Database, games: Mapping[str, Game[Any, Any]]) -> list[StoredRating]:
    """Store the ratings that follow from the record in the place of those that are stored, and return them.

    They are computed beside the bot's work, and again if a match has ended meanwhile; the third time the bot waits.
    """
    for _ in range(2):
        async with database.read() as tx:
            seen, rows = await archive.count_ended(tx), await compute_ratings(tx, games)
        async with database.write() as tx:
            await _lock(tx, games)
            if await archive.count_ended(tx) == seen:
                await _replace(tx, rows)
                return rows
    async with database.write() as tx:
        await _lock(tx, games)
        rows = await compute_ratings(tx, games)
        await _replace(tx, rows)
        return rows


async def _lock(tx: Tx, games: Mapping[str, Game[Any, Any]]) -> None:
    """Let no match be rated until the transaction ends."""
    for game in sorted(games):
        await lock_ratings(tx, game)


async def _replace(tx: Tx, rows: list[StoredRating]) -> None:
    await ratings.remove_all(tx)
    await ratings.add(tx, rows)
    await key_value.write(tx, RATED, "all")


def _rate(game: str, matches: list[RatedMatch]) -> list[StoredRating]:
    ordered = sorted(matches, key=lambda one: (one.at, one.match_id))
    rows = rows_of(rate_matches(ordered, {}), game)
    return sorted(rows, key=lambda row: (row.at, row.match_id, row.user_id))
