"""What Xero-G says of moves and itself, and its position text."""

from __future__ import annotations

import pytest

from games.xero_g.state import Setup
from tests.games.xero_g.positions import GAME, after, at, flown_squares


class TestWords:
    def test_a_move_is_told_in_words(self) -> None:
        state = at("....1./..2.../..1.../......")
        told = {text: GAME.describe(state, GAME.parse(state, text)) for text in ("c2-d2", "c2-c5", "c2xc3@a1")}
        assert told == {
            "c2-d2": "flies c2 to d2",
            "c2-c5": "flies c2 to c5 (1 boost)",
            "c2xc3@a1": "flies c2 onto c3 and sends the medium from c3 to a1",
        }
        far = at("....../.2..../.1..../....../....../......")
        assert GAME.describe(far, GAME.parse(far, "b4-base")) == "flies b4 into the base (1 boost)"
        assert GAME.describe(GAME.start(2, {}, 0), Setup((3, 2, 1, 1, 2, 3))) == "lays 3 2 1 1 2 3"

    def test_the_last_turn_is_kept_for_the_picture(self) -> None:
        state = after(at("....1./..2.../..1.../......"), "c2xc3@a1")
        assert state.last is not None
        assert (state.last.seat, state.last.pips, state.last.sent_pips) == (1, 1, 2)
        assert flown_squares(state) == "c2 c3"

    def test_the_help_shows_every_example_and_each_can_be_played(self) -> None:
        opened = after(GAME.start(2, {}, 0), "321123", "123321")
        places = {"321123": GAME.start(2, {}, 0), "d5-base": at("...2../....../....../....../......")}
        for example in GAME.info.examples:
            assert f"`{example}`" in GAME.info.help
            state = places.get(example, opened)
            assert GAME.parse(state, example) in GAME.legal(state)

    def test_the_help_shows_the_loose_forms_that_are_taken(self) -> None:
        opened = after(GAME.start(2, {}, 0), "321123", "123321")
        pairs = {"b1 b3": "b1-b3", "b1 to b3": "b1-b3", "c1 b1 d3": "c1xb1@d3"}
        for loose, canonical in pairs.items():
            assert f"`{loose}`" in GAME.info.help
            assert GAME.format(opened, GAME.parse(opened, loose)) == canonical


class TestPositionText:
    @pytest.mark.parametrize(
        "text",
        [
            "....../....../....../....../....../...... setup 1",
            "....../....../....../....../....../321123 setup 2",
            "....../....../....../....../....../321123 setup -",
            "123321/....../....../....../....../321123 play 1",
            "123321/....../....../....../....../32112. play -",
        ],
    )
    def test_it_is_read_back_to_the_character(self, text: str) -> None:
        state = GAME.parse_position(text)
        assert GAME.position(state) == text
        assert (GAME.result(state) is None) == (not text.endswith("-"))

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("", "rows 6 to 1"),
            ("nonsense", "rows 6 to 1"),
            ("....../....../....../....../....../...... play 3", "seat to move"),
            ("....../....../....../....../...... play 1", "six rows"),
            ("....../....../......./....../....../...... play 1", "Row 4 has 7"),
            ("11111./....../....../....../....../...... play 1", "four small ships"),
            ("....../....../....../....../....../...... play 1", "South has no flight"),
            ("....../....../....../....../....../321123 setup 1", "North's turn"),
            ("....../....../....../....../....../...... setup 2", "South's turn"),
            ("....../....../....../....../....../32112. setup 2", "two ships of each size"),
            ("1...../....../....../....../....../321123 setup 2", "only row 1"),
        ],
    )
    def test_a_wrong_one_is_rejected_in_a_sentence(self, text: str, expected: str) -> None:
        with pytest.raises(ValueError, match=expected) as refusal:
            GAME.parse_position(text)
        assert str(refusal.value).endswith(".")
