"""Hex's computer player: its evaluation against a slow one, and who beats whom."""

from __future__ import annotations

from random import Random

import pytest
from turnpost_hex import HEX
from turnpost_hex.engine import ENGINE, count_missing
from turnpost_hex.rules import Hex, State, edges

from engines.generic import GenericEngine
from games.adjacency import shortest_path
from games.hex_grid import rhombus

GAME = Hex()


def at(text: str, size: int = 5) -> State:
    return GAME.parse_position(text, options={"size": size})


def test_an_empty_board_takes_a_stone_in_every_other_row() -> None:
    assert [count_missing(GAME.start(2, {"size": size}, 0), seat) for size in (5, 6, 11) for seat in (1, 2)] == [
        2, 2, 3, 3, 5, 5,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "red", "blue"),
    [
        ("...../..r../...../...../..... 1", 1, 2),
        ("...../..r../...../.r.../..... 2", 0, 3),
        ("...../..r../..b../.r.../..... 1", 1, 2),
        (".rr../.br../.br../.rb../.r.b. 1", 0, 6),
        ("...../...../bbbbb/...../..... 1", 6, 0),
    ],
)
def test_bridges_count_as_joined_until_they_are_broken(text: str, red: int, blue: int) -> None:
    assert (count_missing(at(text), 1), count_missing(at(text), 2)) == (red, blue)


@pytest.mark.parametrize("seed", range(20))
def test_a_seat_misses_none_exactly_if_it_has_won_a_full_board(seed: int) -> None:
    rng, state = Random(seed), GAME.start(2, {"size": 5 + seed % 3}, 0)
    while state.mover:
        state = GAME.play(state, rng.choice(GAME.legal(state)))
    board = rhombus(state.size, state.size)
    filled = tuple(owner or 1 + rng.randrange(2) for owner in state.stones)
    for seat in (1, 2):
        own = {place for place, owner in enumerate(filled) if owner == seat}
        first, last = edges(state.size, seat)
        joined = bool(shortest_path(board.neighbours, first, last, own))
        full = at(GAME.position(State(size=state.size, stones=filled)), state.size)
        assert (count_missing(full, seat) == 0) == joined


def test_it_takes_a_win_at_once_and_proves_it() -> None:
    thought = ENGINE.think(at("..r../..r../..r../.b.b./..r.b 1"), 2, 1)
    assert (thought.move, thought.proved) == ("c4", "win")


def test_it_defends_the_only_way() -> None:
    assert ENGINE.think(at("..r../..r../..r../.b.b./..r.. 2"), 3, 1).move == "c4"


@pytest.mark.parametrize("seat", [1, 2])
def test_it_beats_the_generic_engine_of_as_many_seconds(seat: int) -> None:
    """A node of the generic engine takes about a fifth of the time of a node of this one."""
    state, generic = GAME.start(2, {"size": 7, "swap": False}, 0), GenericEngine(GAME)
    while state.mover:
        thought = ENGINE.think(state, 2, 1) if state.mover == seat else generic.think(state, 2, 1)
        state = GAME.play(state, GAME.parse(state, thought.move))
    assert state.outcome
    assert state.outcome.winners == (seat,)


def test_the_package_offers_it() -> None:
    assert HEX.engine is ENGINE
