"""Force Field Factions by choices, a piece and then its actions one by one, and where a piece can go."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import pytest

from games import GAMES
from games.contract import IllegalMove
from tests.games.destinations import refusal
from tests.games.force_field_factions.positions import at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.force_field_factions.state import State

GAME = GAMES["force-field-factions"]
START = GAME.start(2, {}, 0)
POSITION = "b4:w1.ne.o b7:b3.n c5:b1.s.r d4:w2.up.p e5:b2.w e6:w3.s 1"
"""A few pieces, for searches through all turns."""


def offered(text: str) -> dict[str, str]:
    """Return the words of each choice by its label."""
    return {one.label: one.words for one in GAME.guide(START, text).choices}


def test_a_piece_says_what_it_is() -> None:
    step = GAME.guide(START, "")
    assert (step.question, step.choices[0].text, step.choices[0].piece) == ("Which piece acts?", "a8:", "black-3")
    assert step.choices[0].words == "3 pips, upright, 3 movement points"
    assert step.highlights.places == tuple(one.label for one in step.choices)


def test_actions_come_one_by_one_and_the_turn_can_end_after_each() -> None:
    assert GAME.guide(START, "c8:").move == ""
    assert offered("c8:")["point \u2193 (s)"] == "1 movement point left"
    assert offered("c8:")["add red"] == "attack +1"
    assert "stand upright" not in offered("c8:"), "it stands upright already"
    step = GAME.guide(START, "c8: s")
    assert (step.move, step.question) == ("c8: s", "What does c8 do next?")
    assert offered("c8: s")["advance to c7"] == ""
    assert offered("h8: s")["advance to h7"] == "1 movement point left"
    assert GAME.guide(START, "c8: s").highlights.places == ("c7",)
    assert GAME.guide(START, "c8: s f +yellow").choices == ()


def test_directions_are_arrows_with_their_notation() -> None:
    points = [label for label in offered("c8:") if label.startswith("point ")]
    assert points == [
        f"point {arrow} ({word})"
        for arrow, word in zip(
            "\u2191\u2197\u2192\u2198\u2193\u2199\u2190\u2196",
            ("n", "ne", "e", "se", "s", "sw", "w", "nw"),
            strict=True,
        )
    ]
    state = at("c3:w2.up d4:b1.s")
    assert GAME.guide(state, "").choices[0].words == "1 pip, points \u2193, 1 movement point"
    fight = at("d4:b3.n d5:w1.s")
    labels = {one.label: one.words for one in GAME.guide(fight, "d4:").choices if one.label.startswith("attack")}
    assert labels["attack d5, then face \u2196 (x>nw)"] == ("takes White's 1-pip piece on d5, 2 movement points left")
    assert labels["attack d5"] == "takes White's 1-pip piece on d5, 2 movement points left"


def menus(state: State, text: str) -> list[tuple[str, list[str]]]:
    """Return the name of each menu and the first words of its choices."""
    grouped = groupby(GAME.guide(state, text).choices, lambda one: one.group)
    return [(name, list(dict.fromkeys(one.label.split()[0] for one in members))) for name, members in grouped]


ADDING = "Finish with a force field"


def test_menus_come_in_the_order_of_a_turn_and_what_goes_straight_on_comes_first() -> None:
    assert menus(at("d4:b2.s.r"), "d4:") == [
        ("Remove its force field", ["remove"]),
        ("Move it", ["advance", "point", "stand"]),
    ]
    assert menus(at("d4:b2.s.r"), "d4: -red") == [
        ("Move it", ["advance", "point", "stand"]),
        (ADDING, ["add"]),
    ]
    assert menus(at("d4:b1.n d5:w1.s"), "d4:") == [
        ("Move it", ["attack", "point", "stand"]),
        (ADDING, ["add"]),
        ("Attack and turn", ["attack"]),
    ]
    assert GAME.guide(at("d4:b1.n d5:w1.s"), "d4:").choices[0].label == "attack d5"
    assert menus(at("d4:b1.n d5:w1.s"), "d4: ne") == [(ADDING, ["add"])]


def test_a_choice_says_what_its_label_does_not() -> None:
    ghosts = at("c1:b2.n.c c1:w1.n d4:b2.up.y")
    assert [one.words for one in GAME.guide(ghosts, "").choices[:2]] == [
        "2 pips, points \u2191, with clear",
        "2 pips, upright, with yellow, 4 movement points",
    ]
    (only,) = GAME.guide(ghosts, "c1:").choices
    assert only.words == "removes clear, which destroys it and White's 1-pip piece on c1"
    shed = {one.label: one.words for one in GAME.guide(ghosts, "d4:").choices}
    assert shed["remove yellow"] == "2 movement points left"


def test_the_piece_is_shown_as_it_stands_by_now() -> None:
    shown = GAME.guide(START, "c8: s f").shown
    assert GAME.position(shown) == GAME.position(START).replace("c8:b2.up", "c7:b2.s")
    assert GAME.guide(START, "c8:").shown.board == START.board


def test_an_action_is_tapped_on_the_square_that_it_is_about() -> None:
    fight = at("a4:b2.n.r a5:w1.s")
    places = {one.text.removeprefix("a4: "): one.places for one in GAME.guide(fight, "a4:").choices}
    assert places["x"] == places["x>e"] == ("a5",)
    assert (places["ne"], places["s"], places["w"], places["up"], places["-red"]) == (("b5",), ("a3",), (), (), ())
    assert {one.label: one.places for one in GAME.guide(START, "c8: s").choices}["advance to c7"] == ("c7",)
    assert [one.places for one in GAME.guide(at("c1:b2.n.c c1:b1.n"), "").choices[:2]] == [("c1",), ("c1",)]


def test_turning_there_and_back_is_no_turn() -> None:
    step = GAME.guide(START, "c8: s up")
    assert step.move == ""
    assert [one.label for one in step.choices] == [f"add {colour}" for colour in COLOURS]


COLOURS = ("red", "green", "blue", "yellow", "purple", "orange", "clear")


def list_moves(state: State, text: str = "") -> Iterator[str]:
    """Return the moves that choices lead to."""
    step = GAME.guide(state, text)
    if step.move:
        yield step.move
    for one in step.choices:
        yield from list_moves(state, one.text)


def test_choices_lead_to_every_position_that_can_follow() -> None:
    state = GAME.parse_position(POSITION)
    chosen = {GAME.position(GAME.play(state, GAME.parse(state, move))) for move in list_moves(state)}
    assert len(chosen) > 100
    assert chosen == {GAME.position(GAME.play(state, move)) for move in GAME.legal(state)}


@pytest.mark.parametrize("text", ["a1:", "c8", "c8: s s", "c8: f", "c8: +pink", "c8:  s"])
def test_what_is_no_choice_is_rejected(text: str) -> None:
    with pytest.raises(IllegalMove, match="can't be chosen here"):
        GAME.guide(START, text)


def test_a_piece_points_before_it_advances() -> None:
    found = GAME.destinations(START, "h8")
    assert (found.source, found.places) == (("h8",), ("f6", "h6", "g7", "h7"))
    assert found.words.startswith("`h8` is a 3-pip piece, upright, with 3 movement points.")
    assert GAME.destinations(START, "f8").places == ()


def test_a_piece_taken_is_a_square_to_end_on() -> None:
    state = at("d4:b3.n d5:w2.s")
    found = GAME.destinations(state, "d4")
    assert "d5" in found.places
    assert "attack what stands on d5" in found.words


def test_a_piece_stays_while_it_is_out_of_phase() -> None:
    found = GAME.destinations(at("d4:b1.n.cc"), "d4")
    assert (found.source, found.places) == (("d4",), ())
    assert found.words.startswith("`d4` is a 1-pip piece out of phase")
    shed = GAME.destinations(at("d4:b1.n.c"), "d4")
    assert (shed.places, "(`d4: -clear f`)" in shed.words) == (("d5",), True)


def test_the_others_pieces_are_rejected() -> None:
    assert refusal(GAME, START, "a1").startswith("a1 is White's 3-pip piece")
