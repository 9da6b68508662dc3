"""Xero-G by choices: the setup two columns at a time, then ship, landing and the ship that is sent away."""

from __future__ import annotations

from games import GAMES
from tests.games.destinations import places, refusal
from tests.games.xero_g import positions as xero_g_positions
from tests.games.xero_g.positions import GAME, after, at

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


START = GAME.start(2, {}, 0)


def test_a_setup_takes_three_choices() -> None:
    state = START
    step = GAME.guide(state, "")
    assert step.question == "Your ships on a1 and b1?"
    assert ("3 2", "large on a, medium on b") in [(one.label, one.words) for one in step.choices]
    assert len(step.choices) == 9
    assert [one.text for one in GAME.guide(state, "3211").choices] == ["321123", "321132"]
    assert GAME.guide(state, "321123").move == "321123"
    assert "c6 and d6" in GAME.guide(after(START, "321123"), "12").question


def test_a_flight_onto_a_ship_asks_where_that_one_goes() -> None:
    state = after(START, "321123", "123321")
    step = GAME.guide(state, "")
    assert step.question == "Which ship of row 1 flies?"
    assert (step.choices[2].label, step.choices[2].piece) == ("c1", "small")
    assert step.choices[2].words.startswith("small, flies 1 step, reaches ")
    landings = {one.label: one.words for one in GAME.guide(state, "d1").choices}
    assert landings["d2"] == "empty"
    assert landings["onto c1"] == "stay on the small there and send it elsewhere"
    assert "with 1 boost" in landings["c2"]
    step = GAME.guide(state, "d1xe1")
    assert step.question == "d1 lands on the medium ship on e1. Where does that one go?"
    assert step.move == ""
    assert ("b3", "send the medium here") in [(one.label, one.words) for one in step.choices]
    assert GAME.guide(state, "d1xe1@b3").move == "d1xe1@b3"


def test_the_base_comes_last_and_says_that_it_wins() -> None:
    state = at("1.....")
    step = GAME.guide(state, "a1")
    assert [one.label for one in step.choices] == ["b1", "a2"]
    state = at("1...../....../....../....../....../......")
    last = GAME.guide(state, "a6").choices[-1]
    assert (last.label, last.text, last.words) == ("the base", "a6-base", "wins")
