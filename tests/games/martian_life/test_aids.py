"""Martian Life by choices: what can be placed and promoted, every square in one step, and what dies by it."""

from __future__ import annotations

import pytest

from games import GAMES
from games.contract import Destinations, IllegalMove, Step
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
        "any of 60 empty squares (`c4`), and it lives on c4, c5, c6, d6 and e6"
        in GAME.destinations(later, "small").words
    )
    assert refusal(GAME, START, "large").startswith("No medium can be promoted now")


def test_no_small_goes_anywhere_while_all_five_are_on_the_board() -> None:
    state = GAME.parse_position("......../.....sss/......../...Ss.../...sS.../......../......../........ 1")
    sentence = "No small can be placed: all five are on the board, and a stash is a limit."
    assert refusal(GAME, state, "small") == refusal(GAME, state, "place") == sentence


def test_the_others_pieces_are_not_to_be_moved() -> None:
    assert refusal(GAME, START, "e5").startswith("`e5` is occupied by yellow's small")


def group_of(step: Step) -> dict[str, str]:
    """Return the group of each choice by its text."""
    return {one.text: one.group for one in step.choices}


def test_first_comes_whether_to_promote_or_to_place() -> None:
    step = GAME.guide(START, "")
    assert step.question == "Do you promote a piece or place a small?"
    assert [(one.label, one.text) for one in step.choices] == [("Promote", "promote"), ("Place", "place")]
    assert step.choices[0].places == ("e4", "d5")
    assert step.highlights == Destinations((), ("e4", "d5"), ""), "where a piece lives"
    assert [one.text for one in GAME.guide(START, "promote").choices] == ["e4+", "d5+"]
    assert GAME.guide(START, "promote").question == "Which piece do you promote?"
    assert GAME.guide(START, "place").question == "Where do you place a small?"
    step = GAME.guide(START, "d5+")
    assert (step.move, step.choices, step.highlights.places) == ("d5+", (), ("d5",))


def test_where_the_piece_lives_comes_first_and_where_it_dies_at_once_has_its_own_menu() -> None:
    assert set(group_of(GAME.guide(START, "promote")).values()) == {""}
    placed = group_of(GAME.guide(START, "place"))
    assert len(placed) == 60
    assert set(placed.values()) == {"dies at once"}
    later = GAME.play(START, GAME.parse(START, "d5+"))
    step = GAME.guide(later, "place")
    assert [text for text, group in group_of(step).items() if group == "lives"] == ["c4", "c5", "c6", "d6", "e6"]
    assert list(group_of(step).values()) == ["lives"] * 5 + ["dies at once"] * 55
    dying = [text for text, group in group_of(step).items() if group == "dies at once"]
    assert dying == [text for text in (GAME.format(later, move) for move in GAME.legal(later)) if text in dying]
    assert set(step.highlights.fatal) == set(dying)


def test_with_one_kind_of_move_its_squares_come_at_once() -> None:
    state = GAME.parse_position("......../.....sss/......../...Ss.../...sS.../......../......../........ 1")
    step = GAME.guide(state, "")
    assert step.question == "Which piece do you promote?"
    assert {one.text[-1] for one in step.choices} == {"+"}
    for text in ("place", "promote"):
        with pytest.raises(IllegalMove, match="can't be chosen here"):
            GAME.guide(state, text)


def test_a_choice_says_what_dies_and_shows_the_piece_that_it_makes() -> None:
    small = {one.text: one for one in GAME.guide(START, "place").choices}
    assert (small["a1"].words, small["a1"].piece) == ("nothing else dies", "red-small")
    assert small["c4"].words == "d4 and d5 die, then c4"
    (medium, _) = GAME.guide(START, "promote").choices
    assert (medium.label, medium.piece, medium.words) == ("e4+", "red-medium", "becomes a medium; nothing dies")
    after = GAME.play(START, GAME.parse(START, "e4+"))
    assert {one.text: one.piece for one in GAME.guide(after, "promote").choices}["d4+"] == "yellow-medium"


def test_after_the_end_nothing_is_chosen() -> None:
    with pytest.raises(IllegalMove):
        GAME.guide(GAME.leave(START, 1), "")


@pytest.mark.parametrize("text", ["e4-", "e4++", "d4", "d4+", "E4+", "z9"])
def test_what_is_no_choice_is_rejected(text: str) -> None:
    with pytest.raises(IllegalMove, match="can't be chosen here"):
        GAME.guide(START, text)
