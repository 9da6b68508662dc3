"""Zyrcan by choices: what is offered, and what is said of it."""

from __future__ import annotations

from games import GAMES

GAME = GAMES["zyrcan"]
START = GAME.start(3, {}, 1)


def test_a_placement_is_a_kind_of_ship_and_a_cell() -> None:
    step = GAME.guide(START, "")
    assert [(one.label, one.words, one.piece) for one in step.choices] == [
        ("1 engine", "4 in hand", "red-1"),
        ("2 engines", "6 in hand", "red-2"),
        ("3 engines", "2 in hand", "red-3"),
    ]
    step = GAME.guide(START, "2@")
    assert step.question == "Where do you put the ship of 2 engines?"
    assert [one.label for one in step.choices][:3] == ["b2", "b3", "b4"]
    assert {one.words for one in step.choices} == {"put a ship of 2 engines here"}
    assert GAME.guide(START, "2@e5").move == "2@e5"


def test_blitzkrieg_goes_on_with_a_flight_of_an_earlier_ship() -> None:
    state = GAME.start(3, {"variant": "blitzkrieg"}, 1)
    for text in ("2@e5", "1@c3", "3@g7"):
        state = GAME.play(state, GAME.parse(state, text))
    step = GAME.guide(state, "1@b2")
    assert (step.move, step.question) == ("", "Which ship flies then?")
    assert [(one.label, one.words) for one in step.choices] == [("e5", "2 engines, flies 2 cells straight on")]
    landings = {one.label: one.words for one in GAME.guide(state, "1@b2 e5").choices}
    assert landings["c3"] == "captures blue's ship of 1 engine"
    assert landings["g5"] == "empty"
    assert GAME.guide(state, "1@b2 e5xc3").move == "1@b2 e5xc3"
