"""The compact position of Xong against the rules: places, values and ends."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from bench.simple_players import random_move
from engines.xong.board import gifts, tables
from engines.xong.engine import compact
from engines.xong.search import Search, Width, gains, play, value_of
from games.xong import Xong
from games.xong.rules import count_score, placements
from games.xong.shapes import read

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.xong.state import State

GAME = Xong()
BOARDS = [
    pytest.param({}, id="standard"),
    pytest.param({"board": "random", "hexes": 50}, id="random", marks=pytest.mark.thorough),
    pytest.param({"board": "symmetric", "hexes": 80}, id="symmetric", marks=pytest.mark.thorough),
    pytest.param({"board": "islands", "hexes": 60}, id="islands"),
]


def random_states(options: dict[str, int | str], seed: int) -> Iterator[State]:
    """Yield the positions of a random match in which a Xoid is in hand."""
    rng, state = Random(seed), GAME.start(2, options, seed)
    while state.mover is not None:
        if state.hand is not None:
            yield state
        state = GAME.play(state, GAME.parse(state, random_move(GAME, state, rng)))


@pytest.mark.parametrize("options", BOARDS)
def test_places_of_every_xoid_are_those_of_the_rules(options: dict[str, int | str]) -> None:
    state = GAME.start(2, options, 5)
    board = tables(state.board)
    for text in gifts():
        found = [board.lattice(place.legs) for place in board.placements(text)]
        assert sorted(found) == sorted(placements(read(text), state.vacant))


@pytest.mark.parametrize("options", BOARDS)
def test_positions_of_random_matches_are_those_of_the_rules(options: dict[str, int | str]) -> None:
    rng = Random(7)
    for state in random_states(options, 3):
        board = tables(state.board)
        position, places = compact(board, state)
        mine = (state.mover or 1) - 1
        assert {board.lattice(place.legs) for place in places} == set(placements(read(state.hand or ""), state.vacant))
        only = count_score(state.board, state.legs).only
        assert (position.own & ~position.other).bit_count() == only[mine].bit_count()
        assert (position.other & ~position.own).bit_count() == only[1 - mine].bit_count()
        place, gain = rng.choice(places), gains(board, position)
        after = play(position, place, sum(gain[touched] for touched in place.touched))
        assert after.value == value_of(board, after.taken, after.own, after.other)


def test_a_search_counts_the_gifts_that_it_weighs_up() -> None:
    state = next(random_states({}, 1))
    board = tables(state.board)
    position, places = compact(board, state)
    search = Search(board, 10_000, range(48))
    turns = search.turns(position, places, Width(2, 1, 1))
    assert search.nodes == len(turns)
    assert [turn.value for turn in turns] == sorted([turn.value for turn in turns], reverse=True)


def test_unseen_gifts_are_weighed_up_only_where_no_other_fits() -> None:
    state = next(random_states({}, 1))
    board = tables(state.board)
    position, places = compact(board, state)
    few = Search(board, 10_000, [3, 4]).turns(position, places, Width(1, 1, 1))
    assert {turn.gift for turn in few} == {3, 4}
    assert len(Search(board, 10_000, []).turns(position, places, Width(1, 1, 1))) > 40
