"""Who had the seats of a match in which substitutes took some."""

from __future__ import annotations

from dataclasses import replace

from bot.referee.history.history import find_first_players, list_holders, list_people
from storage.queries.rows import Event, Person
from tests.bot.features.match_sample import MATCH, NOON

ANN, BOB, CLEO, DAN = (Person(number, name) for number, name in enumerate(("Ann", "Bob", "Cleo", "Dan"), 1))
NOW = replace(MATCH, seats=(ANN, DAN, CLEO))
LOG = [
    Event(MATCH.id, 1, "move", 1, ANN.id, "c4", None, NOON),
    Event(MATCH.id, 2, "substitute", 2, BOB.id, BOB.name, None, NOON),
    Event(MATCH.id, 3, "move", 2, DAN.id, "d5", None, NOON),
]
"""Dan takes Bob's seat after the first move."""


def test_the_first_players_are_those_before_any_substitute() -> None:
    assert find_first_players(NOW, LOG) == [ANN, BOB, CLEO]
    assert find_first_players(NOW, []) == [ANN, DAN, CLEO]


def test_after_each_event_the_seats_have_their_holders() -> None:
    assert list_holders(NOW, LOG) == [[ANN, BOB, CLEO], [ANN, DAN, CLEO], [ANN, DAN, CLEO]]


def test_everybody_who_had_a_seat_is_listed() -> None:
    assert list_people(NOW, LOG) == [ANN, BOB, CLEO, DAN]
