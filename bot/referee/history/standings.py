"""The place of each person in a match that has ended, where some left and others played on in their seats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.referee.history.mainline import DEPARTURES
from bot.referee.history.seat_holders import list_people

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.contract import Result
    from storage.queries.rows import Event, Match, Person


@dataclass(frozen=True, slots=True)
class PersonPlace:
    """A person's place in a match, 1 the best.

    Only the places of those who began the match count, among each other: `counts`. A substitute has the place that the
    rules give the seat. `substitutes` are those who played on in the seat of a person who left, in order.
    """

    person: Person
    seat: int
    place: int
    counts: bool
    substitutes: tuple[Person, ...] = ()


def places_by_person(match: Match, log: Sequence[Event], result: Result) -> list[PersonPlace]:
    """Return the places of all who have or had a seat, those that count first, the best first.

    Without substitutes these are the places of the seats. Otherwise those who stayed come first, as the rules place
    them, then those who left, the first of them last.
    """
    people = list_people(match, log)
    first, later = people[: len(match.seats)], people[len(match.seats) :]
    if not later:
        places = list(result.places)
    else:
        left = list(dict.fromkeys(event.seat for event in log if event.kind in DEPARTURES and event.seat))
        stayed = [place for seat, place in enumerate(result.places, 1) if seat not in left]
        places = [
            len(first) - left.index(seat) if seat in left else 1 + sum(other < place for other in stayed)
            for seat, place in enumerate(result.places, 1)
        ]
    substitutes = {person.id: those for person, those in list_substitutes(match, log)}
    begun = [
        PersonPlace(person, seat, place, counts=True, substitutes=substitutes.get(person.id, ()))
        for seat, (person, place) in enumerate(zip(first, places, strict=True), 1)
    ]
    taken = zip((event.seat for event in log if event.kind == "substitute"), later, strict=True)
    others = [PersonPlace(person, seat, result.places[seat - 1], counts=False) for seat, person in taken if seat]
    return sorted(begun, key=lambda one: one.place) + others


def list_substitutes(match: Match, log: Sequence[Event]) -> list[tuple[Person, tuple[Person, ...]]]:
    """Return those who began a match and left, in seat order, each with those who played on in their seat, in order."""
    people = list_people(match, log)
    seats = [event.seat for event in log if event.kind == "substitute"]
    taken = list(zip(seats, people[len(match.seats) :], strict=True))
    first = enumerate(people[: len(match.seats)], 1)
    found = [(person, tuple(one for of, one in taken if of == seat)) for seat, person in first]
    return [(person, substitutes) for person, substitutes in found if substitutes]
