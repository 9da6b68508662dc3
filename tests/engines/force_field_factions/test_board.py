"""The compact positions against the rules of the game: the same turns, and raids as good as the best turn."""

from __future__ import annotations

import pytest

from engines.force_field_factions.board import PIPS, PLACES, SEAT, codes_of, position_of
from engines.force_field_factions.evaluation import MATCH, material
from engines.force_field_factions.turns import best_raid, children, wins_at_once
from games.force_field_factions.reachable_positions import find_positions
from tests.engines.force_field_factions.positions import random_positions
from tests.games.force_field_factions.positions import CROWD, at

GHOSTS = at("c3:w1.n.y c4:b1.s.c d3:w2.up.c d4:b2.up g6:w1.se.g f5:b3.se", 2)
"""White can push, lift a clear field, or go out of phase where Black stands so."""

WON = at("c3:w3.n c4:b3.n", 2, rest="f1:w2.n g1:w1.n f8:b1.n g8:b2.n")


@pytest.mark.parametrize("matches", [1, pytest.param(60, marks=pytest.mark.thorough)])
def test_turns_lead_to_the_same_positions_as_by_the_rules(matches: int) -> None:
    for state in (CROWD, GHOSTS, *random_positions(matches, matches)):
        after = children(position_of(state), state.supply)
        assert len(after) == len(set(after))
        assert {child.pieces for child in after} == set(find_positions(state))


@pytest.mark.parametrize("matches", [1, pytest.param(60, marks=pytest.mark.thorough)])
def test_the_best_raid_is_the_best_turn_by_material(matches: int) -> None:
    wins = 0
    for state in (CROWD, GHOSTS, WON, *random_positions(3 + matches, matches)):
        position, sign = position_of(state), 1 if state.mover == 1 else -1
        board = codes_of(position.pieces)
        values = [material([piece // PLACES for piece in pieces]) * sign for pieces in find_positions(state)]
        assert wins_at_once(board, position.seat, state.supply) == (max(values) == MATCH)
        if max(values) == MATCH:
            wins += 1
        else:
            gain = max(values) - material(board.values()) * sign
            assert best_raid(board, position.seat, state.supply) == max(gain, 0)
    assert wins


EACH_SIZE = tuple(codes_of(position_of(at("")).pieces).values())
"""A piece of every size for both sides."""


@pytest.mark.parametrize(
    ("lost", "value"), [({(2, 3)}, MATCH), ({(1, 1)}, -MATCH), ({(1, 2), (2, 3)}, 0), (set[tuple[int, int]](), 0)]
)
def test_whoever_lacks_a_size_has_lost_by_material(lost: set[tuple[int, int]], value: int) -> None:
    assert material([code for code in EACH_SIZE if (SEAT[code], PIPS[code]) not in lost]) == value


def test_one_more_piece_is_worth_something_and_less_than_the_match() -> None:
    for code in EACH_SIZE:
        value = material([*EACH_SIZE, code])
        assert 0 < (value if SEAT[code] == 1 else -value) < MATCH
