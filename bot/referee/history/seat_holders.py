"""The people who had the seats of a match, as others took some of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from storage.queries.rows import Person

if TYPE_CHECKING:
    from collections.abc import Sequence

    from storage.queries.rows import Event, Match


def find_first_players(match: Match, log: Sequence[Event]) -> list[Person]:
    """Return the people who had the seats of a match at its start, in seat order, before substitutes took some."""
    return find_holders(match, log)[0]


def list_holders(match: Match, log: Sequence[Event]) -> list[list[Person]]:
    """Return the people who had the seats after each event of a log, in seat order."""
    return find_holders(match, log)[1:]


def list_people(match: Match, log: Sequence[Event]) -> list[Person]:
    """Return everybody who has or had a seat, each once for each seat: the first players, then substitutes in order."""
    first, *later = find_holders(match, log)
    taken = zip(log, later, strict=True)
    return first + [holders[event.seat - 1] for event, holders in taken if event.seat and _gives_seat(match, event)]


def find_holders(match: Match, log: Sequence[Event]) -> list[list[Person]]:
    """Return the holders of the seats at the start and after each event: each substitute tells whose seat it was."""
    holders = list(match.seats)
    found = [holders]
    for event in reversed(log):
        if _gives_seat(match, event) and event.seat:
            holders = [*holders]
            holders[event.seat - 1] = Person(event.user_id or 0, event.text)
        found.append(holders)
    return found[::-1]


def _gives_seat(match: Match, event: Event) -> bool:
    return event.kind == "substitute" and event.seat is not None and 1 <= event.seat <= len(match.seats)
