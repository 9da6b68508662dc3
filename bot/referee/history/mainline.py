"""Which events of a log still count: a takeback deletes nothing, it says from where on the match went another way."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from storage.tables.models import Event


def mainline(log: Iterable[Event]) -> list[Event]:
    """Return the events that still count: the log without what was taken back, and without the takebacks themselves.

    What comes before an event that counts is the same in the line that led to it and in every later one.
    """
    counting: list[Event] = []
    for event in log:
        if event.kind == "takeback":
            counting, _ = split_takeback(counting, event.seat)
        else:
            counting.append(event)
    return counting


def mainline_moves(log: Iterable[Event]) -> list[Event]:
    """Return the moves that still count; the place in the list, from 1, is the ply."""
    return [event for event in mainline(log) if event.kind == "move"]


def count_plies(log: Iterable[Event]) -> int:
    """Return how many moves still count."""
    return len(mainline_moves(log))


def split_takeback(counting: Sequence[Event], seat: int | None) -> tuple[list[Event], list[Event]]:
    """Return what stays and what goes when a seat takes back its last move: that move goes, and all after it.

    `counting` holds the events that still count; all of them stay if the seat made no move. A seat that left meanwhile
    is among what goes, and stands in the way: who left does not come back.
    """
    for place in range(len(counting) - 1, -1, -1):
        if counting[place].kind == "move" and counting[place].seat == seat:
            return list(counting[:place]), list(counting[place:])
    return list(counting), []


def takeback_text(kept: Iterable[Event]) -> str:
    """Return the text of the takeback that leaves these events: which move the match is back at.

    >>> back_at([])
    'to 0'
    """
    return f"to {count_plies(kept)}"
