"""The entries of a history and their numbers, who had the seats of a match, and what it led to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.referee.history.history import (
    OUT_OF_TIME,
    WITHDREW,
    count_plies,
    draw_result,
    find_first_players,
    find_last_leave,
    find_match_end,
    gone_seats,
    list_holders,
    list_people,
    list_substitutes,
    mainline,
    mainline_moves,
    match_result,
    places_by_person,
    split_takeback,
    status_after,
    takeback_text,
    was_lost_on_time,
)
from bot.referee.history.rebuild import describe_moves, list_entries, rebuild_state, seq_at_ply
from games import GAMES
from games.contract import Result
from storage.queries.rows import Event, EventKind, MatchEnd, OpenSeat, Outcome, Person
from tests.bot.features.match_sample import MATCH, NOON


def log_of(*entries: tuple[EventKind, int | None]) -> list[Event]:
    return [Event(7, seq, kind, seat, 1, "", None, NOON) for seq, (kind, seat) in enumerate(entries, 1)]


LOG = log_of(
    ("move", 1), ("move", 2), ("move", 3), ("takeback", 2), ("move", 2), ("leave", 3), ("move", 1), ("takeback", 1)
)


XERO_G = GAMES["xero-g"]


def test_the_history_numbers_moves_and_names_those_that_were_taken_back() -> None:
    entries = list_entries(LOG)
    assert [entry.ply for entry in entries] == [1, 2, 3, 1, 2, 2, 3, 2]
    assert [entry.event.seq for entry in entries if not entry.counts] == [2, 3, 7]
    assert [entry.undone for entry in entries if entry.event.kind == "takeback"] == [range(2, 4), range(3, 4)]
    assert not any(entry.undone for entry in entries if entry.event.kind != "takeback")


def test_each_move_is_described_in_the_position_in_which_it_was_played() -> None:
    start = XERO_G.start(2, {}, MATCH.seed)
    opening = XERO_G.legal(start)[0]
    then = XERO_G.play(start, opening)
    undone, again = XERO_G.legal(then)[-1], XERO_G.legal(then)[0]
    texts = [XERO_G.format(start, opening), XERO_G.format(then, undone), "to 1", XERO_G.format(then, again), ""]
    kinds = log_of(("move", 1), ("move", 2), ("takeback", 2), ("move", 2), ("end", None))
    log = [replace(event, text=text) for event, text in zip(kinds, texts, strict=True)]
    described = [XERO_G.describe(then, move) for move in (undone, again)]
    assert described[0] != described[1]
    found = [XERO_G.describe(start, opening), described[0], "", described[1], ""]
    assert describe_moves(XERO_G, MATCH, log) == found


def test_a_ply_is_found_by_the_last_event_that_counts_before_the_next_move() -> None:
    assert [seq_at_ply(LOG, ply) for ply in range(4)] == [0, 1, 6, 6]
    assert [seq_at_ply(LOG[:3], ply) for ply in range(4)] == [0, 1, 2, 3]


def test_players_still_in_share_first_place_in_an_agreed_draw() -> None:
    three = replace(MATCH, seats=(*MATCH.seats, MATCH.seats[0]))
    everyone, others = draw_result(three), draw_result(replace(three, gone=frozenset({2})))
    assert (everyone.places, everyone.reason) == ((1, 1, 1), "by agreement")
    assert (others.places, others.reason) == ((1, 3, 1), "a draw, agreed by everybody still in the match")


def test_a_match_has_the_result_of_the_event_that_closed_it_else_of_its_rules() -> None:
    state = XERO_G.start(2, {}, 1)
    draw, end, leave = log_of(("draw", None), ("end", None), ("leave", 1))
    assert match_result(XERO_G, MATCH, draw, state) == draw_result(MATCH)
    assert match_result(XERO_G, MATCH, end, XERO_G.leave(state, 1)) is None
    assert match_result(XERO_G, MATCH, None, state) is None
    won = match_result(XERO_G, MATCH, leave, XERO_G.leave(state, 1))
    assert won
    assert won.winners == (2,)


def test_a_match_of_two_is_lost_on_time_by_a_late_leave_as_its_last_event() -> None:
    three = replace(MATCH, seats=(*MATCH.seats, MATCH.seats[0]))
    leave, move = log_of(("leave", 1), ("move", 1))
    late = replace(leave, text=OUT_OF_TIME)
    assert was_lost_on_time(MATCH, late)
    assert not was_lost_on_time(three, late)
    for last in (leave, replace(move, text=OUT_OF_TIME), None):
        assert not was_lost_on_time(MATCH, last)


def test_moves_and_departures_that_count_make_the_state_and_nothing_else_does() -> None:
    game, three = GAMES["zyrcan"], replace(MATCH, seats=(*MATCH.seats, MATCH.seats[0]), options={})
    start = game.start(3, {}, three.seed)
    log = log_of(("move", 1), ("substitute", 2), ("leave", 3), ("draw", None), ("end", None))
    log = [replace(event, text="2@e5") if event.kind == "move" else event for event in log]
    moved = game.play(start, game.parse(start, "2@e5"))
    assert rebuild_state(game, three, log[:2]) == moved
    assert rebuild_state(game, three, log) == game.leave(moved, 3) != moved


COMPUTER = -1


def test_a_takeback_undoes_the_last_move_of_its_seat_and_all_after_it() -> None:
    assert [event.seq for event in mainline(LOG)] == [1, 5, 6]
    assert [event.seq for event in mainline(LOG[:4])] == [1]
    assert [event.seq for event in mainline_moves(LOG)] == [1, 5]
    assert [count_plies(LOG[:end]) for end in range(9)] == [0, 1, 2, 3, 1, 2, 2, 3, 2]


def test_a_takeback_of_a_seat_without_a_move_keeps_everything() -> None:
    moves = LOG[:2]
    assert split_takeback(moves, 3) == (moves, [])
    assert split_takeback(moves, 1) == ([], moves)
    assert split_takeback(moves, 2) == (moves[:1], moves[1:])
    assert split_takeback(log_of(("leave", 1), ("move", 2)), 1)[1] == []
    assert (takeback_text([]), takeback_text(moves), takeback_text(LOG[4:6])) == ("to 0", "to 2", "to 1")


def test_a_leave_is_the_last_one_until_a_person_moves_on() -> None:
    left = log_of(("move", 1), ("leave", 2))
    assert find_last_leave(left) == left[1]
    by_computer = log_of(("move", 1), ("leave", 2), ("move", 3))
    by_computer[2] = replace(by_computer[2], user_id=COMPUTER)
    assert find_last_leave(by_computer) == by_computer[1]
    assert find_last_leave(log_of(("move", 1), ("leave", 2), ("move", 3))) is None
    assert find_last_leave(log_of(("move", 1), ("move", 2))) is None
    assert find_last_leave([]) is None


@pytest.mark.parametrize("kind", ["substitute", "draw", "end"])
def test_after_another_event_than_a_move_no_leave_can_be_undone(kind: EventKind) -> None:
    log = log_of(("leave", 2), (kind, 3))
    log[1] = replace(log[1], user_id=COMPUTER)
    assert find_last_leave(log) is None


def test_a_substitute_undoes_the_last_leave_of_its_own_seat_alone() -> None:
    back = log_of(("move", 1), ("leave", 2), ("substitute", 2))
    assert [event.seq for event in mainline(back)] == [1, 3]
    assert gone_seats(back) == frozenset()
    other = log_of(("move", 1), ("leave", 2), ("substitute", 3))
    assert [event.seq for event in mainline(other)] == [1, 2, 3]
    assert gone_seats(other) == {2}


GAME = GAMES["martian-life"]
MATCH_OF_TWO = replace(MATCH, game="martian-life", options={}, seed=0)


def log(*last: tuple[EventKind, int | None, str]) -> list[Event]:
    """Return the log of a match of two moves that ended with some events."""
    found: list[tuple[EventKind, int | None, str]] = [("move", 1, "e4+"), ("move", 2, "b7"), *last]
    return [Event(MATCH.id, seq, kind, seat, 1, text, None, NOON) for seq, (kind, seat, text) in enumerate(found, 1)]


@pytest.mark.parametrize(
    ("last", "outcome", "leaders"),
    [
        (("leave", 1, "resigned"), Outcome("resigned", 2, 2), (2,)),
        (("leave", 2, OUT_OF_TIME), Outcome("time", 1, 2), (1,)),
        (("leave", 2, WITHDREW), Outcome("resigned", 1, 2), (1,)),
        (("draw", None, ""), Outcome("draw", None, 2), (1, 2)),
        (("end", None, "no time"), Outcome("none", None, 2), ()),
    ],
)
def test_the_last_event_says_how_a_match_ended(
    last: tuple[EventKind, int | None, str], outcome: Outcome, leaders: tuple[int, ...]
) -> None:
    events = log(last)
    found = find_match_end(GAME, MATCH_OF_TWO, events, rebuild_state(GAME, MATCH_OF_TWO, events))
    assert found == MatchEnd(outcome, leaders, ("e4+", "b7"))


def test_a_log_that_leads_to_no_end_has_an_unknown_one() -> None:
    state = rebuild_state(GAME, MATCH_OF_TWO, log())
    assert find_match_end(GAME, MATCH_OF_TWO, log(), state).outcome == Outcome("unknown", None, 2)
    assert find_match_end(GAME, MATCH_OF_TWO, [], GAME.start(2, {}, 0)) == MatchEnd(Outcome("unknown", None, 0), (), ())


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


NOW = replace(MATCH, seats=(ANN, DAN, CLEO))
SUBSTITUTED = [
    Event(MATCH.id, 1, "move", 1, ANN.id, "c4", None, NOON),
    Event(MATCH.id, 2, "substitute", 2, BOB.id, BOB.name, None, NOON),
    Event(MATCH.id, 3, "move", 2, DAN.id, "d5", None, NOON),
]
"""Dan takes Bob's seat after the first move."""


def test_the_first_players_are_those_before_any_substitute() -> None:
    assert find_first_players(NOW, SUBSTITUTED) == [ANN, BOB, CLEO]
    assert find_first_players(NOW, []) == [ANN, DAN, CLEO]


def test_after_each_event_the_seats_have_their_holders() -> None:
    assert list_holders(NOW, SUBSTITUTED) == [[ANN, BOB, CLEO], [ANN, DAN, CLEO], [ANN, DAN, CLEO]]


def test_everybody_who_had_a_seat_is_listed() -> None:
    assert list_people(NOW, SUBSTITUTED) == [ANN, BOB, CLEO, DAN]
