"""Xong's boards: what every one of them keeps to, and the very boards that seeds have always drawn."""

from __future__ import annotations

from hashlib import sha256

import pytest

from games.contract import BadOption
from games.hex_grid import Cell, Point, connected
from games.xong import Xong, board as board_generation
from games.xong.board import move_to_origin
from games.xong.lattice import ends

GAME = Xong()
SIZES = range(48, 81)
KEPT = {
    ("random", 48, 0): "f6706604c9f591aa",
    ("random", 61, 1): "2b27634146d94501",
    ("random", 80, -5): "982ec9610a645954",
    ("symmetric", 48, 0): "ca3b570f1b3cf48d",
    ("symmetric", 61, 1): "fd946c24a6718ca6",
    ("symmetric", 67, 2**64): "e406d4e98739eae1",
    ("symmetric", 80, 3): "37cd4b5ce552762c",
    ("islands", 48, 0): "5cb8827d2849216f",
    ("islands", 61, 1): "7b40e1e0b5b08ee1",
    ("islands", 80, 10**30): "96a889f9d5b87b28",
}


def turned(cells: frozenset[Cell], sixths: int) -> frozenset[Cell]:
    """Return the cells turned round the origin, moved to begin in row 0 with number 0."""
    for _ in range(sixths):
        cells = frozenset(Cell(cell.number, cell.number - cell.row) for cell in cells)
    row, number = min(cell.row for cell in cells), min(cell.number for cell in cells)
    return frozenset(Cell(cell.row - row, cell.number - number) for cell in cells)


def folds(cells: frozenset[Cell]) -> set[int]:
    """Return which rotational symmetries a set of cells has."""
    return {fold for fold in (2, 3, 6) if turned(cells, 6 // fold) == turned(cells, 0)}


def test_the_standard_board_has_61_hexagons_and_210_legs() -> None:
    board = GAME.start(2, {"board": "standard", "hexes": 80}, 3).board
    assert len(board.cells) == 61
    assert board.legs.bit_count() == len(board.leg_names) == 210
    assert len(board.by_name) == 6 * 61


def test_an_inner_leg_has_two_names_and_a_rim_leg_one() -> None:
    board = GAME.start(2, {}, 0).board
    for other, canonical in (("e6w", "e5e"), ("f6sw", "e5ne"), ("f5se", "e5nw"), ("a1w", "a1w"), ("i9e", "i9e")):
        assert board.leg_names[board.by_name[other]] == canonical
    assert sum(name.endswith(("w", "sw", "se")) and not name.endswith("nw") for name in board.leg_names.values()) == 27


def test_a_leg_joins_two_corners_of_its_hexagons() -> None:
    board = GAME.start(2, {}, 0).board
    cell = Cell(4, 5)
    around = {frozenset(ends(board.by_name[f"e5{side}"])) for side in ("e", "ne", "nw", "w", "sw", "se")}
    assert around == {frozenset((cell.corners[i], cell.corners[(i + 1) % 6])) for i in range(6)}


@pytest.mark.parametrize(
    "hexes", [pytest.param(size, marks=[] if size % 4 == 0 else pytest.mark.thorough) for size in SIZES]
)
@pytest.mark.parametrize("kind", ["random", "symmetric", "islands"])
def test_a_drawn_board_has_the_hexagons_asked_for_in_rows_from_a_and_numbers_from_1(kind: str, hexes: int) -> None:
    board = board_generation.board(kind, hexes, hexes)
    assert len(board.cells) == hexes
    assert min(cell.row for cell in board.cells) == 0
    assert min(cell.number for cell in board.cells) == 1
    assert max(cell.row for cell in board.cells) < 26


@pytest.mark.parametrize("kind", ["random", "symmetric", "islands"])
@pytest.mark.parametrize("seed", range(60))
def test_a_drawn_board_is_one_blob_or_a_few_of_the_size_asked_for(kind: str, seed: int) -> None:
    board = board_generation.board(kind, 48 + seed % 33, seed)
    assert len(board.cells) == 48 + seed % 33
    lands = connected(board.cells)
    assert 2 <= len(lands) <= 4 if kind == "islands" else len(lands) == 1
    assert all(board_generation.is_blob(land) for land in lands)
    assert min(map(len, lands)) >= 12


@pytest.mark.parametrize("hexes", SIZES)
def test_a_symmetric_board_is_symmetric(hexes: int) -> None:
    assert folds(board_generation.board("symmetric", hexes, hexes).area)


def test_every_symmetry_that_the_number_of_hexagons_allows_is_drawn() -> None:
    drawn = {
        hexes: [folds(board_generation.board("symmetric", hexes, seed).area) for seed in range(24)]
        for hexes in (50, 60, 61)
    }
    assert all({2} <= found for found in drawn[50])
    assert any(3 in found for found in drawn[60])
    assert any(found == {2} for found in drawn[60])
    assert any(found == {2, 3, 6} for found in drawn[61])


def test_a_drawn_board_is_never_the_standard_one() -> None:
    assert all(board_generation.board("symmetric", 61, seed) != board_generation.standard() for seed in range(60))


def test_islands_have_no_side_and_no_corner_in_common() -> None:
    counts: set[int] = set()
    for seed in range(30):
        lands = connected(board_generation.board("islands", 48 + seed, seed).cells)
        corners = [frozenset(corner for cell in land for corner in cell.corners) for land in lands]
        assert len(frozenset[Point]().union(*corners)) == sum(map(len, corners))
        counts.add(len(lands))
    assert counts == {2, 3, 4}


def test_stringy_torn_or_holed_cells_are_no_blob() -> None:
    line = frozenset(Cell(0, number) for number in range(12))
    ring = frozenset(Cell(0, 0).around())
    assert not board_generation.is_blob(line)
    assert not board_generation.is_blob(ring)
    assert not board_generation.is_blob(frozenset([Cell(0, 0), Cell(0, 2)]))
    assert board_generation.is_blob(ring | {Cell(0, 0)})


def test_a_board_of_more_than_26_rows_cannot_be_named() -> None:
    assert move_to_origin([Cell(row, 0) for row in range(26)]) is not None
    assert move_to_origin([Cell(row, 0) for row in range(27)]) is None
    assert move_to_origin([Cell(0, number) for number in range(32)]) is None


@pytest.mark.parametrize(("kind", "hexes", "seed"), KEPT)
def test_a_seed_draws_the_same_board_as_ever(kind: str, hexes: int, seed: int) -> None:
    board_generation.board.cache_clear()
    names = ",".join(board_generation.board(kind, hexes, seed).names)
    assert sha256(names.encode()).hexdigest()[:16] == KEPT[kind, hexes, seed]


def test_the_lot_is_splitmix64() -> None:
    lot = board_generation.RandomNumbers(1234567)
    # The reference outputs begin 6457827717110365317, 3203168211198807973, 9817491932198370423.
    assert [lot.below(2**32) for _ in range(3)] == [1503580183, 745795716, 2285812965]
    assert all(board_generation.RandomNumbers(seed).below(7) in range(7) for seed in (-1, 0, 2**64, 10**30))


@pytest.mark.parametrize("options", [{"board": "round"}, {"hexes": 47}, {"hexes": 81}, {"hexes": "many"}])
def test_other_boards_are_rejected(options: dict[str, int | str]) -> None:
    with pytest.raises(BadOption):
        GAME.start(2, options, 0)
