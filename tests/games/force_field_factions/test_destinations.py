"""Where a piece of Force Field Factions can go, read beside its rules page."""

from __future__ import annotations

from tests.games.destinations import refusal
from tests.games.force_field_factions import positions as factions

START = factions.start()


def test_a_piece_points_before_it_advances() -> None:
    found = factions.GAME.destinations(START, "h8")
    assert (found.source, found.places) == (("h8",), ("f6", "h6", "g7", "h7"))
    assert found.words.startswith("`h8` is a 3-pip piece, upright, with 3 movement points.")
    assert factions.GAME.destinations(START, "f8").places == ()


def test_a_piece_taken_is_a_square_to_end_on() -> None:
    state = factions.at("d4:b3.n d5:w2.s")
    found = factions.GAME.destinations(state, "d4")
    assert "d5" in found.places
    assert "attack what stands on d5" in found.words


def test_a_piece_stays_while_it_is_out_of_phase() -> None:
    found = factions.GAME.destinations(factions.at("d4:b1.n.cc"), "d4")
    assert (found.source, found.places) == (("d4",), ())
    assert found.words.startswith("`d4` is a 1-pip piece out of phase")
    shed = factions.GAME.destinations(factions.at("d4:b1.n.c"), "d4")
    assert (shed.places, "(`d4: -clear f`)" in shed.words) == (("d5",), True)


def test_the_others_pieces_are_rejected() -> None:
    assert refusal(factions.GAME, START, "a1").startswith("a1 is White's 3-pip piece")
