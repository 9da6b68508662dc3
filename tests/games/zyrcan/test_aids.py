"""Where a ship of Zyrcan can go, read beside its rules page."""

from __future__ import annotations

import pytest

from games import GAMES
from games.contract import IllegalMove
from games.zyrcan.field import NUMBERS
from games.zyrcan.parser import LONGEST
from games.zyrcan.state import Ship
from tests.games.destinations import places, refusal
from tests.games.zyrcan import positions as zyrcan


def test_a_ship_captures_in_straight_lines_over_anything() -> None:
    state = zyrcan.at(3, "e5=12 e6=21 e7=21 g7=31 c5=13 d4=22")
    found = zyrcan.GAME.destinations(state, "e5")
    assert (found.source, found.places) == (("e5",), ("e7", "g7"))
    assert found.words.endswith("It can capture on e7 and g7 (`e5xe7`).")
    assert places(zyrcan.GAME, state, "") == "e5"
    assert refusal(zyrcan.GAME, state, "e6").startswith("`e6` is Blue's ship: you fly your own.")
    assert refusal(zyrcan.GAME, state, "c5").startswith("Your ship on `c5` can capture nothing")


def test_a_kind_of_ship_goes_on_empty_cells_that_are_far_enough() -> None:
    state = zyrcan.blitz(3, "e5=11", hands="0,0,1;0,1,0;0,1,0")
    near = set(places(zyrcan.GAME, state, "3").split())
    assert "e7" not in near
    assert "e8" in near
    assert zyrcan.GAME.destinations(state, "e8").words == "Red can put a ship on e8: `3@e8`."
    assert refusal(zyrcan.GAME, state, "2").startswith("You have no ship of 2 engines left in hand")


def test_in_blitzkrieg_an_earlier_ship_flies_after_the_placing() -> None:
    state = zyrcan.blitz(3, "e5=11")
    assert places(zyrcan.GAME, state, "e5") == "d4 d5 e4 e6 f5 f6"
    assert zyrcan.GAME.destinations(state, "e5").words.endswith("after a ship has been put on the board.")
    assert places(zyrcan.GAME, state, "2@b2") == "e5"
    assert "(`2@b2 e5-" in zyrcan.GAME.destinations(state, "2@b2 e5").words


def test_a_cell_where_the_ship_in_hand_has_to_go_is_no_landing() -> None:
    state = zyrcan.blitz(3, "f4=11 c4=11 e7=13 h8=21", hands="0,0,1;0,1,0;0,1,0")
    assert places(zyrcan.GAME, state, "3") == "h7"
    assert places(zyrcan.GAME, state, "e7") == "b4 e4"


def test_a_cell_is_rejected_where_no_ship_can_be_put() -> None:
    assert refusal(zyrcan.GAME, zyrcan.START, "e5").startswith("`e5` is occupied by Red's 2-engine ship")
    assert refusal(zyrcan.GAME, zyrcan.START, "b").startswith("Not yet a move: name the cell too")
    near = zyrcan.blitz(3, "e5=11", hands="0,0,1;0,1,0;0,1,0")
    assert "`e7`" in refusal(zyrcan.GAME, near, "e7")
    assert refusal(zyrcan.GAME, zyrcan.ENDED, "b2") == "The match is over."


def test_a_ship_flies_neither_alone_nor_just_after_it_was_put() -> None:
    assert refusal(zyrcan.GAME, zyrcan.blitz(3, "e5=21"), "e5") == "No ship can fly now."
    assert "`b2`" in refusal(zyrcan.GAME, zyrcan.blitz(3, "e5=11"), "2@b2 b2")


def test_a_ship_of_one_engine_has_one_engine() -> None:
    assert zyrcan.GAME.destinations(zyrcan.START, "1").words.startswith("Yellow can put a ship of 1 engine on b2,")


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
    assert landings["c3"] == "captures Blue's ship of 1 engine"
    assert landings["g5"] == "empty"
    for text in ("1@b2", "1@b2 e5"):
        shown = GAME.guide(state, text).shown
        assert shown.board[NUMBERS["b2"]] == Ship(1, 1), "the picture has what was put on the board"
        assert shown.hands == ((3, 5, 2), (3, 6, 2), (4, 6, 1))
    assert GAME.guide(state, "1@").shown is None
    assert GAME.guide(state, "1@b2 e5xc3").move == "1@b2 e5xc3"


OVER = GAME.leave(GAME.leave(START, 1), 2)


def test_nothing_is_suggested_when_the_match_is_over_or_the_text_is_too_long() -> None:
    (first,) = GAME.suggest(START, "", 1)
    assert GAME.parse(START, first)
    assert GAME.suggest(OVER, "", 5) == []
    assert GAME.suggest(START, " " * LONGEST, 1) == [first]
    assert GAME.suggest(START, " " * (LONGEST + 1), 1) == []


@pytest.mark.parametrize("text", ["", "e5", "2"])
def test_there_are_no_destinations_when_the_match_is_over(text: str) -> None:
    assert GAME.to_move(OVER) is None
    with pytest.raises(IllegalMove):
        GAME.destinations(OVER, text)
