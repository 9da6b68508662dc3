"""A board of hexagons with its legs, and boards drawn by lot from a seed: a blob, a symmetrical one, or islands."""

from __future__ import annotations

from functools import cached_property, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from games import hex_grid
from games.hex_grid import DIRECTIONS, STEPS, Cell, connected
from games.xong.lattice import Mask, cell_index, leg_index, spread, union

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    Orbit: TypeAlias = Callable[[Cell], frozenset[Cell]]


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


KINDS = ("standard", "random", "symmetric", "islands")
FEWEST, MOST = 48, 80
"""How many hexagons a board that is drawn may have."""

LEAST_ISLAND = 12
"""How many hexagons an island has at least."""

_ORIGIN = Cell(0, 0)
_WORD = 2**64 - 1
_ATTRACTION = (0, 1, 4, 12, 24, 48, 96)
"""How likely a cell joins a blob by the number of sides it would share: cells in bays before cells on capes."""


class RandomNumbers:
    """Random whole numbers: SplitMix64 (Steele, Lea and Flood, 2014), begun with the seed modulo 2 ** 64."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _WORD

    def below(self, limit: int) -> int:
        """Return a number from 0 to `limit` - 1."""
        self._state = self._state + 0x9E3779B97F4A7C15 & _WORD
        mixed = (self._state ^ self._state >> 30) * 0xBF58476D1CE4E5B9 & _WORD
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _WORD
        return ((mixed ^ mixed >> 31) >> 32) * limit >> 32

    def choose_weighted(self, weights: Sequence[int]) -> int:
        """Return a place in `weights`, each as likely as its weight."""
        left = self.below(sum(weights))
        for place, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return place
        raise ValueError("All weights are zero.")


@lru_cache(maxsize=64)
def board(kind: str, hexes: int, seed: int) -> LegBoard:
    """Return the board of a match: its kind, how many hexagons it is to have (unless standard), and its seed.

    What comes out stringy, with holes, too large to be named (R6) or as the standard board is drawn again.
    """
    if kind == "standard":
        return standard()
    lot = RandomNumbers(seed)
    draw = {"random": _random, "symmetric": _symmetric, "islands": _islands}[kind]
    while True:
        drawn = draw(lot, hexes)
        found = move_to_origin(drawn) if drawn else None
        if found and found != standard():
            return found


def is_blob(cells: frozenset[Cell]) -> bool:
    """Return whether cells hang together without holes, and with a rim at most half again as long as it needs to be.

    The most compact boards of n hexagons have about the square root of 48 n sides on their rim.
    """
    rim = sum(near not in cells for cell in cells for near in cell.around())
    if len(connected(cells)) != 1 or 4 * rim * rim > 9 * 48 * len(cells):
        return False
    rows, numbers = zip(*cells, strict=True)
    box = {
        Cell(row, number)
        for row in range(min(rows) - 1, max(rows) + 2)
        for number in range(min(numbers) - 1, max(numbers) + 2)
    }
    return len(connected(box - cells)) == 1


def _grow(lot: RandomNumbers, size: int, first: Iterable[Cell], orbit: Orbit) -> frozenset[Cell] | None:
    """Grow a blob by an orbit of cells at a time; None if it turned out stringy or missed its size."""
    cells = set(first)
    while len(cells) < size:
        edge = sorted({near for cell in cells for near in cell.around()} - cells)
        weights = [_ATTRACTION[sum(near in cells for near in cell.around())] for cell in edge]
        cells |= orbit(edge[lot.choose_weighted(weights)])
    blob = frozenset(cells)
    return blob if len(blob) == size and is_blob(blob) else None


def _trivial_orbit(cell: Cell) -> frozenset[Cell]:
    """Return the cell alone, for a blob without symmetry."""
    return frozenset([cell])


def _random(lot: RandomNumbers, hexes: int) -> frozenset[Cell] | None:
    return _grow(lot, hexes, [_ORIGIN], _trivial_orbit)


def _symmetric(lot: RandomNumbers, hexes: int) -> frozenset[Cell] | None:
    """Grow a blob that is turned onto itself round a hexagon, the middle of a side, or a corner.

    Every orbit has as many cells as the symmetry is fold, but for a hexagon in the middle, which is alone: that decides
    which symmetries a size allows. A sixth of a turn round the origin takes (row, number) to (number, number - row); a
    step east after each turn moves the middle to a side or a corner of the origin.
    """
    folds = [2] + [3] * (hexes % 3 < 2) + [6] * (hexes % 6 == 1)
    fold = folds[lot.below(len(folds))]
    aside = int(hexes % fold == 0)

    def orbit(cell: Cell) -> frozenset[Cell]:
        cells = [cell]
        for _ in range(fold - 1):
            row, number = cells[-1]
            for _ in range(6 // fold):
                row, number = number, number - row
            cells.append(Cell(row, number + aside))
        return frozenset(cells)

    return _grow(lot, hexes, orbit(_ORIGIN), orbit)


def _islands(lot: RandomNumbers, hexes: int) -> frozenset[Cell] | None:
    """Grow two to four blobs and push each against those that lie already, from some side, a strip of sea between.

    Hexagons that meet at a corner share a side, so islands without a common side have no common corner.
    """
    count = 2 + lot.below(3)
    spare = hexes - count * LEAST_ISLAND
    cuts = [0, *sorted(lot.below(spare + 1) for _ in range(count - 1)), spare]
    land: frozenset[Cell] = frozenset()
    for low, high in pairwise(cuts):
        island = _grow(lot, LEAST_ISLAND + high - low, [_ORIGIN], _trivial_orbit)
        if island is None:
            return None
        land |= _push_offshore(lot, land, island)
    return land


def _push_offshore(lot: RandomNumbers, land: frozenset[Cell], island: frozenset[Cell]) -> frozenset[Cell]:
    """Return the island, moved in one direction from the middle until it touches no land."""
    row, number = STEPS[lot.below(6)]
    shore = land | {near for cell in land for near in cell.around()}
    while island & shore:
        island = frozenset(Cell(cell.row + row, cell.number + number) for cell in island)
    return island
