"""When matches stand still because all players agreed to it. All calls run in the caller's transaction.

Whoever begins or ends a pause holds its match first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, case, insert, or_, select, update

from storage.tables.schema import pauses

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime, timedelta

    from storage.engine.database import Tx

_AT_ONCE = 500


async def begin(tx: Tx, match_id: int, at: datetime) -> None:
    """Let a match stand still until that is ended."""
    await tx.execute(insert(pauses).values(match_id=match_id, began_at=at))


async def end(tx: Tx, match_id: int, at: datetime) -> bool:
    """End the pause of a match, never before it began, and return whether there was one."""
    standing = (pauses.c.match_id == match_id) & pauses.c.ended_at.is_(None)
    later = case((pauses.c.began_at > at, pauses.c.began_at), else_=bindparam("at", at, type_=pauses.c.ended_at.type))
    return bool((await tx.execute(update(pauses).where(standing).values(ended_at=later))).rowcount)


async def shift(tx: Tx, match_id: int, moment: datetime, by: timedelta) -> None:
    """Let the pauses of a match that end after a moment have been so much later."""
    later = or_(pauses.c.ended_at.is_(None), pauses.c.ended_at > moment)
    found = select(pauses.c.id, pauses.c.began_at, pauses.c.ended_at).where(pauses.c.match_id == match_id, later)
    for row in (await tx.execute(found)).all():
        moved = {"began_at": row.began_at + by, "ended_at": row.ended_at and row.ended_at + by}
        await tx.execute(update(pauses).where(pauses.c.id == row.id).values(moved))


async def ending_after(tx: Tx, match_id: int, moment: datetime) -> list[tuple[datetime, datetime | None]]:
    """Return when a match stood still, as intervals that end after a moment, in order; one may have no end yet."""
    later = or_(pauses.c.ended_at.is_(None), pauses.c.ended_at > moment)
    query = select(pauses.c.began_at, pauses.c.ended_at).where(pauses.c.match_id == match_id, later)
    return [(row.began_at, row.ended_at) for row in await tx.execute(query.order_by(pauses.c.began_at))]


async def paused(tx: Tx, match_ids: Collection[int]) -> set[int]:
    """Return those of some matches that stand still."""
    found: set[int] = set()
    listed = list(match_ids)
    for start in range(0, len(listed), _AT_ONCE):
        these = pauses.c.match_id.in_(listed[start : start + _AT_ONCE])
        found |= set((await tx.execute(select(pauses.c.match_id).where(these, pauses.c.ended_at.is_(None)))).scalars())
    return found
