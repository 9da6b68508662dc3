"""What a player of Zyrcan can type, and what is answered."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from games.contract import IllegalMove
from tests.games.zyrcan.positions import ATTACK, BLITZ, ENDED, GAME, START, at, blitz, texts

if TYPE_CHECKING:
    from games.zyrcan.state import State

CHAT = [
    "",
    " ",
    "`",
    "gg",
    "ok",
    "2nd place?",
    "nice one",
    "e5!",
    "e5 was better?",
    "r2d2",
    "k5",
    "h10",
    "e55",
    "22",
    "2@e5@",
    "2@e5 c3-d4 d5",
    "2@e5, c3-d4",
    "e5xg7xe5",
    "e5 and g7",
    "e5 on g7",
    "to e5",
    "on e5",
    "one and two",
    "e5 plus two",
    "e5--g7",
    "=2",
    "@e5",
    "-g7",
    "\u0435\u0035",  # a Cyrillic letter that looks like e
    "e\u0665",  # an Arabic-Indic five
    "2@e5" * 5000,
    "\u0130" * 50,
]


def refusal(state: State, text: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as rejection:
        GAME.parse(state, text)
    return rejection.value


def answer(state: State, text: str) -> tuple[str, str]:
    wrong = refusal(state, text)
    return wrong.kind, wrong.reason


def read(state: State, text: str) -> str:
    return GAME.format(state, GAME.parse(state, text))


class TestForms:
    @pytest.mark.parametrize(
        "text",
        [
            "2@e4",
            "2@E4",
            " 2 @ e4 ",
            "`2@e4`",
            "e4=2",
            "E4 = 2",
            "e4= 2",
            "2e4",
            "2 e4",
            "2E4",
            "e4 2",
            "E4   2",
            "2 on e4",
            "Two on E4.",
            "e4@2",
            "2-e4",
            "2->e4",
        ],
    )
    def test_every_way_to_place_reads_as_the_canonical_one(self, text: str) -> None:
        assert read(START, text) == "2@e4"

    @pytest.mark.parametrize(
        "text",
        [
            "e5xg7",
            "E5XG7",
            "e5-g7",
            "e5 g7",
            "e5g7",
            "e5 x g7",
            "e5\u2013g7",
            "e5\u00d7g7",
            "e5 \u2014 g7",
            "`e5xg7`",
            "E5 to G7.",
            "e5 takes g7",
            "e5->g7",
            "e5 > g7",
            "e5\u2192g7",
        ],
    )
    def test_every_way_to_capture_reads_as_the_canonical_one(self, text: str) -> None:
        assert read(ATTACK, text) == "e5xg7"

    @pytest.mark.parametrize("placement", ["3@e8", "e8=3", "3e8", "e8 3", "3 @ e8", "E8 = 3"])
    @pytest.mark.parametrize("flight", ["e5-e7", "e5 e7", "e5e7", "E5 - E7", "e5\u2212e7"])
    def test_every_blend_of_placing_and_flight_reads_as_the_canonical_one(self, placement: str, flight: str) -> None:
        assert read(BLITZ, f"{placement} {flight}") == "3@e8 e5-e7"
        assert read(BLITZ, f"`{placement}{flight}`") == "3@e8 e5-e7"

    @pytest.mark.parametrize(
        "text", ["3 on e8 and e5 to e7", "three on e8 then e5 to e7", "e8 3 and then e5 e7", "3 on e8 e5 to e7"]
    )
    def test_a_placing_and_a_flight_as_they_are_dictated(self, text: str) -> None:
        assert read(BLITZ, text) == "3@e8 e5-e7"

    @pytest.mark.parametrize("flight", ["e5xc3", "e5-c3", "e5 c3", "e5c3"])
    def test_a_flight_onto_an_enemy_is_a_capture_however_it_is_signed(self, flight: str) -> None:
        assert read(BLITZ, f"3@e8 {flight}") == "3@e8 e5xc3"

    @pytest.mark.parametrize("text", ["e5-e7", "e5 e7", "E5E7"])
    def test_a_flight_stands_alone_where_nothing_can_be_placed(self, text: str) -> None:
        assert read(blitz(4, "e5=12", hands="0,0,0;1,0,0;1,0,0;1,0,0"), text) == "e5-e7"

    @pytest.mark.parametrize("text", CHAT)
    @pytest.mark.parametrize("state", [START, BLITZ, ATTACK, ENDED], ids=["deploy", "blitzkrieg", "attack", "over"])
    def test_a_text_that_is_no_move_as_a_whole_is_chat(self, state: State, text: str) -> None:
        assert refusal(state, text).kind == "not_a_move"

    @pytest.mark.parametrize(
        ("state", "text"),
        [
            (START, "i"),
            (START, "a"),
            (START, "9"),
            (START, "0"),
            (ATTACK, "2"),
            (ATTACK, "g"),
            (ENDED, "2"),
            (ENDED, "e"),
        ],
    )
    def test_a_single_letter_or_digit_that_begins_no_move_is_chat(self, state: State, text: str) -> None:
        assert refusal(state, text).kind == "not_a_move"


class TestUnfinished:
    @pytest.mark.parametrize(
        ("text", "next_step"),
        [
            ("2", "name the cell too, for example `2@b2`, `2@d4` or `2@f6`."),
            ("2@", "name the cell too, for example `2@b2`, `2@d4` or `2@f6`."),
            ("2->", "name the cell too, for example `2@b2`, `2@d4` or `2@f6`."),
            ("2-", "name the cell too, for example `2@b2`, `2@d4` or `2@f6`."),
            ("2@e", "name the cell too, `2@e2`, `2@e3`, `2@e4`, `2@e7` or `2@e8`."),
            ("2e", "name the cell too, `2@e2`, `2@e3`, `2@e4`, `2@e7` or `2@e8`."),
            ("e", "name the cell too, for example `1@e2`, `2@e2` or `3@e2`."),
            ("e4", "say which ship goes there, `1@e4`, `2@e4` or `3@e4`."),
            ("e4=", "say which ship goes there, `1@e4`, `2@e4` or `3@e4`."),
            ("e4@", "say which ship goes there, `1@e4`, `2@e4` or `3@e4`."),
        ],
    )
    def test_a_half_placing_is_told_what_can_come_next(self, text: str, next_step: str) -> None:
        assert answer(START, text) == ("unfinished", f"Not yet a move: {next_step}")

    @pytest.mark.parametrize(
        ("text", "next_step"),
        [
            ("e5", "say where it flies to, `e5xg7`."),
            ("e5x", "say where it flies to, `e5xg7`."),
            ("e5-", "say where it flies to, `e5xg7`."),
            ("e5-g", "say where it flies to, `e5xg7`."),
            ("e", "say which ship flies where, `e5xg7`."),
            ("b", "say which ship flies where, `b3xb5`."),
        ],
    )
    def test_a_half_capture_is_told_what_can_come_next(self, text: str, next_step: str) -> None:
        assert answer(ATTACK, text) == ("unfinished", f"Not yet a move: {next_step}")

    @pytest.mark.parametrize(
        ("text", "next_step"),
        [
            (
                "3@e8",
                (
                    "then one of your earlier ships has to fly, `3@e8 e5-e7`, `3@e8 e5-g7`, `3@e8 e5-g5`, "
                    "`3@e8 e5-e3`, `3@e8 e5xc3` or `3@e8 e5-c5`."
                ),
            ),
            ("e8=3 e5-g", "say where it flies to, `3@e8 e5-g7` or `3@e8 e5-g5`."),
            ("3@e8 e5x", "say where it flies to, `3@e8 e5xc3`."),
        ],
    )
    def test_a_half_blitzkrieg_turn_is_told_what_can_come_next(self, text: str, next_step: str) -> None:
        assert answer(BLITZ, text) == ("unfinished", f"Not yet a move: {next_step}")

    def test_the_moves_are_never_all_listed_r7(self) -> None:
        state = GAME.start(5, {"variant": "blitzkrieg"}, 0)
        chance = Random(7)
        for _ in range(40):
            state = GAME.play(state, chance.choice(GAME.legal(state)))
        assert len(GAME.legal(state)) > 300
        for text in ["1", "2@", "e", "2@e", *(text.split(" ")[0] for text in texts(state))]:
            assert len(refusal(state, text).reason) < 400


class TestIllegalPlacings:
    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("4@e4", "A ship has 1, 2 or 3 engines, not 4."),
            ("0@e4", "A ship has 1, 2 or 3 engines, not 0."),
            ("2@e1", "`e1` isn't in use with three players. The nearest cell in use is `e2`."),
            ("2@j4", "`j4` isn't on the board: its rows go from b to h."),
            ("2@e0", "`e0` isn't on the board: row e goes from `e2` to `e8`."),
            (
                "2@e5",
                "`e5` is occupied by Red's 2-engine ship: a ship is put on an empty cell. The nearest is `d4`.",
            ),
            ("e6", "`e6` is occupied by Blue's 3-engine ship: a ship is put on an empty cell. The nearest is `d5`."),
            ("c3-d4", "Ships fly once all are down: now put one on an empty cell, for example `1@b2`."),
            ("2@e4 c3-d4", "Ships fly once all are down: `2@e4` is the whole turn."),
            ("2@a", "No ship of 2 engines can be placed in row a; `1@b2` is possible."),
        ],
    )
    def test_in_phase_one(self, text: str, reason: str) -> None:
        assert answer(START, text) == ("illegal", reason)

    def test_of_a_kind_that_is_used_up(self) -> None:
        state = at(3, "e5=12", "deploy 1", "2,0,1;1,0,0;1,0,0")
        assert answer(state, "2@e4") == (
            "illegal",
            "You have no ship of 2 engines left in hand, but 2 of 1 engine and 1 of 3 engines: `1@b2` is possible.",
        )

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            (
                "3@e4 e5-e7",
                (
                    "`e4` is 1 step from your ship on `e5`: a ship of 3 engines is put at least 3 steps from "
                    "your others. The nearest cell for it is `c2`."
                ),
            ),
            (
                "2@f6",
                (
                    "`f6` is 1 step from your ship on `e5`: a ship of 2 engines is put at least 2 steps from "
                    "your others. The nearest cell for it is `f7`."
                ),
            ),
            ("2@a1", "`a1` isn't in use with four players. The nearest cell in use is `a2`."),
            ("e5-g7", "First put a ship on the board, then fly: `1@a2 e5-g7`, for example."),
            ("e5xe6", "First put a ship on the board, then fly: `1@a2`, for example."),
        ],
    )
    def test_in_blitzkrieg(self, text: str, reason: str) -> None:
        assert answer(BLITZ, text) == ("illegal", reason)

    def test_of_a_ship_that_no_cell_is_far_enough_for(self) -> None:
        state = blitz(3, "e5=11 e2=11 e8=11 h5=11 h8=12 b2=12 b5=12", hands="0,1,1;0,0,0;0,0,0")
        assert answer(state, "3@e6") == (
            "illegal",
            (
                "`e6` is 1 step from your ship on `e5`: a ship of 3 engines is put at least 3 steps from "
                "your others. There's no cell for it now; `2@c4` is possible."
            ),
        )
        assert refusal(state, "f6").reason.startswith("`f6` is 1 step from your ship on `e5`: a ship of 2 engines")

    def test_where_nothing_can_be_placed(self) -> None:
        empty_hand = blitz(3, "e5=11", hands="0,0,0;1,0,0;1,0,0")
        assert answer(empty_hand, "2@e8 e5-e6") == (
            "illegal",
            "You have no ship left in hand: this turn you only fly, for example `e5-e6`.",
        )
        too_near = blitz(3, "e5=11 e2=11 e8=11 h5=11 h8=12 b2=12 b5=12", hands="0,0,1;0,0,0;0,0,0")
        assert refusal(too_near, "3@f6").reason == (
            "None of your ships in hand can be far enough from your others: this turn you only fly, "
            "for example `b2-b4`."
        )

    def test_once_all_are_down(self) -> None:
        assert answer(ATTACK, "2@e4") == (
            "illegal",
            "No more ships are placed: capture one, for example `b3xb5`.",
        )


class TestIllegalFlights:
    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("e4xe5", "`e4` is empty. Your nearest ship that can fly: `e5xg7`."),
            ("e6xe5", "`e6` is Blue's ship: you fly your own. Your nearest ship that can fly: `e5xg7`."),
            (
                "e5xe6",
                (
                    "`e6` is out of reach from `e5`: with 2 engines it flies exactly 2 cells in a straight line. "
                    "From `e5` it captures: `e5xg7`."
                ),
            ),
            (
                "e5xe5",
                (
                    "`e5` is out of reach from `e5`: with 2 engines it flies exactly 2 cells in a straight line. "
                    "From `e5` it captures: `e5xg7`."
                ),
            ),
            (
                "e5-e7",
                "`e7` is empty: a flight has to end on another player's ship. From `e5` it captures: `e5xg7`.",
            ),
            (
                "d5",
                (
                    "Your ship on `d5` can capture nothing: it flies exactly 3 cells in a straight line. "
                    "Your nearest ship that can fly: `e5xg7`."
                ),
            ),
            ("d5xd8", "`d8` isn't in use with three players. The nearest cell in use is `d7`."),
            (
                "d5xd2",
                (
                    "`d2` is empty: a flight has to end on another player's ship. "
                    "Your nearest ship that can fly: `e5xg7`."
                ),
            ),
            ("e5xf", "Your ship on `e5` has nothing to capture in row f. From `e5` it captures: `e5xg7`."),
        ],
    )
    def test_in_phase_two(self, text: str, reason: str) -> None:
        assert answer(ATTACK, text) == ("illegal", reason)

    def test_onto_an_own_ship(self) -> None:
        state = at(3, "e5=11 e6=12 e4=21")
        assert refusal(state, "e5xe6").reason == "`e6` holds your own ship. From `e5` it captures: `e5xe4`."

    def test_over_a_cell_not_in_use(self) -> None:
        state = at(4, "a2=12 a4=22 b1=11 b2=31")
        assert answer(state, "a2xa4") == (
            "illegal",
            (
                "The way from `a2` to `a4` leads over `a3`, not in use with four players. "
                "Your nearest ship that can fly: `b1xb2`."
            ),
        )

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("3@e8 e5xg7", "`g7` is empty: there's nothing to capture; `3@e8 e5-g7` flies there."),
            (
                "3@e8 e8-e5",
                "`e8` has only just been placed: a ship placed earlier flies, for example `3@e8 e5xc3`.",
            ),
            (
                "3@e8 e6-e3",
                "`e6` is Blue's ship: you fly your own. Your nearest ship that can fly: `3@e8 e5xc3`.",
            ),
            ("3@e8 d", "None of your ships in row d can fly; `3@e8 e5-e7` is possible."),
            (
                "2@e7 e5-e7",
                "`e7` holds your own ship. From `e5` it flies: `e5-g7`, `e5-g5`, `e5-e3`, `e5xc3` or `e5-c5`.",
            ),
        ],
    )
    def test_in_blitzkrieg(self, text: str, reason: str) -> None:
        assert answer(BLITZ, text) == ("illegal", reason)

    def test_in_blitzkrieg_of_a_flight_alone_onto_an_empty_cell(self) -> None:
        empty_hand = blitz(3, "e5=11", hands="0,0,0;1,0,0;1,0,0")
        assert answer(empty_hand, "e5xe6") == (
            "illegal",
            "`e6` is empty: there's nothing to capture; `e5-e6` flies there.",
        )

    def test_in_blitzkrieg_of_a_capture_where_there_is_none(self) -> None:
        empty_hand = blitz(3, "e5=11", hands="0,0,0;1,0,0;1,0,0")
        assert answer(empty_hand, "e5x")[1].startswith("Your ship on `e5` has nothing to capture. From `e5` it flies:")

    @pytest.mark.parametrize("enemy", ["", " a4=22"])
    def test_in_blitzkrieg_over_a_cell_not_in_use(self, enemy: str) -> None:
        state = blitz(4, f"a2=12{enemy}")
        assert answer(state, "2@h6 a2-a4") == (
            "illegal",
            (
                "The way from `a2` to `a4` leads over `a3`, not in use with four players. "
                "From `a2` it flies: `a2-c4` or `a2-c2`."
            ),
        )

    def test_where_nothing_can_fly(self) -> None:
        start = GAME.start(3, {"variant": "blitzkrieg"}, 0)
        assert answer(start, "2@e5 c3-d4") == (
            "illegal",
            "Only the placement is played this turn, `2@e5`: you have no ship yet that was placed earlier.",
        )
        blocked = blitz(3, "e5=12 e7=12 g7=12 g5=12 e3=12 c3=12", hands="1,0,0;0,0,0;0,0,0")
        assert answer(blocked, "1@c5 e5-c5") == (
            "illegal",
            "Only the placement is played this turn, `1@c5`: no ship that you placed earlier can fly now.",
        )

    def test_a_ship_blocked_by_own_ships_is_named(self) -> None:
        state = blitz(3, "b2=11 b3=12 c2=12 c3=12", hands="0,0,0;1,0,0;1,0,0")
        assert answer(state, "b2") == (
            "illegal",
            (
                "Your ship on `b2` can't fly: it goes exactly 1 cell in a straight line. "
                "Your nearest ship that can fly: `b3-b5`."
            ),
        )

    def test_after_the_end(self) -> None:
        assert answer(ENDED, "e5xg7") == ("illegal", "The match is over.")
        assert answer(ENDED, "2@e4") == ("illegal", "The match is over.")


class TestSuggestions:
    def test_captures_come_in_the_order_of_the_board_whatever_they_take(self) -> None:
        assert GAME.suggest(ATTACK, "", 25) == ["b3xb5", "e5xg7"]
        state = at(3, "e5=11 e6=21 f6=23 f5=32 e4=31 d4=22")
        assert GAME.suggest(state, "", 25) == ["e5xd4", "e5xe4", "e5xe6", "e5xf5", "e5xf6"]

    @pytest.mark.parametrize("text", ["", "e", "e5", "e5x", "e5-", "e5 ", "e5xg", "e5g7", "E5xG7", "`e5xg7`"])
    def test_a_half_typed_capture_is_completed(self, text: str) -> None:
        assert "e5xg7" in GAME.suggest(ATTACK, text, 25)

    @pytest.mark.parametrize("text", ["2", "2@", "2@e", "2@e4", "2e", "2e4", "e4", "e4=", "e4=2", "e4 2", "E4"])
    def test_a_half_typed_placing_is_completed(self, text: str) -> None:
        assert "2@e4" in GAME.suggest(START, text, 60)

    def test_placings_come_cell_by_cell_with_each_kind_of_ship(self) -> None:
        assert GAME.suggest(START, "", 7) == ["1@b2", "2@b2", "3@b2", "1@b3", "2@b3", "3@b3", "1@b4"]

    def test_blitzkrieg_is_suggested_part_by_part(self) -> None:
        first = GAME.suggest(BLITZ, "", 25)
        assert len(first) == 25
        assert all(len(text) == 4 for text in first)
        then = GAME.suggest(BLITZ, "3@e8", 25)
        assert then == ["3@e8 e5xc3", "3@e8 e5-c5", "3@e8 e5-e3", "3@e8 e5-e7", "3@e8 e5-g5", "3@e8 e5-g7"]
        assert GAME.suggest(BLITZ, "e8 3 e5g", 25) == ["3@e8 e5-g5", "3@e8 e5-g7"]

    def test_only_flights_are_suggested_where_nothing_can_be_placed(self) -> None:
        state = blitz(3, "e5=11 e6=21", hands="0,0,0;1,0,0;1,0,0")
        assert GAME.suggest(state, "", 25) == ["e5-d4", "e5-d5", "e5-e4", "e5xe6", "e5-f5", "e5-f6"]

    def test_the_placing_is_a_whole_turn_where_nothing_can_fly(self) -> None:
        start = GAME.start(3, {"variant": "blitzkrieg"}, 0)
        assert GAME.suggest(start, "2@e5", 25) == ["2@e5"]
        assert GAME.suggest(start, "2@e5 e", 25) == []

    @pytest.mark.parametrize("text", ["z", "e1", "nice one", "4", "-", "x", "@", "e5", "2@e5", "e4e6", "x" * 5000])
    def test_a_text_that_begins_no_legal_move_has_none(self, text: str) -> None:
        assert GAME.suggest(START, text, 25) == []

    def test_there_are_never_more_than_the_limit_and_none_after_the_end(self) -> None:
        assert [len(GAME.suggest(START, "", limit)) for limit in (-1, 0, 1, 25)] == [0, 0, 1, 25]
        assert GAME.suggest(ENDED, "", 25) == []


class TestWords:
    @pytest.mark.parametrize(
        ("state", "text", "words"),
        [
            (START, "2@e4", "puts a 2-engine ship on e4"),
            (ATTACK, "e5xg7", "captures Blue's 1-engine ship on g7 with the 2-engine ship from e5"),
            (BLITZ, "3@e8 e5-e7", "puts a 3-engine ship on e8 and flies a 2-engine ship from e5 to e7"),
            (
                BLITZ,
                "3@e8 e5xc3",
                "puts a 3-engine ship on e8 and captures Yellow's 1-engine ship on c3 with the 2-engine ship from e5",
            ),
        ],
    )
    def test_a_move_is_told(self, state: State, text: str, words: str) -> None:
        assert GAME.describe(state, GAME.parse(state, text)) == words

    @pytest.mark.parametrize(
        ("state", "words"),
        [
            (START, "put a ship on an empty cell (in hand: 4 of 1, 6 of 2 and 2 of 3 engines), for example `1@b2`"),
            (at(3, "", "deploy 1", "2,0,0;1,0,0;1,0,0"), "put a ship on an empty cell (in hand: 2 of 1 engine)"),
            (
                BLITZ,
                (
                    "put a ship on an empty cell, away from your others, then fly one placed earlier "
                    "(in hand: 4 of 1, 5 of 2 and 2 of 3 engines), for example `1@a2 e5xc3`"
                ),
            ),
            (blitz(3, ""), "put a ship on an empty cell, away from your own (in hand: 1 of 2 engines)"),
            (blitz(3, "e5=11", hands="0,0,0;1,0,0;1,0,0"), "fly a ship (you can place none)"),
            (ATTACK, "capture a ship"),
            (at(3, "e5=11 e6=21", "last 1"), "capture a ship"),
            (ENDED, ""),
        ],
    )
    def test_the_task_is_what_can_be_done(self, state: State, words: str) -> None:
        assert GAME.task(state) == words

    @pytest.mark.parametrize(
        ("mover", "words"),
        [(1, "Red, Blue and Yellow still play"), (2, "Blue and Yellow still play"), (3, "Yellow still plays")],
    )
    def test_every_turn_of_the_last_round_says_so_and_who_still_plays(self, mover: int, words: str) -> None:
        assert GAME.news(at(3, "e5=11 e6=21 e7=31", f"last {mover}")) == (f"This is the last round: {words}.",)

    def test_without_news_there_is_no_sentence(self) -> None:
        assert GAME.news(START) == ()
        assert GAME.news(ENDED) == ()


class TestPositionText:
    HANDS = "4,6,2;4,6,2;4,6,2"
    ROWS = "/-,-,-,-/-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-/-,-,-,-/"

    @pytest.mark.parametrize(
        ("text", "wrong"),
        [
            ("", "rows i to a"),
            (f"{ROWS} {HANDS} deploy", "rows i to a"),
            (f"{ROWS} {HANDS} deploy  1", "rows i to a"),
            (f"{ROWS[1:]} {HANDS} deploy 1", "9 rows"),
            (f"-{ROWS} {HANDS} deploy 1", "Row i has 0 cells in use with 3 players, and the text 1"),
            (f"{ROWS.replace('/-,-,-,-/', '/-,-,-/', 1)} {HANDS} deploy 1", "Row h has 4 cells"),
            (f"{ROWS.replace('-', '41', 1)} {HANDS} deploy 1", "On h5 stands '41'"),
            (f"{ROWS.replace('-', '14', 1)} {HANDS} deploy 1", "On h5 stands '14'"),
            (f"{ROWS.replace('-', '1', 1)} {HANDS} deploy 1", "On h5 stands '1'"),
            (f"{ROWS} 4,6,2;4,6,2 deploy 1", "3 hands"),
            (f"{ROWS} 4,6;4,6,2;4,6,2 deploy 1", "3 hands"),
            (f"{ROWS} 04,6,2;4,6,2;4,6,2 deploy 1", "3 hands"),
            (f"{ROWS} {HANDS} placement 1", "The phase is one of deploy, attack, last, over"),
            (f"{ROWS} {HANDS} deploy 4", "from 1 to 3, not '4'"),
            (f"{ROWS} {HANDS} deploy -", "from 1 to 3, not '-'"),
            (f"{ROWS} {HANDS} over 1", "`-` once the match is over"),
            (f"{ROWS} 5,6,2;4,6,2;4,6,2 deploy 1", "Red has 5 ships with 1 engine, more than 4"),
            (f"{ROWS.replace('-', '23', 1)} {HANDS} deploy 1", "Blue has 3 ships with 3 engines, more than 2"),
            (f"{ROWS} {HANDS} attack 1", "every hand reads `0,0,0`"),
            (f"{ROWS} 0,0,0;0,0,0;0,0,0 attack 1", "Red has nothing to play"),
            (f"{ROWS} 4,6,2;0,0,0;4,6,2 deploy 2", "Blue has nothing to play"),
        ],
    )
    def test_what_is_wrong_is_named(self, text: str, wrong: str) -> None:
        with pytest.raises(ValueError, match=wrong):
            GAME.parse_position(text, 3)

    def test_an_ended_position_is_over_and_says_no_more(self) -> None:
        state = GAME.parse_position(f"{self.ROWS} 0,0,0;0,0,0;0,0,0 over -", 3)
        result = GAME.result(state)
        assert GAME.to_move(state) is None
        assert result is not None
        assert (result.places, result.points, result.clause) == ((), None, "the match is over")

    @pytest.mark.parametrize(("players", "rows"), [(3, 9), (4, 9), (5, 9)])
    def test_rows_without_a_cell_in_use_are_empty_text(self, players: int, rows: int) -> None:
        texts_of_rows = GAME.position(GAME.start(players, {}, 0)).split(" ")[0].split("/")
        assert len(texts_of_rows) == rows
        assert [len(row.split(",")) if row else 0 for row in texts_of_rows] == {
            3: [0, 4, 5, 6, 7, 6, 5, 4, 0],
            4: [2, 6, 5, 8, 7, 8, 5, 6, 2],
            5: [5, 6, 7, 8, 9, 8, 7, 6, 5],
        }[players]
