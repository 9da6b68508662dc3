"""Verify that the stored ratings are those that follow from the record."""

from __future__ import annotations

from dataclasses import replace
from math import isclose
from typing import TYPE_CHECKING, Any

from bot.match_files.ratings import are_rated, compute_ratings
from storage.queries import ratings

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from games.contract import Game
    from storage.engine.database import Database
    from storage.queries.rows import StoredRating

MOST = 20
"""Differences that are named; the others are counted."""


async def verify_ratings(
    database: Database, games: Mapping[str, Game[Any, Any]], unreadable: Collection[int] = ()
) -> list[str]:
    """Return a line for each rating that differs from what follows from the matches, which are all readable but some.

    A game that isn't installed is left out. Before the bot, or a rebuild, has rated what had ended before there were
    ratings, nothing can differ.
    """
    async with database.read() as tx:
        if not await are_rated(tx):
            return []
        stored = {(row.match_id, row.user_id): row for row in await ratings.everything(tx) if row.game in games}
        computed = {(row.match_id, row.user_id): row for row in await compute_ratings(tx, games, unreadable)}
    wrong = [key for key in sorted({*stored, *computed}) if not _equal(stored.get(key), computed.get(key))]
    lines = [_line(key, stored.get(key), computed.get(key)) for key in wrong if key[0] not in unreadable]
    if len(lines) > MOST:
        lines[MOST:] = [f"{len(lines) - MOST} more ratings differ. `turnpost ratings --rebuild` computes all anew."]
    return lines


def _equal(stored: StoredRating | None, computed: StoredRating | None) -> bool:
    """Return whether two ratings are the same but for the last digits, which may differ between machines."""
    if stored is None or computed is None:
        return stored is computed
    near = isclose(stored.mu, computed.mu, abs_tol=1e-6) and isclose(stored.sigma, computed.sigma, abs_tol=1e-6)
    weight = isclose(stored.weight, computed.weight, abs_tol=1e-6)
    same = replace(stored, mu=0, sigma=0, weight=0) == replace(computed, mu=0, sigma=0, weight=0)
    return near and weight and same


def _line(key: tuple[int, int], stored: StoredRating | None, computed: StoredRating | None) -> str:
    match_id, user_id = key
    if stored is None:
        return f"#{match_id}: the rating of person {user_id} after it isn't here."
    if computed is None:
        return f"#{match_id}: a rating of person {user_id} after it is here, but it counts for none."
    return f"#{match_id}: the rating of person {user_id} after it isn't what follows from the matches."
