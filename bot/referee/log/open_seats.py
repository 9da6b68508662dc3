"""Close the open seat of a match with the event that decides what becomes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.context import lane
from bot.referee.history.open_seat import status_after
from storage.queries import open_seats, outbox

if TYPE_CHECKING:
    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.queries.rows import EventKind, Match, OpenSeat, OpenSeatStatus


async def close_with_event(
    context: Context, tx: Tx, before: Match, after: Match, kind: EventKind, seat: int | None
) -> bool:
    """Close the open seat of a match if an event that led from `before` to `after` does; return whether it did."""
    open_seat = await open_seats.of_match(tx, after.id)
    if open_seat is None:
        return False
    status = status_after(
        open_seat,
        kind,
        seat,
        had_left=open_seat.seat in before.gone,
        by_computer=seat is not None and after.seats[seat - 1].level is not None,
        ended=after.ended_at is not None,
    )
    if status is not None:
        await close_open_seat(context, tx, after, open_seat, status)
    return status is not None


async def close_open_seat(
    context: Context, tx: Tx, match: Match, open_seat: OpenSeat, status: OpenSeatStatus, source_id: int | None = None
) -> None:
    """Close an open seat, and let its post say what became of it. Raises `AlreadyStored`."""
    await open_seats.close(tx, open_seat, status, context.now())
    await outbox.add(
        tx,
        lane=lane(match),
        kind="seat_closed",
        body={"seat": open_seat.id},
        at=context.now(),
        match_id=match.id,
        seq=match.seq,
        source_id=source_id,
    )
