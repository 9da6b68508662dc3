"""What the events of a match do to a seat that it offers to anybody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.history.mainline import find_last_leave, gone_seats, mainline

if TYPE_CHECKING:
    from collections.abc import Sequence

    from storage.queries.rows import Event, EventKind, Match, OpenSeat, OpenSeatStatus


FEWEST_PLAYERS = 3
"""Seats of smaller matches can't be given away: such a match ends when a player leaves."""


def can_have_substitutes(match: Match) -> bool:
    """Return whether seats of a match can be opened, or given to substitutes: it has three or more."""
    return len(match.seats) >= FEWEST_PLAYERS


def find_seat_that_left(match: Match, log: Sequence[Event]) -> int | None:
    """Return the seat that a person left and somebody can still play on in, as no person has moved since, or None."""
    left = find_last_leave(mainline(log))
    return left.seat if left and left.seat and match.seats[left.seat - 1].level is None else None


def opened_after_leave(open_seat: OpenSeat, log: Sequence[Event]) -> bool:
    """Return whether a seat had left when it was opened; `log` is that of its match, up to then or longer."""
    return open_seat.seat in gone_seats(log[: open_seat.seq])


def status_after(
    open_seat: OpenSeat, kind: EventKind, seat: int | None, *, had_left: bool, by_computer: bool, ended: bool
) -> OpenSeatStatus | None:
    """Return what an event of a kind and a seat makes of an open seat, None if it stays open.

    `had_left` says whether the open seat had left when it was opened, `by_computer` whether a computer player has the
    event's seat after it, `ended` whether the match has ended.
    """
    if kind == "substitute" and seat == open_seat.seat:
        return "turnpost" if by_computer else "taken"
    if ended:
        return "ended"
    if had_left:  # nobody plays on without the seat yet, as long as computer players alone move
        return None if kind == "move" and by_computer else "went on"
    if seat == open_seat.seat and kind == "move":
        return "kept"
    return "left" if seat == open_seat.seat and kind == "leave" else None
