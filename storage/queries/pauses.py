"""Pauses that the players of a match agreed to. All calls run in the caller's transaction.

To begin or end a pause, lock its match first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, case, insert, or_, select, update

from storage.queries.batches import IDS, fetch_in_batches
from storage.schema import pauses

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from storage.engine.database import Tx

_PAUSED = select(pauses.c.match_id).where(pauses.c.match_id.in_(IDS), pauses.c.ended_at.is_(None))


async def begin(tx: Tx, match_id: int, at: datetime) -> None:
    """Begin a pause of a match."""
    await tx.execute(insert(pauses).values(match_id=match_id, began_at=at))


async def end(tx: Tx, match_id: int, at: datetime) -> bool:
    """End the pause of a match, not before it began, and return whether there was one."""
    current = (pauses.c.match_id == match_id) & pauses.c.ended_at.is_(None)
    later = case((pauses.c.began_at > at, pauses.c.began_at), else_=bindparam("at", at, type_=pauses.c.ended_at.type))
    return bool((await tx.execute(update(pauses).where(current).values(ended_at=later))).rowcount)


async def ending_after(tx: Tx, match_id: int, moment: datetime) -> list[tuple[datetime, datetime | None]]:
    """Return the pauses of a match that end after a moment, in order; the end of a current one is None."""
    later = or_(pauses.c.ended_at.is_(None), pauses.c.ended_at > moment)
    query = select(pauses.c.began_at, pauses.c.ended_at).where(pauses.c.match_id == match_id, later)
    return [(row.began_at, row.ended_at) for row in await tx.execute(query.order_by(pauses.c.began_at))]


async def paused(tx: Tx, match_ids: Collection[int]) -> set[int]:
    """Return those of these matches that are paused."""
    return {row.match_id for row in await fetch_in_batches(tx, _PAUSED, match_ids)}
