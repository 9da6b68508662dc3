"""Where a ship of Xero-G can fly, read beside its rules page."""

from __future__ import annotations

from games import GAMES
from tests.games.destinations import places, refusal
from tests.games.xero_g import positions as xero_g_positions

SPACE = GAMES["xero-g"]
OPEN = xero_g_positions.at("123321/....../....../....../....../321123")


def test_ships_are_laid_before_any_flies() -> None:
    state = SPACE.start(2, {}, 0)
    assert SPACE.destinations(state, "").places == ()
    assert "South lays six ships on row 1" in SPACE.destinations(state, "").words
    assert refusal(SPACE, state, "b1") == "No ship flies yet: first South lays six on row 1."
    state = SPACE.play(state, SPACE.parse(state, "321123"))
    assert "North lays six ships on row 6" in SPACE.destinations(state, "").words


def test_only_ships_of_the_home_row_fly() -> None:
    assert places(SPACE, OPEN, "") == "a1 b1 c1 d1 e1 f1"
    assert refusal(SPACE, OPEN, "b6") == "b6 is not on your home row, which is row 1. Fly a1, b1, c1, d1, e1 or f1."
    assert refusal(SPACE, OPEN, "b2").startswith("b2 is empty.")


def test_a_ship_reaches_empty_squares_ships_and_the_base() -> None:
    state = xero_g_positions.at("....../.1.2../....../....../....../......")
    found = SPACE.destinations(state, "d5")
    assert found.source == ("d5",)
    assert " ".join(found.places) == "d3 b4 c4 e4 a5 b5 f5 b6 c6 e6 base"
    assert found.words.startswith("d5 is a medium ship: it flies 2 steps, or on by boosts. It can reach d3, b4,")
    assert found.words.endswith("(`d5-d3`), the ship on b5 (`d5xb5@a1`) and the base (`d5-base`).")


def test_a_ship_landed_on_can_be_sent_not_beyond_the_far_home_row() -> None:
    state = xero_g_positions.at("....../....../....../....../2...../1.....")
    found = SPACE.destinations(state, "a1xa2")
    assert found.source == ("a2",)
    assert places(SPACE, state, "a1xa2") == "a1 b1 c1 d1 e1 f1 b2 c2 d2 e2 f2"
