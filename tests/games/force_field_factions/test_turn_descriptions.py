"""Force Field Factions beyond its moves: what is suggested, turns in words, and the text of a position."""

from __future__ import annotations

import pytest

from games.force_field_factions.state import FACINGS
from tests.games.force_field_factions.positions import CROWD, GAME, at, played, start

START = start()


class TestSuggestions:
    def test_an_empty_text_gives_every_piece_from_a1_to_h8(self) -> None:
        assert GAME.suggest(CROWD, "", 25) == ["a1:", "c1:", "c1*:", "e1:", "f1:", "g1:", "h1:"]

    def test_actions_come_in_the_order_of_a_turn_whatever_they_win(self) -> None:
        state = at("d4:w3.n d5:b2.n c3:w2.e d3:b1.n", 2, rest="a1:w1.n a8:b3.n b8:b2.n c8:b3.n")
        found = GAME.suggest(state, "c3:", 25)
        assert found[:2] == ["c3:", "c3: n"]
        ends = [text.split()[-1] for text in found[1:]]
        turned = [f"x>{facing}" for facing in ("n", "ne", "se", "s", "sw", "w", "nw", "up")]
        assert ends == ["n", "ne", "se", "s", "sw", "w", "nw", "up", "x", *ends[9:16], *turned]
        assert all(end.startswith("+") for end in ends[9:16])
        result = GAME.result(played(state, "c3: x"))
        assert result
        assert result.winners == (2,)

    @pytest.mark.parametrize(
        ("text", "among"),
        [
            ("c", "c1*:"),
            ("C1", "c1:"),
            ("c1:", "c1: -yellow"),
            ("c1: ", "c1: se"),
            ("c1: x", "c1: x>sw"),
            ("c1: x>s", "c1: x>sw"),
            ("c1: -", "c1: -yellow"),
            ("c1: - ", "c1: -yellow n"),
            ("c1: north", "c1: nw"),
            ("c1: n", "c1: n e"),
            ("f1: n f +cl", "f1: n f +clear"),
            ("f1: n 1 ", "f1: n f +clear"),
            ("c1*: ", "c1*: -clear"),
            ("c1 n", "c1: n"),
        ],
    )
    def test_a_half_typed_turn_is_completed(self, text: str, among: str) -> None:
        assert among in GAME.suggest(CROWD, text, 25)

    def test_every_facing_after_a_conversion_can_be_reached(self) -> None:
        state = at("d4:w2.n.p d5:b1.n", 2)
        assert {f"d4: x>e,{facing}" for facing in FACINGS} <= set(GAME.suggest(state, "d4: x>e,", 25))
        assert {f"d4: x,{facing}" for facing in FACINGS} <= set(GAME.suggest(state, "d4: x,", 25))

    @pytest.mark.parametrize(
        "text", ["z", "d9", "nice one", "c1: foo", "c1: +red ", "d2: n", "b1", "c1: f ", "x" * 5000]
    )
    def test_what_begins_no_turn_has_none(self, text: str) -> None:
        assert GAME.suggest(CROWD, text, 25) == []

    def test_what_changes_nothing_is_not_suggested(self) -> None:
        assert "e1: n" not in GAME.suggest(CROWD, "e1: n", 25)
        assert "e1: x" not in GAME.suggest(CROWD, "e1: x", 25)
        assert "c1: -yellow +yellow" not in GAME.suggest(CROWD, "c1: -yellow +", 25)

    def test_there_are_never_more_than_the_limit_and_none_after_the_end(self) -> None:
        assert [len(GAME.suggest(START, "", limit)) for limit in (-1, 0, 1, 8)] == [0, 0, 1, 8]
        assert GAME.suggest(GAME.leave(START, 1), "", 25) == []


class TestWords:
    @pytest.mark.parametrize(
        ("pieces", "text", "words"),
        [
            ("d4:w2.n.r", "d4: -red f2", "plays d4 (2 pips): removes red, advances to d6"),
            ("d4:w1.n", "d4: up +blue", "plays d4 (1 pip): stands upright, adds blue"),
            (
                "d4:w2.n d5:b1.n",
                "d4: x>e f",
                "plays d4 (2 pips): takes Black's 1-pip piece on d5 and turns east, advances to e5",
            ),
            (
                "d6:w2.n.g d7:b1.n d8:w1.n",
                "d6: x",
                (
                    "plays d6 (2 pips): pushes Black's 1-pip piece from d7 to d8 and White's 1-pip piece from d8 over "
                    "the edge, and moves to d7"
                ),
            ),
            (
                "d4:w2.n.p d5:b1.n",
                "d4: x,s",
                "plays d4 (2 pips): converts Black's 1-pip piece on d5 (now facing south)",
            ),
            (
                "d4:w2.n.o d5:b1.n.yb",
                "d4: x>e",
                "plays d4 (2 pips): strips Black's 1-pip piece on d5 of yellow and blue and turns east",
            ),
            (
                "d4:w2.n d5:b1.up",
                "d4: x sw",
                "plays d4 (2 pips): attacks d5 in vain (1 against 2), points south-west",
            ),
            (
                "d4:w1.n.c d4:b2.n",
                "d4: -clear",
                "plays d4 (1 pip, out of phase): removes clear, which destroys it and Black's 2-pip piece on d4",
            ),
        ],
    )
    def test_a_turn_is_told(self, pieces: str, text: str, words: str) -> None:
        state = at(pieces, 2)
        assert GAME.describe(state, GAME.parse(state, text)) == words

    def test_the_task_shows_a_turn_that_can_be_played(self) -> None:
        what, example = GAME.task(START).rsplit("`", 2)[:2]
        assert what.endswith("for example ")
        assert GAME.parse(START, example)
        assert GAME.task(GAME.leave(START, 2)) == ""


class TestPositionText:
    def test_squares_go_column_by_column_and_the_piece_in_phase_comes_first(self) -> None:
        text = "a1:w3.up a2:b3.s b1:w1.ne.ry b1:b2.s.c h8:b1.nw.cc 2"
        assert GAME.position(GAME.parse_position(text)) == text

    @pytest.mark.parametrize(
        ("text", "wrong"),
        [
            ("", "ends with the seat"),
            ("a1:w3.up 3", "not '3'"),
            ("a1:w3.up  1", "'' is no piece"),
            ("b1:w3.up a1:b3.up 1", "out of order"),
            ("a2:b1.up a1:w3.up 1", "out of order"),
            ("a1:b1.up.c a1:w3.up 1", "out of order"),
            ("a1:w3.up a1:b2.n 1", "Two pieces in phase stand on a1"),
            ("a1:w2.up.c a1:b2.n.c 1", "Two pieces out of phase stand on a1"),
            ("a9:w3.up 2", "is no piece"),
            ("a1:w4.up 2", "is no piece"),
            ("a1:w3.north 2", "faces 'north'"),
            ("a1:w2.n.q 2", "carries 'q'"),
            ("a1:w3.n.r 2", "carries 1 fields: a 3-pip piece carries at most 0"),
            ("a1:w2.n.rr 2", "at most 1"),
            ("a1:w2.n. 2", "is no piece"),
            ("a1:w3.up 1", "Black has no piece to move"),
            ("a1:w3.n a2:w3.n a3:w3.n 2", "White has 3 pieces of size 3: at most 2"),
            ("a1:b2.n.r a2:b2.n.r a3:w2.n.r a4:w2.n.r 2", "4 red fields of 3 pips are in use: there are 3"),
            ("a1:w3.up " * 60 + "1", "at most 400 characters"),
        ],
    )
    def test_what_is_wrong_is_named(self, text: str, wrong: str) -> None:
        with pytest.raises(ValueError, match=wrong):
            GAME.parse_position(text)

    def test_a_larger_pool_allows_more_fields(self) -> None:
        text = "a1:b2.n.r a2:b2.n.r a3:w2.n.r a4:w2.n.r 2"
        assert GAME.position(GAME.parse_position(text, 2, {"pool": 5})) == text

    def test_an_ended_position_is_over_and_says_no_more(self) -> None:
        state = GAME.parse_position("a1:w3.up -")
        result = GAME.result(state)
        assert result is not None
        assert (GAME.to_move(state), result.places, result.clause) == (None, (), "the match is over")
