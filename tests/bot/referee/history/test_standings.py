"""The places of people where some left and others played on, and who had which seat when."""

from __future__ import annotations

from dataclasses import replace

from bot.referee.history.history import (
    find_first_players,
    gone_seats,
    list_holders,
    list_people,
    list_substitutes,
    mainline,
    places_by_person,
    status_after,
)
from bot.referee.history.rebuild import list_entries
from games.contract import Result
from storage.queries.rows import Event, EventKind, OpenSeat, Person
from tests.bot.features.match_sample import MATCH, NOON

ANN, BOB, CLEO, DAN, EVE = (Person(number, name) for number, name in enumerate(("Ann", "Bob", "Cleo", "Dan", "Eve"), 1))


def event(seq: int, kind: EventKind, seat: int, person: Person) -> Event:
    return Event(MATCH.id, seq, kind, seat, person.id, person.name, None, NOON)


def places(match_seats: tuple[Person, ...], log: list[Event], result: Result) -> list[tuple[str, int, bool]]:
    found = places_by_person(replace(MATCH, seats=match_seats), log, result)
    return [(one.person.name, one.place, one.counts) for one in found]


def test_without_substitutes_the_places_are_those_of_the_seats() -> None:
    log = [event(1, "leave", 1, ANN), event(2, "leave", 2, BOB)]
    found = places((ANN, BOB, CLEO), log, Result((3, 3, 1), ""))
    assert found == [("Cleo", 1, True), ("Ann", 3, True), ("Bob", 3, True)]


def test_a_leaver_comes_last_and_the_newcomer_counts_for_nothing() -> None:
    log = [event(1, "substitute", 1, ANN)]
    found = places((DAN, BOB, CLEO), log, Result((1, 3, 2), ""))
    assert found == [("Cleo", 1, True), ("Bob", 2, True), ("Ann", 3, True), ("Dan", 1, False)]


def test_those_who_stay_share_a_place_as_their_seats_do() -> None:
    log = [event(1, "substitute", 3, CLEO)]
    found = places((ANN, BOB, DAN), log, Result((2, 2, 1), ""))
    assert found == [("Ann", 1, True), ("Bob", 1, True), ("Cleo", 3, True), ("Dan", 1, False)]


def test_of_several_leavers_the_first_comes_last() -> None:
    log = [event(1, "substitute", 2, BOB), event(2, "leave", 1, ANN), event(3, "substitute", 2, DAN)]
    match = replace(MATCH, seats=(ANN, EVE, CLEO))
    found = places_by_person(match, log, Result((3, 1, 2), ""))
    assert [(one.person.name, one.place) for one in found if one.counts] == [("Cleo", 1), ("Ann", 2), ("Bob", 3)]
    assert [one.person.name for one in found if not one.counts] == ["Dan", "Eve"]
    assert [one.substitutes for one in found if one.person == BOB] == [(DAN, EVE)]
    assert list_substitutes(match, log) == [(BOB, (DAN, EVE))]


def test_each_event_has_its_own_people() -> None:
    match = replace(MATCH, seats=(ANN, EVE))
    log = [event(1, "move", 1, ANN), event(2, "substitute", 2, BOB), event(3, "substitute", 2, DAN)]
    assert find_first_players(match, log) == [ANN, BOB]
    assert list_holders(match, log) == [[ANN, BOB], [ANN, DAN], [ANN, EVE]]
    assert list_people(match, log) == [ANN, BOB, DAN, EVE]
    assert list_people(match, []) == [ANN, EVE]


def test_a_substitute_right_after_a_leave_undoes_it() -> None:
    log = [event(1, "move", 1, ANN), event(2, "leave", 2, BOB), event(3, "substitute", 2, BOB)]
    assert [one.seq for one in mainline(log)] == [1, 3]
    assert (gone_seats(log[:2]), gone_seats(log)) == ({2}, frozenset())
    assert [entry.counts for entry in list_entries(log)] == [True, False, True]
    other = [*log[:2], event(3, "substitute", 1, ANN)]
    assert [one.seq for one in mainline(other)] == [1, 2, 3]
    assert gone_seats(other) == {2}


def test_what_events_make_of_an_open_seat() -> None:
    opened = OpenSeat(1, MATCH.id, 2, 0, NOON, "open", None)

    def after(kind: EventKind, seat: int, *, left: bool = False, computer: bool = False, ended: bool = False) -> object:
        return status_after(opened, kind, seat, had_left=left, by_computer=computer, ended=ended)

    assert [after("substitute", 2), after("substitute", 2, computer=True)] == ["taken", "turnpost"]
    assert [after("move", 2), after("leave", 2), after("move", 2, ended=True)] == ["kept", "left", "ended"]
    assert [after("move", 1), after("leave", 1), after("substitute", 1), after("takeback", 2)] == [None] * 4
    assert [after("move", 1, left=True), after("substitute", 1, left=True)] == ["went on"] * 2
