"""Days that the safety net took for players whose time was up. All calls run in the caller's transaction.

To change those of a match, lock the match first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, insert, select, update

from storage.queries.batches import IDS, fetch_in_batches
from storage.schema import net_days

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from storage.engine.database import Tx

_OF_MATCH = select(net_days.c.began_at, net_days.c.ended_at).where(
    net_days.c.match_id == bindparam("match"), net_days.c.ended_at > bindparam("moment")
)
_CURRENT = select(net_days.c.match_id, net_days.c.ended_at).where(
    net_days.c.match_id.in_(IDS), net_days.c.ended_at > bindparam("now")
)
_END = (
    update(net_days)
    .where(net_days.c.match_id == bindparam("match"), net_days.c.ended_at > bindparam("at"))
    .values(ended_at=bindparam("at"))
)


async def add(tx: Tx, match_id: int, user_id: int, began: datetime, ended: datetime) -> None:
    """Store a day that the net took for a player in a match."""
    await tx.execute(insert(net_days).values(match_id=match_id, user_id=user_id, began_at=began, ended_at=ended))


async def end(tx: Tx, match_id: int, at: datetime) -> None:
    """End the present day of a match."""
    await tx.execute(_END, {"match": match_id, "at": at})


async def ending_after(tx: Tx, match_id: int, moment: datetime) -> list[tuple[datetime, datetime]]:
    """Return the days of a match that end after a moment, in order."""
    rows = await tx.execute(_OF_MATCH.order_by(net_days.c.began_at), {"match": match_id, "moment": moment})
    return [(row.began_at, row.ended_at) for row in rows]


async def begun_after(tx: Tx, user_id: int, moment: datetime) -> list[datetime]:
    """Return when the days of a player began, in all matches, after a moment and in order."""
    query = select(net_days.c.began_at).where(net_days.c.user_id == user_id, net_days.c.began_at > moment)
    return list((await tx.execute(query.order_by(net_days.c.began_at))).scalars())


async def current(tx: Tx, match_ids: Collection[int], now: datetime) -> dict[int, datetime]:
    """Return those of these matches in which such a day goes on, each with its end."""
    return {row.match_id: row.ended_at for row in await fetch_in_batches(tx, _CURRENT, match_ids, now=now)}
