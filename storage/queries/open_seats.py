"""Seats that their matches offer to anybody. All calls run in the caller's transaction.

To open or close one, lock its match first.
"""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

from sqlalchemy import insert, or_, select, update

from storage.engine.errors import RowMissing
from storage.queries.batches import IDS, fetch_in_batches
from storage.queries.rows import OpenSeat
from storage.schema import open_seats

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from storage.engine.database import Tx
    from storage.queries.rows import Match, OpenSeatStatus

_ALL = select(*(open_seats.c[each.name] for each in fields(OpenSeat))).order_by(open_seats.c.id)
_IS_OPEN = open_seats.c.status == "open"
_OF_MATCHES = _ALL.where(open_seats.c.match_id.in_(IDS), _IS_OPEN)


async def add(tx: Tx, match: Match, seat: int, at: datetime) -> OpenSeat:
    """Open a seat of a match as it stands."""
    row = {"match_id": match.id, "seat": seat, "seq": match.seq, "opened_at": at, "status": "open"}
    return await require(tx, (await tx.execute(insert(open_seats).values(row).returning(open_seats.c.id))).scalar_one())


async def require(tx: Tx, number: int) -> OpenSeat:
    """Return one open seat by its id. Raises `RowMissing` for an unknown one."""
    found = (await tx.execute(_ALL.where(open_seats.c.id == number))).first()
    if found is None:
        raise RowMissing(f"there is no open seat {number}")
    return OpenSeat(*found)


async def of_matches(tx: Tx, match_ids: Collection[int]) -> dict[int, OpenSeat]:
    """Return the seats that are open now in these matches, at most one each, by match."""
    return {row.match_id: OpenSeat(*row) for row in await fetch_in_batches(tx, _OF_MATCHES, match_ids)}


async def of_match(tx: Tx, match_id: int) -> OpenSeat | None:
    """Return the seat that is open now in a match, or None."""
    return (await of_matches(tx, [match_id])).get(match_id)


async def opened_before(tx: Tx, moment: datetime) -> list[int]:
    """Return the ids of the seats that were opened by a moment and are open, oldest first."""
    query = select(open_seats.c.id).where(_IS_OPEN, open_seats.c.opened_at <= moment)
    return list((await tx.execute(query.order_by(open_seats.c.opened_at, open_seats.c.id))).scalars())


async def close(tx: Tx, open_seat: OpenSeat, status: OpenSeatStatus, at: datetime) -> None:
    """Close an open seat, not before it was opened."""
    row = {"status": status, "closed_at": max(at, open_seat.opened_at)}
    await tx.execute(update(open_seats).where(open_seats.c.id == open_seat.id).values(row))


async def ending_after(tx: Tx, match_id: int, moment: datetime) -> list[OpenSeat]:
    """Return the open seats of a match that were closed after a moment or are open, in order."""
    later = or_(open_seats.c.closed_at.is_(None), open_seats.c.closed_at > moment)
    return [OpenSeat(*row) for row in await tx.execute(_ALL.where(open_seats.c.match_id == match_id, later))]
