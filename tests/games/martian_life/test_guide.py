"""Martian Life by choices: every square in one step, and what dies by it."""

from __future__ import annotations

import pytest

from games import GAMES
from games.contract import IllegalMove

GAME = GAMES["martian-life"]
START = GAME.start(2, {}, 0)
OFFERED = {one.text: one for one in GAME.guide(START, "").choices}


def test_all_moves_are_offered_at_once_and_are_whole() -> None:
    assert [*OFFERED] == [GAME.format(START, move) for move in GAME.legal(START)]
    step = GAME.guide(START, "c4")
    assert (step.move, step.choices) == ("c4", ())


def test_a_placement_says_what_dies() -> None:
    assert (OFFERED["a1"].words, OFFERED["a1"].piece) == ("places a small on a1, where it dies", "red-small")
    assert OFFERED["c4"].words == GAME.describe(START, GAME.parse(START, "c4"))


def test_a_promotion_shows_the_piece_that_it_makes() -> None:
    assert (OFFERED["e4+"].label, OFFERED["e4+"].piece) == ("e4+", "red-medium")
    after = GAME.play(START, GAME.parse(START, "e4+"))
    assert {one.text: one.piece for one in GAME.guide(after, "").choices}["d4+"] == "yellow-medium"


@pytest.mark.parametrize("text", ["e4-", "e4++", "d4", "d4+", "E4+", "z9"])
def test_what_is_no_choice_is_rejected(text: str) -> None:
    with pytest.raises(IllegalMove, match="can't be chosen here"):
        GAME.guide(START, text)
