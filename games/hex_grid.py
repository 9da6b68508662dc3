"""Boards of hexagons: pointy-topped, in horizontal rows, named by a row letter and a number.

Rows are lettered from the lowest. Going east adds 1 to the number, going north-east adds 1 to row and number, going
north-west adds 1 to the row alone; so `e5` has the neighbours e6, f6, f5, e4, d4 and d5, in the order of `DIRECTIONS`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from games.adjacency import connected_parts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

DIRECTIONS = ("e", "ne", "nw", "w", "sw", "se")
"""The six ways out of a hexagon, counter-clockwise; the opposite of number i is number i + 3, modulo 6."""

STEPS = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))
"""What a step in each of the `DIRECTIONS` adds to row and number."""

CORNERS = ((1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2))
"""Where the corners of a hexagon are, seen from its centre; the side in direction i runs from corner i to corner i + 1.

The unit eastwards is half the width of a hexagon, the unit northwards half the length of a side.
"""

LETTERS = "abcdefghijklmnopqrstuvwxyz"
Point: TypeAlias = "tuple[int, int]"

_NAME = re.compile(r"([a-z])([1-9][0-9]{0,2})")


class Cell(NamedTuple):
    """A hexagon by its row (0 for `a`) and its number, which may be any whole numbers while a board is being made."""

    row: int
    number: int

    @property
    def name(self) -> str:
        """The cell as notation writes it; rows run from a to z."""
        return f"{LETTERS[self.row]}{self.number}"

    @property
    def centre(self) -> Point:
        """How far east and north of the origin the centre lies, in the units of `CORNERS`."""
        return 2 * self.number - self.row, 3 * self.row

    @property
    def corners(self) -> tuple[Point, ...]:
        """The six corners, as points that neighbours share, in the order of `CORNERS`."""
        x, y = self.centre
        return tuple([(x + dx, y + dy) for dx, dy in CORNERS])

    def step(self, direction: int, distance: int = 1) -> Cell:
        """Return the cell that lies `distance` steps away in one of the six directions."""
        row, number = STEPS[direction]
        return Cell(self.row + distance * row, self.number + distance * number)

    def around(self) -> tuple[Cell, ...]:
        """Return the six neighbours in the order of `DIRECTIONS`, on a board or not."""
        return tuple([Cell(self.row + row, self.number + number) for row, number in STEPS])

    def distance(self, other: Cell) -> int:
        """Return the fewest steps to another cell.

        >>> Cell(0, 1).distance(Cell(4, 5)), Cell(0, 5).distance(Cell(4, 1))
        (4, 8)
        """
        rows, numbers = self.row - other.row, self.number - other.number
        return max(abs(rows), abs(numbers), abs(rows - numbers))


def find_cell(name: str) -> Cell | None:
    """Return the cell with a name such as `e5`, or None if that is no such name.

    >>> find_cell("e5")
    Cell(row=4, number=5)
    """
    found = _NAME.fullmatch(name)
    return Cell(LETTERS.index(found[1]), int(found[2])) if found else None


def name_by_row(cell: Cell) -> str:
    """Return the name of a cell whose letter is its row: the usual naming of a `Board`."""
    return cell.name


@dataclass(frozen=True)
class Board:
    """A set of cells. They are numbered row by row from the lowest, each row from west to east.

    `naming` gives each cell its name. `from_top` numbers the rows from the highest.
    """

    area: frozenset[Cell]
    naming: Callable[[Cell], str] = name_by_row
    from_top: bool = False

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All cells by number."""
        way = -1 if self.from_top else 1
        return tuple(sorted(self.area, key=lambda cell: (way * cell.row, cell.number)))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of all cells by number."""
        return tuple(map(self.naming, self.cells))

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Number of each cell by name."""
        return {name: i for i, name in enumerate(self.names)}

    @cached_property
    def neighbours(self) -> tuple[tuple[int | None, ...], ...]:
        """For each cell the numbers of its neighbours in the order of `DIRECTIONS`; None where the board ends."""
        index = {cell: i for i, cell in enumerate(self.cells)}
        return tuple([tuple([index.get(near) for near in cell.around()]) for cell in self.cells])

    def nearest(self, cell: Cell) -> Cell:
        """Return the cell of the board that is fewest steps away, the first by number among equals."""
        return min(self.cells, key=cell.distance)


def hexagon(side: int) -> Board:
    """Return the board in the shape of a hexagon with `side` cells a side, its lower left corner at a1.

    >>> len(hexagon(5).cells), hexagon(5).names[-1]
    (61, 'i9')
    """
    centre = Cell(side - 1, side)
    span = range(2 * side)
    cells = (Cell(row, number) for row in span for number in span)
    return Board(frozenset(cell for cell in cells if cell.distance(centre) < side))


@lru_cache(32)
def rhombus(columns: int, rows: int) -> Board:
    """Return the board of Hex, named as its players do: a1 is at the upper left, each lower row is farther east.

    >>> rhombus(11, 11).names[:2], rhombus(11, 11).names[-1]
    (('a1', 'b1'), 'k11')
    """
    area = frozenset(Cell(row, number) for row in range(rows) for number in range(1, columns + 1))
    return Board(area, lambda cell: f"{LETTERS[cell.number - 1]}{rows - cell.row}", from_top=True)


def connected(cells: Iterable[Cell]) -> list[frozenset[Cell]]:
    """Return the parts of a set of cells that hang together by sides, in the order of their first cells."""
    board = Board(frozenset(cells))
    parts = connected_parts(board.neighbours, range(len(board.cells)))
    return [frozenset(board.cells[place] for place in part) for part in parts]


STANDARD = hexagon(5)
"""The board with five hexagons a side: 61 cells from a1 to i9 round e5."""
