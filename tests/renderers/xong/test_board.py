"""Islands are drawn near to each other, whole and apart, so that every label can be read on a phone."""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING

import pytest

from games.hex_grid import Cell
from games.xong import board as board_generation
from games.xong.lattice import bits, ends
from games.xong.position import read
from renderers import Scene
from renderers.drawing.colours import RED
from renderers.xong.board import gather, label_size, layout
from renderers.xong.renderer import XongRenderer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.xong.board import LegBoard

BOARDS = [board_generation.board("islands", hexes, seed) for seed in range(8) for hexes in (48, 80)]


def islands(cells: tuple[Cell, ...]) -> list[set[Cell]]:
    found: list[set[Cell]] = []
    for cell in cells:
        near = [island for island in found if island & set(cell.around())]
        found = [island for island in found if island not in near] + [{cell}.union(*near)]
    return found


def shift(cell: Cell, way: tuple[int, int]) -> Cell:
    rows = way[1] // 3
    return Cell(cell.row + rows, cell.number + (way[0] + rows) // 2)


@pytest.mark.parametrize("kind", ["standard", "random", "symmetric"])
def test_a_board_in_one_piece_stays_as_it_is(kind: str) -> None:
    assert set(gather(board_generation.board(kind, 61, 3).cells).values()) == {(0, 0)}


@pytest.mark.parametrize("board", BOARDS, ids=range(len(BOARDS)))
def test_islands_stay_whole_and_apart(board: LegBoard) -> None:
    moves = gather(board.cells)
    drawn: list[set[Cell]] = []
    for island in islands(board.cells):
        (way,) = {moves[point] for cell in island for point in (cell.centre, *cell.corners)}
        there = {shift(cell, way) for cell in island}
        assert all(shift(cell, way).centre == (cell.centre[0] + way[0], cell.centre[1] + way[1]) for cell in island)
        drawn.append(there)
    assert 2 <= len(drawn) <= 4
    for one, other in combinations(drawn, 2):
        assert min(cell.distance(near) for cell in one for near in other) >= 2


def square(cells: Iterable[Cell]) -> float:
    xs, ys = zip(*(cell.centre for cell in cells), strict=True)
    return max(max(xs) - min(xs) + 2, (max(ys) - min(ys) + 4) / 3**0.5)


@pytest.mark.parametrize("board", BOARDS[:6], ids=range(6))
def test_no_free_place_is_in_a_smaller_square_or_as_small_a_one_and_nearer(board: LegBoard) -> None:
    moves = gather(board.cells)
    first, *others = sorted(islands(board.cells), key=lambda island: (-len(island), min(island)))
    placed = set(first)
    for island in others:
        shores = placed.union(*(cell.around() for cell in placed))
        home = min(island)
        drawn = {shift(cell, moves[cell.centre]) for cell in island}
        best = square(placed | drawn), home.distance(min(drawn))
        for row, number in product(range(-20, 21), repeat=2):
            there = {Cell(cell.row + row, cell.number + number) for cell in island}
            if not there & shores:
                assert (square(placed | there), home.distance(min(there))) >= best
        placed |= drawn


@pytest.mark.parametrize(
    "kind", ["symmetric", *(pytest.param(kind, marks=pytest.mark.thorough) for kind in ("random", "islands"))]
)
def test_labels_are_8_pixels_high_at_a_third(kind: str) -> None:
    assert (
        min(label_size(board_generation.board(kind, hexes, seed)) for seed in range(12) for hexes in (48, 61, 80)) >= 24
    )


def test_legs_are_drawn_where_their_island_is() -> None:
    board = BOARDS[0]
    grid = layout(board).grid
    names = [board.names_of([leg])[0] for leg in bits(board.legs)]
    for name in names[:: len(names) // 6]:
        state = read(f"1:{name} 2: hand:FL played:F 2", board)
        picture = XongRenderer().draw(Scene(state, ("Ann", "Bob"), 2)).convert("RGB")
        (x, y), (end_x, end_y) = (grid.at(end) for end in ends(board.by_name[name]))
        assert picture.getpixel(((x + end_x) // 2, (y + end_y) // 2)) == RED.base, name
