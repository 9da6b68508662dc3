"""The mainline of a log: the events that still count. A takeback deletes nothing; it ends a part that counted.

A substitute in a seat that has left undoes the leave, and what computer players moved since.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from storage.queries.rows import Event

DEPARTURES = frozenset({"leave", "substitute"})
"""The kinds of events by which a person gives up a seat. No takeback undoes them."""


def find_last_leave(counting: Sequence[Event]) -> Event | None:
    """Return the leave of a mainline since which nobody but computer players has moved, or None.

    A substitute can still undo it: no person has played on without that seat.
    """
    for event in reversed(counting):
        if event.kind == "leave":
            return event
        if event.kind != "move" or (event.user_id or 0) >= 0:
            return None
    return None


def count_kept(counting: Sequence[Event], event: Event) -> int:
    """Return how many events of a mainline still count after an event that follows; it undoes the others."""
    if event.kind == "takeback":
        return len(split_takeback(counting, event.seat)[0])
    left = find_last_leave(counting) if event.kind == "substitute" else None
    return counting.index(left) if left and left.seat == event.seat else len(counting)


def count_event(counting: list[Event], event: Event) -> list[Event]:
    """Change a mainline to what it is after an event that follows, and return the events that this one undoes."""
    kept = count_kept(counting, event)
    undone = counting[kept:]
    del counting[kept:]
    if event.kind != "takeback":
        counting.append(event)
    return undone


def mainline(log: Iterable[Event]) -> list[Event]:
    """Return the events that still count: the log without those that were undone, and without the takebacks.

    An event that counts has the same events before it in the mainline of every later log.
    """
    counting: list[Event] = []
    for event in log:
        count_event(counting, event)
    return counting


def gone_seats(log: Iterable[Event]) -> frozenset[int]:
    """Return the seats that have left, and that no substitute took since."""
    return frozenset(event.seat for event in mainline(log) if event.kind == "leave" and event.seat)


def mainline_moves(log: Iterable[Event]) -> list[Event]:
    """Return the moves that still count; a move's place in the list, from 1, is its ply."""
    return [event for event in mainline(log) if event.kind == "move"]


def count_plies(log: Iterable[Event]) -> int:
    """Return how many moves still count."""
    return len(mainline_moves(log))


def split_takeback(counting: Sequence[Event], seat: int | None) -> tuple[list[Event], list[Event]]:
    """Return the events that a takeback of a seat's last move keeps, and those that it undoes: that move and all after.

    `counting` is the mainline. If the seat has made no move, all of it is kept. The caller rejects a takeback that
    would undo one of `DEPARTURES`: a player who left doesn't come back.
    """
    for place in range(len(counting) - 1, -1, -1):
        if counting[place].kind == "move" and counting[place].seat == seat:
            return list(counting[:place]), list(counting[place:])
    return list(counting), []


def takeback_text(kept: Iterable[Event]) -> str:
    """Return the text of the takeback that keeps these events: the move to which the match goes back.

    >>> takeback_text([])
    'to 0'
    """
    return f"to {count_plies(kept)}"
