"""The ratings of people after each rated match. All calls run in the caller's transaction.

The matches of a game are in the order in which they ended; of two that ended at once the lower id comes first.
"""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import TYPE_CHECKING

from sqlalchemy import and_, bindparam, delete, func, insert, or_, select

from storage.queries.rows import FORMER_IDS, PresentRating, StoredRating
from storage.schema import matches, ratings, seats

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from sqlalchemy import ColumnElement

    from storage.engine.database import Tx

_NAMES = [each.name for each in fields(StoredRating)]
_ALL = select(*(ratings.c[name] for name in _NAMES))
_ORDER = (ratings.c.at, ratings.c.match_id, ratings.c.user_id)
_GAME = ratings.c.game == bindparam("game")
_OF_MATCH = _ALL.where(ratings.c.match_id == bindparam("match")).order_by(ratings.c.user_id)
_OF_PERSON = _ALL.where(_GAME, ratings.c.user_id == bindparam("user")).order_by(*_ORDER)
_ALL_OF_PERSON = _ALL.where(ratings.c.user_id == bindparam("user")).order_by(ratings.c.game, *_ORDER)


async def add(tx: Tx, rows: Sequence[StoredRating]) -> None:
    """Store ratings."""
    if rows:
        await tx.execute(insert(ratings), [asdict(row) for row in rows])


async def of_match(tx: Tx, match_id: int) -> list[StoredRating]:
    """Return the ratings after a match, none if it isn't rated."""
    return [StoredRating(*row) for row in await tx.execute(_OF_MATCH, {"match": match_id})]


async def of_person(tx: Tx, game: str, user_id: int) -> list[StoredRating]:
    """Return a person's ratings at a game, the oldest first."""
    return [StoredRating(*row) for row in await tx.execute(_OF_PERSON, {"game": game, "user": user_id})]


async def all_of_person(tx: Tx, user_id: int) -> list[StoredRating]:
    """Return a person's ratings game by game, the oldest first."""
    return [StoredRating(*row) for row in await tx.execute(_ALL_OF_PERSON, {"user": user_id})]


async def before(tx: Tx, game: str, people: Iterable[int], at: datetime) -> list[StoredRating]:
    """Return the last ratings of some people at a game after matches that ended before a time."""
    found: list[StoredRating] = []
    for user_id in sorted(set(people)):
        query = _ALL.where(ratings.c.game == game, ratings.c.user_id == user_id, ratings.c.at < at)
        last = query.order_by(ratings.c.at.desc(), ratings.c.match_id.desc()).limit(1)
        found += [StoredRating(*row) for row in await tx.execute(last)]
    return found


async def since(tx: Tx, game: str, at: datetime) -> list[StoredRating]:
    """Return the ratings at a game after matches that ended at a time or later, in order."""
    return [StoredRating(*row) for row in await tx.execute(_ALL.where(_since(game, at)).order_by(*_ORDER))]


async def remove_since(tx: Tx, game: str, at: datetime) -> None:
    """Remove the ratings at a game after matches that ended at a time or later."""
    await tx.execute(delete(ratings).where(_since(game, at)))


async def remove_all(tx: Tx) -> None:
    """Remove all ratings."""
    await tx.execute(delete(ratings))


async def everything(tx: Tx) -> list[StoredRating]:
    """Return all ratings, game by game in order."""
    return [StoredRating(*row) for row in await tx.execute(_ALL.order_by(ratings.c.game, *_ORDER))]


async def standings(tx: Tx, game: str, guild_id: int | None = None) -> list[PresentRating]:
    """Return the present ratings of all people at a game, the highest first, without former players.

    With a server's id only those who have finished a rated match of the game there.
    """
    other = ratings.alias()
    same = and_(other.c.user_id == ratings.c.user_id, other.c.game == ratings.c.game)
    later = or_(other.c.at > ratings.c.at, other.c.match_id > ratings.c.match_id)
    newer = select(other.c.match_id).where(same, other.c.at >= ratings.c.at, later).exists()  # `at` alone for the index
    played = select(func.count()).select_from(other).where(same).scalar_subquery()
    seated = and_(seats.c.match_id == ratings.c.match_id, seats.c.user_id == ratings.c.user_id)
    query = _ALL.add_columns(played.label("played"), seats.c.name).outerjoin(seats, seated)
    query = query.where(_GAME, ~newer, ~ratings.c.user_id.between(FORMER_IDS.start, FORMER_IDS.stop - 1))
    if guild_id is not None:
        there = select(other.c.match_id).join(matches, matches.c.id == other.c.match_id)
        query = query.where(there.where(same, matches.c.guild_id == guild_id).exists())
    rows = await tx.execute(query.order_by(ratings.c.mu.desc(), ratings.c.user_id), {"game": game})
    return [PresentRating(StoredRating(*row[: len(_NAMES)]), row.played, row.name) for row in rows]


def _since(game: str, at: datetime) -> ColumnElement[bool]:
    return and_(ratings.c.game == game, ratings.c.at >= at)
