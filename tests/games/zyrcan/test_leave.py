"""Zyrcan when seats resign or run out of time: turn order, rounds, the end and the places (R4 to R6)."""

from __future__ import annotations

from tests.games.zyrcan.positions import GAME, at, phase_and_mover, places, played, reason


def test_r4_a_seat_that_left_is_out_of_the_turn_order_and_its_ships_stay_as_targets() -> None:
    state = played(at(3, "e5=11 e6=21 f6=21 b2=32 b4=22 c5=11 c6=21 d4=12"), "leave 2")
    assert phase_and_mover(state) == "attack 1"
    assert GAME.news(state) == ("Blue is out; its ships stay on the board and can be captured.",)
    state = played(state, "e5xe6")
    assert phase_and_mover(state) == "attack 3"
    state = played(state, "b2xb4")
    assert (phase_and_mover(state), state.out) == ("attack 1", (2,))


def test_r4_absence_does_not_make_a_round_the_last() -> None:
    state = played(at(3, "e5=11 e6=31 b2=32 b4=12 f6=31"), "leave 2", "e5xe6")
    assert phase_and_mover(state) == "attack 3"


def test_r4_the_turn_goes_on_when_the_seat_to_move_leaves() -> None:
    state = played(GAME.start(4, {}, 0), "1@e5", "leave 2")
    assert phase_and_mover(state) == "deploy 3"
    assert phase_and_mover(played(state, "1@e6", "1@e7")) == "deploy 1"


def test_r4_players_who_left_rank_last_the_earliest_lowest() -> None:
    start = at(5, "e5=13 e8=31 a1=21 i5=42 i6=42 e1=53")
    state = played(start, "leave 5", "leave 4", "e5xe8")
    assert places(state) == (1, 2, 3, 4, 5)
    state = played(start, "leave 4", "leave 5", "e5xe8")
    assert places(state) == (1, 2, 3, 5, 4)


def test_r4_when_one_seat_remains_it_wins_at_once() -> None:
    state = played(GAME.start(3, {}, 0), "3@e5", "leave 1", "leave 3")
    assert phase_and_mover(state) == "over -"
    assert places(state) == (3, 1, 2)
    assert reason(state) == "everybody else left the match"


def test_a_seat_leaves_once_and_nobody_leaves_a_match_that_is_over() -> None:
    state = played(GAME.start(3, {}, 0), "leave 2")
    assert GAME.leave(state, 2) == state
    ended = played(state, "leave 1")
    assert GAME.leave(ended, 3) == ended


def test_r5_a_round_begins_with_the_first_seat_still_in_the_game() -> None:
    state = played(GAME.start(3, {}, 0), "leave 1", "1@e5", "1@e6")
    assert phase_and_mover(state) == "deploy 2"


def test_r5_if_the_first_cannot_capture_the_new_round_is_the_last() -> None:
    state = played(at(3, "b2=11 b3=31 e5=21 e6=31 h5=21 h6=31", "attack 3"), "b3xb2")
    assert phase_and_mover(state) == "last 2"
    state = played(state, "e5xe6")
    assert phase_and_mover(state) == "last 3"
    assert phase_and_mover(played(state, "h6xh5")) == "over -"


def test_r5_if_the_last_cannot_capture_it_ends_at_once() -> None:
    state = played(at(3, "e5=11 e6=31 f5=21 b2=21 b3=11 h5=21 h6=11"), "e5xe6", "h5xh6")
    assert phase_and_mover(state) == "over -"
    assert GAME.news(state) == ("Yellow can capture nothing and is passed over.",)


def test_r5_if_the_last_seat_to_play_leaves_in_the_last_round_it_ends() -> None:
    start = at(4, "b2=21 e5=11 e6=31 h5=41 h6=31", "last 3")
    assert phase_and_mover(played(start, "h6xh5")) == "over -"
    state = played(at(4, "b2=21 e5=11 e6=31 h5=41 h6=31 h7=41", "last 4"), "leave 4")
    assert phase_and_mover(state) == "over -"
    assert places(state) == (2, 2, 1, 4)


def test_r5_the_last_seat_leaving_out_of_turn_ends_the_last_round_before_it() -> None:
    state = played(at(4, "b2=21 e5=11 e6=31 h5=41 h6=31 h7=41", "last 3"), "leave 4")
    assert phase_and_mover(state) == "last 3"
    assert phase_and_mover(played(state, "e6xe5")) == "over -"


def test_r5_a_first_seat_that_leaves_in_the_last_round_changes_nothing() -> None:
    state = played(at(4, "b2=21 e5=11 e6=31 h5=41 h6=31 h7=41", "last 3"), "leave 1", "e6xe5")
    assert phase_and_mover(state) == "last 4"


def test_r6_all_ships_are_down_looks_only_at_seats_still_in_the_game() -> None:
    state = at(3, "e5=12 e7=21", "deploy 2", "0,0,0;1,0,0;3,4,1")
    state = played(state, "leave 3", "1@e4")
    assert phase_and_mover(state) == "attack 1"
    assert GAME.position(state).split(" ")[1] == "0,0,0;0,0,0;0,0,0"


def test_r6_the_last_to_place_leaving_starts_the_attack() -> None:
    state = played(at(3, "e5=11 e6=21", "deploy 3", "0,0,0;0,0,0;3,4,1"), "leave 3")
    assert phase_and_mover(state) == "attack 1"


def test_the_hand_of_a_seat_that_left_stands_as_it_was_until_phase_two() -> None:
    state = played(GAME.start(3, {}, 0), "3@e5", "leave 1", "1@e6")
    assert GAME.position(state).split(" ")[1] == "4,6,1;3,6,2;4,6,2"


def test_r6_a_player_who_left_shares_no_win() -> None:
    state = played(at(3, "e5=11 e6=31 b2=33 b5=33 h5=21"), "leave 3", "e5xe6")
    assert places(state) == (1, 1, 3)
    assert state.outcome is not None
    assert state.outcome.points == (1, 1, 6)
