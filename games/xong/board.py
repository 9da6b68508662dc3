"""A board of hexagons with its legs."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from games import hex_grid
from games.hex_grid import DIRECTIONS, Cell
from games.xong.lattice import Mask, cell_index, leg_index, spread, union

if TYPE_CHECKING:
    from collections.abc import Iterable


class LegBoard(hex_grid.Board):
    """Hexagons and their sides. Legs are given as indices of `games.xong.lattice`, sets of them as masks."""

    @cached_property
    def cell_mask(self) -> Mask:
        """All hexagons as points of the lattice."""
        return union(map(cell_index, self.cells))

    @cached_property
    def legs(self) -> Mask:
        """All legs, the rim's included."""
        return spread(self.cell_mask)

    @cached_property
    def by_name(self) -> dict[str, int]:
        """Every leg by each of its names, two for an inner leg and one for a leg of the rim."""
        return {
            f"{cell.name}{side}": leg_index(cell, direction)
            for cell in self.cells
            for direction, side in enumerate(DIRECTIONS)
        }

    @cached_property
    def sides(self) -> dict[int, tuple[Cell, int]]:
        """The hexagon and its side that name every leg: side e, ne or nw, unless only another is on the board."""
        sides: dict[int, tuple[Cell, int]] = {}
        for direction in (0, 1, 2, 3, 4, 5):
            for cell in self.cells:
                sides.setdefault(leg_index(cell, direction), (cell, direction))
        return sides

    @cached_property
    def leg_names(self) -> dict[int, str]:
        """The canonical name of every leg."""
        return {leg: f"{cell.name}{DIRECTIONS[direction]}" for leg, (cell, direction) in self.sides.items()}

    @cached_property
    def ranks(self) -> dict[int, int]:
        """The place of every leg in the order of the board: by the row, number and side of its canonical name."""
        return {leg: rank for rank, leg in enumerate(sorted(self.sides, key=self.sides.__getitem__))}

    def names_of(self, legs: Iterable[int]) -> list[str]:
        """Return the canonical names of legs in alphabetical order."""
        names = self.leg_names
        return sorted([names[leg] for leg in legs])


def standard() -> LegBoard:
    """Return the standard board: five hexagons a side, 61 hexagons and 210 legs."""
    return LegBoard(hex_grid.STANDARD.area)


def move_to_origin(cells: Iterable[Cell]) -> LegBoard | None:
    """Return the board of some cells, moved to begin in row a with number 1; None if it is too large to be named.

    Rows end at z (R6); numbers end at 31, as far as the lattice reaches.
    """
    area = list(cells)
    south, west = min([cell.row for cell in area]), min([cell.number for cell in area]) - 1
    board = [Cell(cell.row - south, cell.number - west) for cell in area]
    fits = max(cell.row for cell in board) < 26 and max(cell.number for cell in board) <= 31
    return LegBoard(frozenset(board)) if fits else None
