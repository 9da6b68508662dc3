"""Xong by choices: a hexagon, a side, the other legs, and the Xoid to give."""

from __future__ import annotations

import pytest

from games import GAMES
from games.contract import IllegalMove

GAME = GAMES["xong"]
START = GAME.start(2, {}, 0)
HAND_1 = GAME.play(START, GAME.parse(START, "give F"))
HAND_2 = GAME.play(HAND_1, GAME.parse(HAND_1, "place e5e give FL"))


def test_the_first_gift_is_chosen_from_the_catalogue() -> None:
    step = GAME.guide(START, "")
    assert step.question == "Which Xoid do you give?"
    assert [(one.label, one.words) for one in step.choices][:3] == [
        ("1-1: F", "1 leg"),
        ("2-1: FL", "2 legs"),
        ("3-1: FLL", "3 legs"),
    ]
    assert len(step.choices) == 75
    assert GAME.guide(START, "give FL").move == "give FL"


def test_a_single_leg_is_placed_by_a_hexagon_and_a_side() -> None:
    step = GAME.guide(HAND_1, "")
    assert (step.question, len(step.choices)) == ("You place 1-1. At which hexagon?", 61)
    assert step.choices[0].words == "nobody touches it"
    sides = GAME.guide(HAND_1, "place e5")
    assert [one.label for one in sides.choices][:2] == ["east side", "north-east side"]
    assert sides.choices[3].text == "place e4e", "the west side by the leg's own name"
    gifts = GAME.guide(HAND_1, "place e5e")
    assert gifts.highlights.source == ("e5e",)
    assert "give F" not in " ".join(one.text for one in gifts.choices if one.text.endswith("give F"))
    assert GAME.guide(HAND_1, "place e5e give FL").move == "place e5e give FL"


def test_a_larger_xoid_takes_one_choice_more() -> None:
    sides = GAME.guide(HAND_2, "place e5")
    assert "east side" not in [one.label for one in sides.choices], "red lies there"
    north_east = sides.choices[0]
    assert (north_east.label, north_east.words) == ("north-east side", "e5ne: 3 ways to lie there")
    placements = GAME.guide(HAND_2, "place e5ne")
    assert placements.question == "With e5ne, where do the other legs go?"
    assert [(one.label, one.words) for one in placements.choices] == [
        ("e5nw", "touches 3 hexagons, 3 new to you, 1 of them greened out"),
        ("e6nw", "touches 3 hexagons, 3 new to you, 2 of them greened out"),
        ("f5e", "touches 3 hexagons, 3 new to you, 1 of them greened out"),
    ]


@pytest.mark.parametrize(
    "text",
    ["place", " ", "place e99", "place e5e e5ne", "place e5ne e5nw e4e", "give FL", "place give *", "e5", "place e5w"],
)
def test_what_is_no_choice_is_rejected(text: str) -> None:
    with pytest.raises(IllegalMove, match="can't be chosen here"):
        GAME.guide(HAND_2, text)
