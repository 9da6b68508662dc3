"""What the events of a match do to a seat that it offers to anybody."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from storage.tables.rows import Event, EventKind, OpenSeat, OpenSeatStatus


def opened_after_leave(open_seat: OpenSeat, before: Event | None) -> bool:
    """Return whether a seat had left when it was opened; `before` is the event after which that was."""
    return before is not None and before.kind == "leave" and before.seat == open_seat.seat


def status_after(
    open_seat: OpenSeat, kind: EventKind, seat: int | None, *, had_left: bool, by_computer: bool, ended: bool
) -> OpenSeatStatus | None:
    """Return what an event of a kind and a seat makes of an open seat, None if it stays open.

    `had_left` says whether the seat had left when it was opened, `by_computer` whether a computer player has it after
    the event, `ended` whether the match has ended.
    """
    if kind == "substitute" and seat == open_seat.seat:
        return "turnpost" if by_computer else "taken"
    if ended:
        return "ended"
    if had_left:
        return "went on"
    if seat == open_seat.seat and kind == "move":
        return "kept"
    return "left" if seat == open_seat.seat and kind == "leave" else None
