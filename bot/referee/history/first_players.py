"""The people who sat at a match when it began."""

from __future__ import annotations

from typing import TYPE_CHECKING

from storage.tables.rows import Person

if TYPE_CHECKING:
    from collections.abc import Iterable

    from storage.tables.rows import Event, Match


def find_first_players(match: Match, log: Iterable[Event]) -> list[Person]:
    """Return the people who had the seats of a match at its start, in seat order, before substitutes took some."""
    players = list(match.seats)
    for event in log:
        if event.kind == "substitute" and event.seat and event.seat <= len(players):
            players[event.seat - 1] = Person(event.user_id or 0, event.text)
    return players
