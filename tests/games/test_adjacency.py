"""Connection, parts, paths and lines on boards of any shape."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

import pytest

from games.adjacency import connected_parts, flood_fill, free_line, line, lines, neighbours, shortest_path
from games.hex_grid import rhombus
from games.square_grid import Grid

if TYPE_CHECKING:
    from games.adjacency import Adjacency

BOARDS = [Grid(5, 4).sides, Grid(4).around, rhombus(5, 4).neighbours]
every_board = pytest.mark.parametrize("adjacency", BOARDS, ids=["squares", "with corners", "hexagons"])


def distances(adjacency: Adjacency, starts: set[int], allowed: set[int]) -> dict[int, int]:
    """Return how far each place is that can be reached, by asking all places again until nothing changes."""
    far = dict.fromkeys(starts & allowed, 1)
    while True:
        more = {
            place: min(far[near] for near in neighbours(adjacency, place) if near in far) + 1
            for place in allowed - far.keys()
            if any(near in far for near in neighbours(adjacency, place))
        }
        if not more:
            return far
        far |= more


@every_board
@pytest.mark.parametrize("seed", range(20))
def test_a_flood_fills_what_can_be_reached_and_a_path_is_the_shortest(adjacency: Adjacency, seed: int) -> None:
    rng = Random(seed)
    everything = range(len(adjacency))
    allowed, starts, ends = (set(rng.sample(everything, count)) for count in (12, 4, 5))
    far = distances(adjacency, starts, allowed)
    assert flood_fill(adjacency, starts, allowed) == far.keys()
    path = shortest_path(adjacency, sorted(starts), ends, allowed)
    reached = [far[end] for end in ends & far.keys()]
    assert len(path) == min(reached, default=0)
    if path:
        assert (path[0] in starts, path[-1] in ends, set(path) <= allowed) == (True, True, True)
        assert all(after in neighbours(adjacency, place) for place, after in pairwise(path))


@every_board
@pytest.mark.parametrize("seed", range(10))
def test_parts_hang_together_and_not_with_one_another(adjacency: Adjacency, seed: int) -> None:
    places = set(Random(seed).sample(range(len(adjacency)), 9))
    parts = connected_parts(adjacency, places)
    assert sorted(place for part in parts for place in part) == sorted(places)
    assert [min(part) for part in parts] == sorted(min(part) for part in parts)
    for part in parts:
        assert part == distances(adjacency, {min(part)}, places).keys()


def test_a_line_goes_on_to_the_end_of_the_board() -> None:
    board = Grid(5, 4)
    names = [board.names[place] for place in line(board.sides, board.numbers["b2"], 1)]
    assert names == ["c2", "d2", "e2"]
    assert line(board.sides, board.numbers["e1"], 1) == ()


def test_a_free_line_ends_before_the_first_place_that_is_taken() -> None:
    board = Grid(5, 4)
    free = {place for place, name in enumerate(board.names) if name not in {"d2", "b4"}}
    lines_of_b2 = [free_line(board.compass, board.numbers["b2"], way, free) for way in (0, 1, 2, 4)]
    assert [[board.names[place] for place in each] for each in lines_of_b2] == [["b3"], ["c3", "d4"], ["c2"], ["b1"]]


def test_every_row_of_three_is_found_once() -> None:
    board = Grid(3)
    ways = board.compass
    rows = {frozenset(board.names[place] for place in row) for row in lines(ways, 3)}
    assert len(lines(ways, 3)) == len(rows) == 8
    assert {"a1", "b2", "c3"} in rows
    assert {"a3", "b2", "c1"} in rows


def test_rows_of_hexagons_run_in_three_ways() -> None:
    assert len(lines(rhombus(3, 3).neighbours, 3)) == 7
