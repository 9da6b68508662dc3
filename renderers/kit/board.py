"""Boards as descriptions: cells of any shape with names, edges that belong to seats, and the colours of the ground."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import TYPE_CHECKING, Literal, TypeAlias

from games.hex_grid import CORNERS
from renderers.drawing.colours import rgb

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from games.hex_grid import Board as HexGrid, Cell as Hexagon
    from games.square_grid import Grid as SquareGrid
    from renderers.drawing.colours import Colour
    from renderers.drawing.themes import Name

Point: TypeAlias = tuple[float, float]
SideName: TypeAlias = Literal["north", "east", "south", "west"]
Labels: TypeAlias = Literal["margin", "cells", "none"]

_SQUARE: tuple[Point, ...] = ((-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5))
_FACING = {"north": 1, "west": 3, "south": 4, "east": 0}
"""The first of the two `games.hex_grid.DIRECTIONS` in which the hexagons at a side of a rhombus look outwards."""


@dataclass(frozen=True, slots=True)
class Ground:
    """The tones of a board's cells in each theme: a cell of shade 0 has the first, one of shade 1 the second."""

    dark: tuple[Colour, Colour]
    light: tuple[Colour, Colour]

    def tones(self, theme: Name) -> tuple[Colour, Colour]:
        """Return the tones of a theme."""
        return self.light if theme == "light" else self.dark


SLATE = Ground((rgb("5C648A"), rgb("6A7298")), (rgb("C6C1DC"), rgb("DCD9EA")))
SPACE = Ground((rgb("2A3252"), rgb("323B5E")), (rgb("D2DEF1"), rgb("E3EBF8")))
MARS = Ground((rgb("4A2A27"), rgb("57342F")), (rgb("F0CCB6"), rgb("F8DECD")))
POOL = Ground((rgb("34464C"), rgb("42585F")), (rgb("DCE7E4"), rgb("CFDDDA")))
WOOD = Ground((rgb("5B4632"), rgb("6B5440")), (rgb("E8CFA4"), rgb("F2E0C0")))


@dataclass(frozen=True, slots=True)
class Cell:
    """A place on a board: its name as notation writes it, its middle, and its corners as seen from there.

    Lengths are in the units of the board; y grows northwards, up the picture.
    """

    name: str
    x: float
    y: float
    corners: tuple[Point, ...] = _SQUARE
    shade: Literal[0, 1] = 0


@dataclass(frozen=True, slots=True)
class Side:
    """A part of a board's edge that belongs to a seat, as a line in the units of the board."""

    seat: int
    line: tuple[Point, ...]


@dataclass(frozen=True)
class Board:
    """An empty board.

    `cells` come in the order of the board. `unit` is how wide and high a unit is, where the distance between two
    neighbours is 1. `labels` says where the names of cells stand: as coordinates in the margin (for names of letters
    and a number), in the cells, or nowhere.
    """

    cells: tuple[Cell, ...]
    unit: Point = (1, 1)
    sides: tuple[Side, ...] = ()
    ground: Ground = SLATE
    labels: Labels = "margin"

    @cached_property
    def _hash(self) -> int:
        return hash((self.cells, self.unit, self.sides, self.ground, self.labels))

    def __hash__(self) -> int:
        """Return the hash, which is computed once: caches of pictures ask for it with every picture."""
        return self._hash

    @cached_property
    def by_name(self) -> Mapping[str, Cell]:
        """The cells by name."""
        return {cell.name: cell for cell in self.cells}

    @cached_property
    def rows(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells in rows, in the order of the board, each from west to east."""
        rows: defaultdict[float, list[Cell]] = defaultdict(list)
        for cell in self.cells:
            rows[cell.y].append(cell)
        return tuple(tuple(sorted(row, key=lambda cell: cell.x)) for row in rows.values())


def square_board(
    grid: SquareGrid,
    *,
    checkered: bool = True,
    edges: Mapping[SideName, int] | None = None,
    ground: Ground = SLATE,
    labels: Labels = "margin",
) -> Board:
    """Return a board of squares. `edges` gives sides of the board to seats."""
    places = [(index % grid.columns, index // grid.columns) for index in range(len(grid.names))]
    shades: list[Literal[0, 1]] = [0 if (x + y) % 2 == 0 or not checkered else 1 for x, y in places]
    cells = [Cell(name, x, y, shade=shade) for name, (x, y), shade in zip(grid.names, places, shades, strict=True)]
    east, north = grid.columns - 0.5, grid.rows - 0.5
    lines: dict[SideName, tuple[Point, ...]] = {
        "north": ((-0.5, north), (east, north)),
        "east": ((east, north), (east, -0.5)),
        "south": ((-0.5, -0.5), (east, -0.5)),
        "west": ((-0.5, north), (-0.5, -0.5)),
    }
    sides = tuple([Side(seat, lines[name]) for name, seat in (edges or {}).items()])
    return Board(tuple(cells), (1, 1), sides, ground, labels)


def hex_board(
    grid: HexGrid,
    *,
    edges: Mapping[SideName, int] | None = None,
    ground: Ground = SLATE,
    labels: Labels = "margin",
) -> Board:
    """Return a board of hexagons, whatever its shape. `edges` gives sides to seats, on a rhombus alone."""
    corners = tuple((float(x), float(y)) for x, y in CORNERS)
    cells = [Cell(name, *cell.centre, corners) for cell, name in zip(grid.cells, grid.names, strict=True)]
    sides = tuple(Side(seat, _side_of_rhombus(grid.cells, name)) for name, seat in (edges or {}).items())
    return Board(tuple(cells), (1 / 2, 1 / (2 * sqrt(3))), sides, ground, labels)


def _side_of_rhombus(cells: Sequence[Hexagon], name: SideName) -> tuple[Point, ...]:
    """Return the outer line of the cells at a side; at a blunt corner, two sides share the middle of a hexagon's."""
    level = [cell.row if name in {"north", "south"} else cell.number for cell in cells]
    end = max(level) if name in {"north", "east"} else min(level)
    first = _FACING[name]
    line: list[Point] = []
    for cell in sorted(cell for cell, at in zip(cells, level, strict=True) if at == end):
        corners = [cell.corners[(first + step) % 6] for step in range(3)]
        line += corners if name in {"east", "south"} else corners[::-1]
    line = [*dict.fromkeys(line)]
    blunt, beside = (0, 1) if name in {"south", "west"} else (-1, -2)
    (x, y), (other_x, other_y) = line[blunt], line[beside]
    line[blunt] = (x + other_x) / 2, (y + other_y) / 2
    return tuple(line)
