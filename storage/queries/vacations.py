"""Vacations of people, by user id. All calls run in the caller's transaction.

To change a vacation, lock its person first (`people.lock`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, delete, insert, select, update

from storage.queries import row_ids
from storage.queries.batches import IDS, fetch_in_batches
from storage.schema import matches, seats, vacations

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from storage.engine.database import Tx

_AWAY = select(vacations.c.user_id, vacations.c.ended_at).where(
    vacations.c.user_id.in_(IDS),
    vacations.c.began_at <= bindparam("now"),
    vacations.c.ended_at > bindparam("now"),
)

_PLAYS = (
    select(seats.c.seat)
    .join(matches, matches.c.id == seats.c.match_id)
    .where(seats.c.user_id == vacations.c.user_id, matches.c.ended_at.is_(None))
)
_ENDED_BEFORE = select(vacations.c.id).where(vacations.c.ended_at < bindparam("moment"), ~_PLAYS.exists())


async def begin(tx: Tx, user_id: int, began: datetime, ended: datetime) -> None:
    """Store a vacation of a person."""
    await tx.execute(insert(vacations).values(user_id=user_id, began_at=began, ended_at=ended))


async def ended_before(tx: Tx, moment: datetime) -> list[int]:
    """Return the vacations that ended before a moment, of people who play in no active match."""
    return list((await tx.execute(_ENDED_BEFORE, {"moment": moment})).scalars())


async def remove(tx: Tx, vacation_ids: Collection[int]) -> None:
    """Remove vacations."""
    await row_ids.add_skipped(tx, vacations, vacation_ids)
    for each in vacation_ids:
        await tx.execute(delete(vacations).where(vacations.c.id == each))


async def move_end(tx: Tx, user_id: int, now: datetime, ended: datetime) -> None:
    """Set the end of a person's current vacation."""
    current = (vacations.c.user_id == user_id) & (vacations.c.ended_at > now)
    await tx.execute(update(vacations).where(current).values(ended_at=ended))


async def ending_after(tx: Tx, user_id: int, moment: datetime) -> list[tuple[datetime, datetime]]:
    """Return the vacations of a person that end after a moment, in order."""
    query = select(vacations.c.began_at, vacations.c.ended_at).where(vacations.c.user_id == user_id)
    rows = await tx.execute(query.where(vacations.c.ended_at > moment).order_by(vacations.c.began_at))
    return [(row.began_at, row.ended_at) for row in rows]


async def away(tx: Tx, user_ids: Collection[int], now: datetime) -> dict[int, datetime]:
    """Return those of these people who are on vacation, each with its end."""
    return {row.user_id: row.ended_at for row in await fetch_in_batches(tx, _AWAY, user_ids, now=now)}
