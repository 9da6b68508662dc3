"""Zyrcan as its rules page tells it, ruling by ruling, and under both versions of its rules."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games import GAMES
from games.contract import BadOption, IllegalMove, find_version
from games.zyrcan import Zyrcan
from games.zyrcan.field import NAMES, NUMBERS, field
from games.zyrcan.state import Flight, Move, Placement, Ship, State, Turn
from tests.games.zyrcan.positions import GAME, at, blitz, phase_and_mover, places, played, reason, texts

EMPTY_3 = "/-,-,-,-/-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-/-,-,-,-/"


def deployed(players: int, variant: str = "standard", seed: int = 1) -> State:
    chance, state = Random(seed), GAME.start(players, {"variant": variant}, 0)
    while state.phase == "deploy":
        state = GAME.play(state, chance.choice(GAME.legal(state)))
    return state


class TestBoard:
    @pytest.mark.parametrize(("players", "cells"), [(3, 37), (4, 49), (5, 61)])
    def test_it_holds_all_ships_with_room_to_spare(self, players: int, cells: int) -> None:
        assert len(field(players).cells) == cells > 12 * players
        assert len(texts(GAME.start(players, {}, 0))) == 3 * cells

    def test_three_use_the_cells_at_most_three_steps_from_e5(self) -> None:
        state = GAME.start(3, {}, 0)
        assert {"1@b2", "1@b5", "1@e2", "1@e8", "1@h5", "1@h8"} <= texts(state)
        assert {"1@b1", "1@b6", "1@e1", "1@e9", "1@h4", "1@h9"}.isdisjoint(texts(state))

    def test_four_use_two_more_on_each_side(self) -> None:
        more = {NAMES[cell] for cell in field(4).used - field(3).used}
        assert more == {"a2", "a4", "b1", "b6", "d1", "d8", "f2", "f9", "h4", "h9", "i6", "i8"}

    @pytest.mark.parametrize("players", [2, 6])
    def test_it_is_for_three_to_five(self, players: int) -> None:
        with pytest.raises(BadOption, match="3 to 5 players"):
            GAME.start(players, {}, 0)

    def test_there_are_two_variants(self) -> None:
        with pytest.raises(BadOption, match="standard, blitzkrieg"):
            GAME.start(3, {"variant": "chess"}, 0)


class TestDeploy:
    def test_each_has_four_six_and_two_ships(self) -> None:
        assert GAME.position(GAME.start(3, {}, 0)) == f"{EMPTY_3} 4,6,2;4,6,2;4,6,2 deploy 1"

    def test_one_ship_is_put_on_an_empty_cell_in_turn(self) -> None:
        state = played(GAME.start(3, {}, 0), "2@e5", "3@e6", "1@b2")
        assert GAME.position(state) == (
            "/-,-,-,-/-,-,-,-,-/-,-,-,-,-,-/-,-,-,12,23,-,-/-,-,-,-,-,-/-,-,-,-,-/31,-,-,-/ 4,5,2;4,6,1;3,6,2 deploy 1"
        )
        assert len(texts(state)) == 3 * (37 - 3)

    def test_a_kind_that_is_used_up_is_no_longer_placed(self) -> None:
        state = at(3, "", "deploy 1", "1,0,2;1,1,1;1,1,1")
        assert {text[0] for text in texts(state)} == {"1", "3"}

    def test_when_all_ships_are_down_the_attack_starts_with_seat_1(self) -> None:
        state = at(3, "e5=12 b2=33", "deploy 2", "0,0,0;1,0,0;0,1,0")
        state = played(state, "1@e6", "2@e3")
        assert phase_and_mover(state) == "attack 1"
        assert GAME.news(state) == ("All ships are down: the attack begins.",)

    def test_the_last_placing_is_told_as_the_last_turn(self) -> None:
        state = played(GAME.start(3, {}, 0), "2@e5")
        assert state.last == Turn(1, Move(Placement(NUMBERS["e5"], 2), None))


class TestAttack:
    def test_a_ship_flies_exactly_its_engines_in_any_of_six_directions(self) -> None:
        ring_1 = "e6=21 f6=21 f5=21 e4=21"
        ring_2 = "e7=22 g7=22 g5=22 e3=22 c3=22 c5=22"
        ring_3 = "e8=31 h8=31 h5=31 e2=31 b2=32 b5=32"
        ships = f"{ring_1} {ring_2} {ring_3}"
        assert texts(at(3, f"e5=11 {ships}")) == {"e5xe6", "e5xf6", "e5xf5", "e5xe4"}
        assert texts(at(3, f"e5=12 {ships}")) == {"e5xe7", "e5xg7", "e5xg5", "e5xe3", "e5xc3", "e5xc5"}
        assert texts(at(3, f"e5=13 {ships}")) == {"e5xe8", "e5xh8", "e5xh5", "e5xe2", "e5xb2", "e5xb5"}

    def test_it_ends_on_another_players_ship_never_on_an_empty_cell_or_its_own(self) -> None:
        assert texts(at(3, "e5=11 e6=11 f6=21 e4=31")) == {"e5xf6", "e6xf6", "e5xe4"}

    def test_it_flies_over_any_ships_and_takes_only_the_last(self) -> None:
        state = played(at(3, "e5=13 e6=21 e7=12 e8=32 b2=31 b3=21"), "e5xe8")
        on = {NAMES[cell]: ship for cell, ship in enumerate(state.board) if ship}
        assert on == {
            "e6": Ship(2, 1),
            "e7": Ship(1, 2),
            "e8": Ship(1, 3),
            "b2": Ship(3, 1),
            "b3": Ship(2, 1),
        }
        flight = Flight(NUMBERS["e5"], NUMBERS["e8"])
        assert state.last == Turn(1, Move(None, flight), flown=Ship(1, 3), taken=Ship(3, 2))

    def test_every_cell_on_the_way_has_to_be_in_use_r8(self) -> None:
        along_the_rim = "a2=12 a4=22 b1=11 d1=22"
        assert texts(at(4, f"{along_the_rim} b2=31")) == {"b1xb2"}
        assert texts(at(5, f"{along_the_rim} b2=31")) == {"a2xa4", "b1xb2"}


class TestEnd:
    def test_a_player_who_cannot_capture_is_passed_over_in_the_last_round(self) -> None:
        state = played(at(4, "e5=11 e6=41 b2=21 h5=31 h6=42"), "e5xe6")
        assert phase_and_mover(state) == "last 3"
        assert GAME.news(state) == (
            "Blue can capture nothing and is passed over.",
            "This is the last round: Yellow and Green still play.",
        )
        assert GAME.task(state) == "capture a ship"

    def test_the_players_after_them_still_play_then_it_ends(self) -> None:
        state = played(at(4, "e5=11 e6=41 b2=21 h5=31 h6=42 f3=41 f4=33"), "e5xe6", "h5xh6", "f3xf4")
        assert phase_and_mover(state) == "over -"
        assert places(state) == (1, 1, 1, 1)
        assert GAME.legal(state) == ()

    def test_later_passes_in_the_last_round_are_told_but_change_nothing(self) -> None:
        state = played(at(4, "e5=11 e6=41 b2=21 h5=31 d4=41 d5=12"), "e5xe6")
        assert phase_and_mover(state) == "last 4"
        assert [note.kind for note in state.notes] == ["stuck", "last", "stuck"]

    def test_the_most_engines_win(self) -> None:
        state = played(at(3, "e5=11 e6=31 b2=22 h5=21"), "e5xe6")
        assert places(state) == (2, 1, 3)
        assert reason(state) == "3 engines to 1 and 0"
        assert state.outcome is not None
        assert state.outcome.points == (1, 3, 0)

    def test_a_tie_goes_to_more_ships(self) -> None:
        state = played(at(3, "e5=11 e6=31 b2=13 h5=22 h8=21 b5=21"), "e5xe6")
        assert places(state) == (2, 1, 3)
        assert reason(state) == "4 engines, as many as Red, but 3 ships to 2"

    def test_a_tie_in_both_is_shared(self) -> None:
        state = played(at(3, "e5=11 e6=31 b2=12 h5=22 h8=21"), "e5xe6")
        assert places(state) == (1, 1, 3)
        assert reason(state) == "3 engines and 2 ships each"

    def test_places_after_a_shared_one_are_left_out(self) -> None:
        state = played(at(5, "e5=11 e6=31 a1=12 i5=22 i9=21 e1=42 e9=52"), "e5xe6")
        assert places(state) == (1, 1, 5, 3, 3)

    def test_it_is_drawn_when_all_are_level(self) -> None:
        state = played(at(3, "e5=11 e6=31 b2=21 h5=31"), "e5xe6")
        assert places(state) == (1, 1, 1)
        assert reason(state) == "1 engine and 1 ship each"


class TestBlitzkrieg:
    def test_the_first_turns_are_placings_alone(self) -> None:
        state = GAME.start(3, {"variant": "blitzkrieg"}, 0)
        assert len(texts(state)) == 3 * 37
        state = played(state, "2@e5", "3@e6")
        assert all(" " not in text for text in texts(state))

    def test_a_turn_is_a_placing_and_a_flight_onto_an_empty_cell_or_an_enemy(self) -> None:
        state = blitz(3, "e5=11 e6=22 b2=31", hands="0,1,0;0,1,0;0,1,0")
        after_h5 = {text[5:] for text in texts(state) if text.startswith("2@h5 ")}
        assert after_h5 == {"e5xe6", "e5-f6", "e5-f5", "e5-e4", "e5-d4", "e5-d5"}
        taken = played(state, "2@h5 e5xe6")
        assert taken.last is not None
        assert (taken.last.flown, taken.last.taken) == (Ship(1, 1), Ship(2, 2))
        assert GAME.position(taken) == (
            "/12,-,-,-/-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,11,-,-/-,-,-,-,-,-/-,-,-,-,-/31,-,-,-/ 0,0,0;0,1,0;0,1,0 deploy 2"
        )

    @pytest.mark.parametrize(("engines", "near", "far"), [(1, None, "e6"), (2, "e6", "e7"), (3, "e7", "e8")])
    def test_a_ship_is_placed_as_far_from_own_ships_as_it_has_engines(
        self, engines: int, near: str | None, far: str
    ) -> None:
        hands = ["0,0,0", "0,0,0", "0,0,0"]
        hands[0] = ",".join("1" if engines == kind else "0" for kind in (1, 2, 3))
        placed = {text.split(" ")[0] for text in texts(blitz(3, "e5=11", hands=";".join(hands)))}
        assert f"{engines}@{far}" in placed
        assert near is None or f"{engines}@{near}" not in placed

    def test_other_players_ships_may_be_as_near_as_they_like(self) -> None:
        assert "3@e6" in {text.split(" ")[0] for text in texts(blitz(3, "e5=21 b2=12", hands="0,0,1;0,0,0;0,0,0"))}

    def test_steps_are_counted_on_the_full_grid(self) -> None:
        placed = {text.split(" ")[0] for text in texts(blitz(4, "a2=11", hands="0,0,1;0,0,0;0,0,0;0,0,0"))}
        assert "3@a4" not in placed  # two steps over a3, though a3 is not in use
        assert "3@b6" in placed

    def test_the_ship_just_placed_does_not_fly(self) -> None:
        state = blitz(3, "e5=11", hands="1,0,0;0,0,0;0,0,0")
        assert {text[5:7] for text in texts(state)} == {"e5"}

    def test_no_ship_flies_onto_an_own_ship_not_even_the_new_one_r8(self) -> None:
        state = blitz(3, "e5=11 e6=12", hands="1,0,0;0,0,0;0,0,0")
        assert "1@f6 e5-f5" in texts(state)
        assert {"1@f6 e5xf6", "1@f6 e5-f6", "1@b2 e5xe6"}.isdisjoint(texts(state))

    def test_flights_of_phase_one_keep_to_cells_in_use_r8(self) -> None:
        state = blitz(4, "a2=12 b4=22", hands="0,1,0;0,1,0;0,1,0;0,1,0")
        assert {text[5:] for text in texts(state) if text.startswith("2@h6 ")} == {"a2-c2", "a2-c4"}

    def test_r1_a_player_who_cannot_place_only_flies(self) -> None:
        empty_hand = blitz(3, "e5=11 h5=21", hands="0,0,0;1,0,0;1,0,0")
        assert texts(empty_hand) == {"e5-e6", "e5-f6", "e5-f5", "e5-e4", "e5-d4", "e5-d5"}
        too_near = blitz(3, "e5=11 e2=11 e8=11 h5=11 h8=12 b2=12 b5=12", hands="0,0,1;0,0,0;0,0,0")
        assert texts(too_near)
        assert all("@" not in text for text in texts(too_near))

    def test_r1_a_player_who_cannot_fly_only_places(self) -> None:
        all_captured = blitz(3, "e5=21", hands="1,0,0;1,0,0;1,0,0")
        assert texts(all_captured) == {f"1@{NAMES[cell]}" for cell in field(3).cells if NAMES[cell] != "e5"}

    def test_r3_a_placing_that_leaves_no_flight_is_the_whole_turn(self) -> None:
        six_of_seven = "e5=12 e7=12 g7=12 g5=12 e3=12 c3=12"  # whose only empty landing is c5
        state = blitz(3, six_of_seven, hands="1,0,0;0,0,0;0,0,0")
        assert "1@c5" in texts(state)
        others = {text for text in texts(state) if not text.startswith("1@c5")}
        assert {text[5:] for text in others} == {"c3-c5", "e5-c5", "e7-c5"}

    def test_r1_a_player_who_can_do_neither_is_passed_over_and_play_goes_on(self) -> None:
        state = blitz(3, "h5=11", "deploy 1", "1,0,0;0,0,0;0,1,0")
        state = played(state, "1@b2 h5-h6")
        assert phase_and_mover(state) == "deploy 3"
        assert GAME.news(state) == ("Blue can neither place nor fly a ship and is passed over.",)

    def test_r2_phase_one_ends_only_at_the_end_of_a_round(self) -> None:
        state = blitz(3, "h5=11 b2=21 e5=33", "deploy 1", "1,0,0;0,0,0;0,0,0")
        state = played(state, "1@h7 h5-h6")
        assert phase_and_mover(state) == "deploy 2"
        assert texts(state) == {"b2-b3", "b2-c2", "b2-c3"}
        state = played(state, "b2-b3")
        assert phase_and_mover(state) == "deploy 3"
        state = played(state, "e5-e2")
        assert [note.kind for note in state.notes] == ["attack", "stuck", "last", "stuck", "stuck"]

    def test_r2_a_whole_round_without_a_placing_ends_phase_one(self) -> None:
        near = "e5=11 e2=11 e8=11 h5=11 h8=12 b2=12 b5=12"
        state = blitz(3, f"{near} d4=21 e4=31", "deploy 1", "0,0,1;0,0,0;0,0,0")
        state = played(state, "e5xe4", "d4-d5")
        assert [note.kind for note in state.notes][:2] == ["idle", "stranded"]
        assert "ships left in hand are out of the game" in " ".join(GAME.news(state))
        assert GAME.position(state).split(" ")[1] == "0,0,0;0,0,0;0,0,0"

    def test_r3_a_placing_must_be_made_and_a_flight_must_follow(self) -> None:
        state = blitz(3, "e5=11 b2=21 b5=31")
        assert all(text.startswith("2@") and len(text) == 10 for text in texts(state))

    def test_r3_the_distance_is_measured_before_the_flight(self) -> None:
        state = blitz(3, "e5=12 b2=21 b5=31")
        placed = {text.split(" ")[0] for text in texts(state)}
        assert "2@e6" not in placed  # although e5 is going to fly away
        assert "2@e7 e5-g5" in texts(state)
        assert "2@e8 e5-e7" in texts(state)  # and a flight may end nearer than that

    def test_phase_two_is_as_in_the_standard_game(self) -> None:
        state = deployed(4, "blitzkrieg")
        assert state.phase in {"attack", "last"}
        assert all("x" in text and "@" not in text for text in texts(state))
        along_the_rim = at(4, "a2=12 a4=22 b1=11 b2=31", variant="blitzkrieg")
        assert texts(along_the_rim) == {"b1xb2"}


class TestWholeMatches:
    @pytest.mark.parametrize("players", [3, 4, 5])
    @pytest.mark.parametrize("variant", ["standard", "blitzkrieg"])
    def test_the_first_suggestion_can_be_played_to_the_end(self, players: int, variant: str) -> None:
        state = GAME.start(players, {"variant": variant}, 0)
        plies = 0
        while GAME.to_move(state) is not None:
            text = GAME.suggest(state, "", 25)[0]
            if "@" in text and variant == "blitzkrieg":
                text = GAME.suggest(state, text, 25)[0]
            state = played(state, text)
            plies += 1
        assert GAME.result(state) is not None
        assert plies > 12 * (players - 1)


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


GOLDEN = Path(__file__).parents[1] / "golden"
FIRST, SECOND = Zyrcan(1), Zyrcan()
KEPT = [json.loads(file.read_text("utf-8")) for file in sorted(GOLDEN.glob("zyrcan-*.json"))]


def started(game: Zyrcan, players: int, variant: str) -> State:
    return game.start(players, {"variant": variant}, 0)


def first_rejection(match: dict[str, Any], game: Zyrcan) -> str:
    """Return why a version refuses a move of a recorded match; empty if it takes them all."""
    state = game.start(match["players"], match["options"], match["seed"])
    for text, *_ in match["moves"]:
        try:
            if text.startswith("leave "):
                state = game.leave(state, int(text.split()[1]))
            else:
                state = game.play(state, game.parse(state, text))
        except IllegalMove as illegal:
            return illegal.reason
    return ""


def test_version_1_is_kept_beside_version_2() -> None:
    game = GAMES["zyrcan"]
    assert game.info.rules == 2
    kept = find_version(game, 1)
    assert kept
    assert (kept.info.rules, kept.info.key, kept.info.earlier) == (1, "zyrcan", ())


def test_a_flight_of_blitzkrieg_crosses_an_unused_cell_under_version_1_only() -> None:
    position = "-,-/-,-,-,-,-,-/-,-,-,-,-/-,-,-,-,-,-,-,-/-,-,-,-,-,-,-/-,-,-,-,-,-,-,-/-,-,-,-,-/-,-,-,-,-,-/12,-"
    text = f"{position} 0,1,0;0,1,0;0,1,0;0,1,0 deploy 1"
    for game, crosses in ((FIRST, True), (SECOND, False)):
        state = game.parse_position(text, 4, {"variant": "blitzkrieg"})
        flights = {game.format(state, move)[5:] for move in game.legal(state)}
        assert flights == {"a2-c2", "a2-c4"} | ({"a2-a4"} if crosses else set())
        assert ("a4" in game.destinations(state, "2@h6 a2").places) == crosses
        assert ("2@h6 a2-a4" in game.suggest(state, "2@h6 ", 25)) == crosses


def test_matches_recorded_under_version_1_hold_moves_that_version_2_refuses() -> None:
    old = [match for match in KEPT if match["rules"] == 1]
    assert len(old) == 5
    for match in old:
        assert (match["players"], match["options"]) == (4, {"variant": "blitzkrieg"})
        assert not first_rejection(match, FIRST)
        assert "not in use with four players" in first_rejection(match, SECOND)


@pytest.mark.parametrize("game", [FIRST, SECOND], ids=["1", "2"])
def test_all_others_are_the_same_under_both(game: Zyrcan) -> None:
    new = [match for match in KEPT if match["rules"] == 2]
    assert {(match["players"], match["options"]["variant"]) for match in new} == {
        (players, variant) for players in (3, 4, 5) for variant in ("standard", "blitzkrieg")
    }
    assert not any(first_rejection(match, game) for match in new)


def test_a_turn_and_a_leaving_keep_the_version() -> None:
    state = started(FIRST, 4, "blitzkrieg")
    for text in ("2@a2", "1@h5", "1@h9", "1@f9"):
        state = FIRST.play(state, FIRST.parse(state, text))
    state = FIRST.leave(state, 3)
    assert FIRST.format(state, FIRST.parse(state, "2@i8 a2-a4")) == "2@i8 a2-a4"
