"""The board for three, four or five players: which cells are in use, and where a ship gets to from each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, TypeAlias

from games.hex_grid import DIRECTIONS, LETTERS, STANDARD, Cell

if TYPE_CHECKING:
    from collections.abc import Iterable

Landings: TypeAlias = "tuple[tuple[tuple[int, ...], ...], ...]"

ENGINES = (1, 2, 3)
"""How many engines a ship can have."""

CENTRE = STANDARD.numbers["e5"]
_RADIUS = 3
_BESIDE_CORNERS = ("a2", "a4", "b1", "b6", "d1", "d8", "f2", "f9", "h4", "h9", "i6", "i8")
"""The cells that four players use besides the central 37."""

NAMES = STANDARD.names
NUMBERS = STANDARD.numbers


@dataclass(frozen=True)
class Field:
    """The 61 cells by the numbers of `games.hex_grid.STANDARD`, of which some are in use."""

    players: int

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """Numbers of the cells in use, row by row from the lowest, each row from west to east."""
        if self.players == 5:
            return tuple(range(len(NAMES)))
        more = {NUMBERS[name] for name in _BESIDE_CORNERS} if self.players == 4 else set[int]()
        return tuple([cell for cell in range(len(NAMES)) if distance(cell, CENTRE) <= _RADIUS or cell in more])

    @cached_property
    def used(self) -> frozenset[int]:
        """The cells in use, for asking whether one is."""
        return frozenset(self.cells)

    @cached_property
    def rows(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """The nine rows from `i` to `a`: the letter, and the cells in use from west to east."""
        rows = STANDARD.cells[-1].row + 1
        return tuple(
            (LETTERS[row], tuple([cell for cell in self.cells if STANDARD.cells[cell].row == row]))
            for row in reversed(range(rows))
        )

    @cached_property
    def leaps(self) -> Landings:
        """Where a flight can end, by engines and start: cells in use, whatever lies on the way (index 0 is empty)."""
        return self._landings(through_used=False)

    @cached_property
    def lines(self) -> Landings:
        """As `leaps`, but every cell on the way is in use."""
        return self._landings(through_used=True)

    def _landings(self, *, through_used: bool) -> Landings:
        found: list[tuple[tuple[int, ...], ...]] = [()]
        for engines in ENGINES:
            ways = [[way(cell, direction, engines) for direction in range(6)] for cell in range(len(NAMES))]
            found.append(
                tuple(
                    tuple(
                        path[-1]
                        for path in paths
                        if path and path[-1] in self.used and (not through_used or self.used.issuperset(path))
                    )
                    for paths in ways
                )
            )
        return tuple(found)

    def unused(self, start: int, landing: int, engines: int) -> int | None:
        """Return the first cell that is not in use on the straight way from one cell to another; None if all are."""
        for direction in range(len(DIRECTIONS)):
            path = way(start, direction, engines)
            if path and path[-1] == landing:
                return next((cell for cell in path if cell not in self.used), None)
        return None


def way(start: int, direction: int, engines: int) -> tuple[int, ...]:
    """Return the cells that a flight crosses, its landing the last; nothing where it leaves the 61 cells."""
    at = STANDARD.cells[start]
    names = [_name(at.step(direction, steps)) for steps in range(1, engines + 1)]
    return tuple([NUMBERS[name] for name in names]) if all(name in NUMBERS for name in names) else ()


def _name(cell: Cell) -> str:
    return cell.name if 0 <= cell.row < len(LETTERS) else ""


def distance(one: int, other: int) -> int:
    """Return the fewest steps from one cell to another on the full grid."""
    return _DISTANCES[one][other]


def nearest(cells: Iterable[int], cell: int) -> int | None:
    """Return the one of some cells that is fewest steps away, the first by number among equals."""
    return min(cells, key=lambda other: (distance(cell, other), other), default=None)


@cache
def field(players: int) -> Field:
    """Return the board for so many players."""
    return Field(players)


_DISTANCES = tuple(tuple([cell.distance(other) for other in STANDARD.cells]) for cell in STANDARD.cells)

CLOSER = tuple(
    tuple(frozenset(other for other, steps in enumerate(row) if steps < engines) for row in _DISTANCES)
    for engines in (0, *ENGINES)
)
"""By engines and cell: the cells fewer steps away than that, the cell itself among them."""

__all__ = ["CLOSER", "ENGINES", "NAMES", "NUMBERS", "Field", "distance", "field", "nearest", "way"]
