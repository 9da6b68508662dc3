"""What can be placed and promoted in Martian Life, read beside its rules page."""

from __future__ import annotations

from games import GAMES
from tests.games.destinations import places, refusal

MARS = GAMES["martian-life"]
START = MARS.start(2, {}, 0)


def test_a_square_is_told_with_what_dies_there() -> None:
    found = MARS.destinations(START, "a1")
    assert (found.source, found.places) == ((), ("a1",))
    assert found.words == "`a1`: Red places a small on a1, where it dies."
    assert MARS.destinations(START, "d5").words.startswith("`d5+`: Red promotes d5 to a medium")


def test_a_kind_of_piece_is_told_with_the_squares_where_it_lives() -> None:
    assert places(MARS, START, "promote") == "e4 d5" == places(MARS, START, "medium")
    small = MARS.destinations(START, "small")
    assert len(small.places) == 60
    assert "any of 60 empty squares (`a1`), but each dies at once" in small.words
    later = MARS.play(START, MARS.parse(START, "d5+"))
    assert (
        "any of 60 empty squares (`a1`), and it lives on c4, c5, c6, d6 and e6"
        in MARS.destinations(later, "small").words
    )
    assert refusal(MARS, START, "large").startswith("No medium can be promoted now")


def test_no_small_goes_anywhere_while_all_five_are_on_the_board() -> None:
    state = MARS.parse_position("......../.....sss/......../...Ss.../...sS.../......../......../........ 1")
    sentence = "No small can be placed: all five are on the board, and a stash is a limit."
    assert refusal(MARS, state, "small") == refusal(MARS, state, "place") == sentence


def test_the_others_pieces_are_not_to_be_moved() -> None:
    assert refusal(MARS, START, "e5").startswith("`e5` is occupied by yellow's small")
