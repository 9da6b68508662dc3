"""Zyrcan: completions of half-typed moves, turns in words, position text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.games.zyrcan.positions import ATTACK, BLITZ, ENDED, GAME, START, at, blitz

if TYPE_CHECKING:
    from games.zyrcan.state import State


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
