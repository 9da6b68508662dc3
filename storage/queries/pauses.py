"""Pauses that the players of a match agreed to. All calls run in the caller's transaction.

To begin or end a pause, lock its match first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, case, insert, or_, select, update

from storage.queries.id_batches import in_batches
from storage.schema import pauses

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime, timedelta

    from storage.engine.database import Tx


async def begin(tx: Tx, match_id: int, at: datetime) -> None:
    """Begin a pause of a match."""
    await tx.execute(insert(pauses).values(match_id=match_id, began_at=at))


async def end(tx: Tx, match_id: int, at: datetime) -> bool:
    """End the pause of a match, not before it began, and return whether there was one."""
    current = (pauses.c.match_id == match_id) & pauses.c.ended_at.is_(None)
    later = case((pauses.c.began_at > at, pauses.c.began_at), else_=bindparam("at", at, type_=pauses.c.ended_at.type))
    return bool((await tx.execute(update(pauses).where(current).values(ended_at=later))).rowcount)


async def shift(tx: Tx, match_id: int, moment: datetime, by: timedelta) -> None:
    """Shift the pauses of a match that end after a moment."""
    later = or_(pauses.c.ended_at.is_(None), pauses.c.ended_at > moment)
    found = select(pauses.c.id, pauses.c.began_at, pauses.c.ended_at).where(pauses.c.match_id == match_id, later)
    for row in (await tx.execute(found)).all():
        moved = {"began_at": row.began_at + by, "ended_at": row.ended_at and row.ended_at + by}
        await tx.execute(update(pauses).where(pauses.c.id == row.id).values(moved))


async def ending_after(tx: Tx, match_id: int, moment: datetime) -> list[tuple[datetime, datetime | None]]:
    """Return the pauses of a match that end after a moment, in order; the end of a current one is None."""
    later = or_(pauses.c.ended_at.is_(None), pauses.c.ended_at > moment)
    query = select(pauses.c.began_at, pauses.c.ended_at).where(pauses.c.match_id == match_id, later)
    return [(row.began_at, row.ended_at) for row in await tx.execute(query.order_by(pauses.c.began_at))]


async def paused(tx: Tx, match_ids: Collection[int]) -> set[int]:
    """Return those of these matches that are paused."""
    found: set[int] = set()
    for batch in in_batches(match_ids):
        these = pauses.c.match_id.in_(batch)
        found |= set((await tx.execute(select(pauses.c.match_id).where(these, pauses.c.ended_at.is_(None)))).scalars())
    return found
