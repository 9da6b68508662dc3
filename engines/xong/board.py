"""A board of Xong with its legs and hexagons numbered from 0, and every place where a Xoid can lie."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from games.xong import shapes
from games.xong.lattice import bits, cell_index, heading, spread

if TYPE_CHECKING:
    from games.xong.board import LegBoard
    from games.xong.lattice import Mask

SIDES = 8
"""What a hexagon's number is multiplied by in `Placement.touched`."""


class Placement(NamedTuple):
    """A Xoid on a set of legs, the bits of a number; `touched` holds 8 * hexagon + sides for each that it touches."""

    legs: int
    touched: tuple[int, ...]


class Board:
    """The tables of a board. `sides` are the legs of each hexagon."""

    def __init__(self, board: LegBoard) -> None:
        self._lattice = tuple(bits(board.legs))
        self._numbers = {leg: number for number, leg in enumerate(self._lattice)}
        self._cells = {cell_index(cell): number for number, cell in enumerate(board.cells)}
        around = [spread(1 << leg) & board.cell_mask for leg in self._lattice]
        self._hexagons = [tuple([self._cells[cell] for cell in bits(mask)]) for mask in around]
        self.sides = [0] * len(board.cells)
        for leg, hexagons in enumerate(self._hexagons):
            for hexagon in hexagons:
                self.sides[hexagon] |= 1 << leg
        self._touched = tuple(range(SIDES * len(board.cells)))  # one object for each number keeps places small
        self._placements: dict[str, tuple[Placement, ...]] = {}

    def placements(self, text: str) -> tuple[Placement, ...]:
        """Return every place on the empty board for the Xoid with a canonical text."""
        found = self._placements.get(text)
        if found is None:
            found = tuple([one for form in shapes.read(text).forms for one in self._translations(form)])
            if text in gifts():
                self._placements[text] = found
        return found

    def _translations(self, form: Mask) -> list[Placement]:
        first, *others = bits(form)
        steps = [other - first for other in others]
        found: list[Placement] = []
        for leg in self._lattice:
            if heading(leg) == heading(first):
                numbers = [self._numbers.get(leg + step, -1) for step in (0, *steps)]
                if min(numbers) >= 0:
                    found.append(self._placement(numbers))
        return found

    def _placement(self, numbers: list[int]) -> Placement:
        sides: dict[int, int] = {}
        for leg in numbers:
            for hexagon in self._hexagons[leg]:
                sides[hexagon] = sides.get(hexagon, 0) + 1
        touched = tuple([self._touched[SIDES * hexagon + count] for hexagon, count in sides.items()])
        return Placement(sum(1 << leg for leg in numbers), touched)

    def hexagons(self, cells: Mask) -> int:
        """Return hexagons of the lattice as hexagons of this board."""
        return sum(1 << self._cells[cell] for cell in bits(cells))

    def compact(self, legs: Mask) -> int:
        """Return legs of the lattice as legs of this board."""
        return sum(1 << self._numbers[leg] for leg in bits(legs))

    def lattice(self, legs: int) -> Mask:
        """Return legs of this board as legs of the lattice."""
        return sum(1 << self._lattice[leg] for leg in bits(legs))


@lru_cache(maxsize=2)
def tables(board: LegBoard) -> Board:
    """Return the tables of a board; with all places they take some 7 MB."""
    return Board(board)


@lru_cache(maxsize=1)
def gifts() -> tuple[str, ...]:
    """Return the canonical texts of all Xoids that an engine gives if it can: those of up to six legs."""
    return tuple([shape.text for size in shapes.catalogue() for shape in size])
