"""What a snapshot says of its event."""

from __future__ import annotations

from dataclasses import replace

from bot.referee.snapshots import Snapshot
from storage.queries.rows import Event, EventKind, Person
from tests.bot.features.match_sample import MATCH, NOON

ANN, BOB, DAN = (Person(number, name) for number, name in enumerate(("Ann", "Bob", "Dan"), 1))


def after(kind: EventKind, *seats: Person) -> Snapshot:
    """Return a snapshot after an event of the second seat, which was Bob's."""
    event = Event(MATCH.id, 1, kind, 2, BOB.id, BOB.name, None, NOON)
    return Snapshot(replace(MATCH, seats=seats), event, None, None, 1)


def test_a_newcomer_is_a_person_who_took_a_seat_with_the_event() -> None:
    assert after("substitute", ANN, DAN).newcomer == DAN
    assert after("substitute", ANN, BOB.substitute(2, 1)).newcomer is None
    assert after("move", ANN, BOB).newcomer is None
    assert Snapshot(MATCH, None, None, None, 0).newcomer is None


def test_only_a_move_leaves_a_move_that_stands_last() -> None:
    assert after("move", ANN, BOB).move == "Bob"
    assert after("leave", ANN, BOB).move is None
    assert Snapshot(MATCH, None, None, None, 0).move is None


def test_after_a_takeback_the_move_before_it_stands_last() -> None:
    stands = Event(MATCH.id, 1, "move", 1, ANN.id, "c4", None, NOON)
    taken = after("takeback", ANN, BOB)
    assert replace(taken, standing=stands).move == "c4"
    assert replace(taken, standing=replace(stands, kind="leave")).move is None
    assert taken.move is None
