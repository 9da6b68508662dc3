"""Martian Life by choices: what can be placed and promoted, every square in one step, and what dies by it."""

from __future__ import annotations

import pytest

from games import GAMES
from games.contract import IllegalMove
from tests.games.destinations import places, refusal

GAME = GAMES["martian-life"]
START = GAME.start(2, {}, 0)


def test_a_square_is_told_with_what_dies_there() -> None:
    found = GAME.destinations(START, "a1")
    assert (found.source, found.places) == ((), ("a1",))
    assert found.words == "`a1`: Red places a small on a1, where it dies."
    assert GAME.destinations(START, "d5").words.startswith("`d5+`: Red promotes d5 to a medium")


def test_a_kind_of_piece_is_told_with_the_squares_where_it_lives() -> None:
    assert places(GAME, START, "promote") == "e4 d5" == places(GAME, START, "medium")
    small = GAME.destinations(START, "small")
    assert len(small.places) == 60
    assert "any of 60 empty squares (`a1`), but each dies at once" in small.words
    later = GAME.play(START, GAME.parse(START, "d5+"))
    assert (
        "any of 60 empty squares (`a1`), and it lives on c4, c5, c6, d6 and e6"
        in GAME.destinations(later, "small").words
    )
    assert refusal(GAME, START, "large").startswith("No medium can be promoted now")


def test_no_small_goes_anywhere_while_all_five_are_on_the_board() -> None:
    state = GAME.parse_position("......../.....sss/......../...Ss.../...sS.../......../......../........ 1")
    sentence = "No small can be placed: all five are on the board, and a stash is a limit."
    assert refusal(GAME, state, "small") == refusal(GAME, state, "place") == sentence


def test_the_others_pieces_are_not_to_be_moved() -> None:
    assert refusal(GAME, START, "e5").startswith("`e5` is occupied by yellow's small")


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
