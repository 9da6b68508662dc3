"""Xero-G by choices: the setup two columns at a time, then ship, landing and the ship that is sent away."""

from __future__ import annotations

from tests.games.xero_g.positions import GAME, after, at

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
