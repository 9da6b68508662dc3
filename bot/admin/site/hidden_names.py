"""Take the names of people who don't want to be named out of a match. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.referee.history.seat_holders import list_people
from storage.queries.rows import Person

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from storage.queries.rows import Event, Match

HIDDEN = "A player"
"""What stands in the place of a name."""


def hide_names(match: Match, log: Sequence[Event], hidden: Collection[int]) -> tuple[Match, tuple[Event, ...]]:
    """Return a match and its log in which these people have no names.

    A substitute's event has the name of the person who left, and so has the name of a computer player who plays on.
    """
    people = {person.id: person for person in list_people(match, log) if person.id in hidden}
    names = [person.name for person in people.values() if person.name]

    def tidied(person: Person) -> Person:
        if person.id in people:
            return Person(person.id, HIDDEN)
        name = person.name
        for each in names if person.level else ():
            name = name.replace(each, HIDDEN)
        return replace(person, name=name)

    events = [
        replace(event, text=HIDDEN) if event.kind == "substitute" and event.user_id in people else event
        for event in log
    ]
    return replace(match, seats=tuple(map(tidied, match.seats))), tuple(events)
