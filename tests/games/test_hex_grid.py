"""Boards of hexagons."""

from __future__ import annotations

import pytest

from games.hex_grid import CORNERS, DIRECTIONS, STANDARD, Cell, connected, find_cell, hexagon, rhombus

E5 = Cell(4, 5)


def test_the_standard_board_has_the_rows_that_abalone_players_know() -> None:
    rows = [[name for name in STANDARD.names if name[0] == letter] for letter in "abcdefghi"]
    ends = [f"{row[0]}-{row[-1]}" for row in rows]
    assert ends == ["a1-a5", "b1-b6", "c1-c7", "d1-d8", "e1-e9", "f2-f9", "g3-g9", "h4-h9", "i5-i9"]
    assert [len(row) for row in rows] == [5, 6, 7, 8, 9, 8, 7, 6, 5]
    assert len(STANDARD.cells) == 61


@pytest.mark.parametrize(("side", "cells"), [(1, 1), (2, 7), (3, 19), (4, 37), (5, 61), (6, 91)])
def test_a_hexagon_board_has_the_centred_hexagonal_number_of_cells(side: int, cells: int) -> None:
    assert len(hexagon(side).cells) == cells
    assert hexagon(side).names[0] == "a1"


def test_the_neighbours_of_e5_stand_in_the_order_of_the_directions() -> None:
    assert [near.name for near in E5.around()] == ["e6", "f6", "f5", "e4", "d4", "d5"]
    assert [E5.step(i).name for i in range(6)] == ["e6", "f6", "f5", "e4", "d4", "d5"]
    assert E5.step(DIRECTIONS.index("nw"), 4).name == "i5"
    assert E5.step(0, -4).name == "e1"


def test_the_board_knows_its_neighbours_and_where_it_ends() -> None:
    near = {
        name: [None if i is None else STANDARD.names[i] for i in STANDARD.neighbours[STANDARD.numbers[name]]]
        for name in ("a1", "e5")
    }
    assert near["a1"] == ["a2", "b2", "b1", None, None, None]
    assert near["e5"] == ["e6", "f6", "f5", "e4", "d4", "d5"]


def test_names_and_cells_undo_each_other() -> None:
    assert [find_cell(name) for name in STANDARD.names] == list(STANDARD.cells)
    assert [STANDARD.numbers[name] for name in STANDARD.names] == list(range(61))
    for text in ("", "e", "5", "e0", "e05", "E5", "e5e", "\u00e45", "e\u0665", "e1000"):
        assert find_cell(text) is None


def test_the_distance_is_the_fewest_steps() -> None:
    steps = {E5: 0}
    edge = [E5]
    for cell in edge:
        for near in cell.around():
            if near not in steps and steps[cell] < 5:
                steps[near] = steps[cell] + 1
                edge.append(near)
    assert len(steps) == 91
    assert all(E5.distance(cell) == far == cell.distance(E5) for cell, far in steps.items())


def test_the_side_towards_a_neighbour_is_the_side_that_the_neighbour_has_towards_it() -> None:
    for direction, near in enumerate(E5.around()):
        mine = {E5.corners[direction], E5.corners[(direction + 1) % 6]}
        back = (direction + 3) % 6
        assert mine == {near.corners[back], near.corners[(back + 1) % 6]}


def test_corners_lie_round_the_centre() -> None:
    assert sum(x for x, _ in CORNERS) == sum(y for _, y in CORNERS) == 0
    assert Cell(0, 1).centre == (2, 0)
    assert len({corner for cell in STANDARD.cells for corner in cell.corners}) == 150


def test_parts_hang_together_by_sides() -> None:
    a1, b2, e6 = Cell(0, 1), Cell(1, 2), Cell(4, 6)
    assert connected([e6, b2, a1, E5]) == [{a1, b2}, {E5, e6}]
    assert connected([]) == []


def test_the_nearest_cell_of_the_board_is_the_one_with_fewest_steps_to_it() -> None:
    assert STANDARD.nearest(Cell(4, 20)).name == "e9"
    assert STANDARD.nearest(E5) == E5


def test_a_rhombus_is_named_from_its_upper_left_corner() -> None:
    board = rhombus(4, 3)
    assert board.names == tuple(f"{letter}{row}" for row in (1, 2, 3) for letter in "abcd")
    middles = {name: cell.centre for name, cell in zip(board.names, board.cells, strict=True)}
    assert middles["a1"][1] > middles["a2"][1] > middles["a3"][1]
    assert middles["a1"][0] < middles["a2"][0] < middles["b1"][0]


def test_the_corners_of_a_rhombus_have_two_and_three_neighbours() -> None:
    board = rhombus(5, 5)
    around = zip(board.names, board.neighbours, strict=True)
    near = {name: sum(cell is not None for cell in cells) for name, cells in around}
    assert (near["a1"], near["e5"], near["a5"], near["e1"], near["c3"]) == (2, 2, 3, 3, 6)
