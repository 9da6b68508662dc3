"""Hexagons and their sides as points of one lattice, and sets of them as the bits of a whole number.

Double the coordinates of `games.hex_grid`: hexagons come to lie on points whose row and number are both even, and the
side (*leg*) between two hexagons lies half-way between them, where at least one of the two is odd. A point has the
index `ROW * row + number`; a set of points is an int with the bits of their indices. On a board every number is below
`ROW / 2`, so no step ever runs from one end of a row into the next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from games.hex_grid import STEPS, Cell

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from games.hex_grid import Point

Mask: TypeAlias = int

ROW = 128
"""How many indices a row takes."""

WIDEST = ROW // 2 - 1
"""The greatest number that a point of a board may have."""

SHIFTS = tuple([ROW * row + number for row, number in STEPS])
"""What a step in each direction of `games.hex_grid` adds to an index."""

TURNS = tuple(
    [
        ((SHIFTS[(heading + 2) % 6], (heading + 1) % 6), (SHIFTS[(heading + 1) % 6], (heading - 1) % 6))
        for heading in range(6)
    ]
)
"""For each heading, the step to the next leg on the left and the heading there, and the same on the right.

A leg is walked with heading i when it is the side in direction i of the hexagon on the walker's left.
"""

_EVENS = sum(1 << 2 * number for number in range(ROW // 2))
CELL_POINTS: Mask = sum(_EVENS << 2 * ROW * row for row in range(32))
"""All points that can be hexagons."""


def cell_index(cell: Cell) -> int:
    """Return the index of a hexagon's centre; row 0 of a board leaves room for the legs below it."""
    return ROW * (2 * cell.row + 2) + 2 * cell.number


def leg_index(cell: Cell, direction: int) -> int:
    """Return the index of a hexagon's side in one of the six directions."""
    return cell_index(cell) + SHIFTS[direction]


def heading(leg: int) -> int:
    """Return the direction (0 e, 1 ne, 2 nw) in which the leg is a side of the hexagon before it."""
    row, number = leg // ROW % 2, leg % 2
    return 2 - number if row else 0


def cell_before(leg: int) -> Cell:
    """Return the hexagon that has the leg as its side e, ne or nw; it may lie off the board."""
    row, number = divmod(leg - SHIFTS[heading(leg)], ROW)
    return Cell(row // 2 - 1, number // 2)


def ends(leg: int) -> tuple[Point, Point]:
    """Return the two corners that a leg joins, in the units of `games.hex_grid.CORNERS`."""
    corners = cell_before(leg).corners
    side = heading(leg)
    return corners[side], corners[side + 1]


def spread(mask: Mask) -> Mask:
    """Return all points one step from any of these.

    From a leg these are its two hexagons and the legs that meet it at a corner; from a hexagon, its sides.
    """
    return mask << 1 | mask >> 1 | mask << ROW | mask >> ROW | mask << ROW + 1 | mask >> ROW + 1


def bits(mask: Mask) -> Iterator[int]:
    """Yield the indices in a set, the lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def union(indices: Iterable[int]) -> Mask:
    """Return the set of some indices."""
    mask = 0
    for index in indices:
        mask |= 1 << index
    return mask


def union_of(masks: Iterable[Mask]) -> Mask:
    """Return what is in any of some sets."""
    whole = 0
    for mask in masks:
        whole |= mask
    return whole


def parts(legs: Mask) -> Iterator[Mask]:
    """Yield the connected parts of a set of legs."""
    while legs:
        part, edge = 0, legs & -legs
        while edge:
            part |= edge
            edge = spread(edge) & legs & ~part
        yield part
        legs &= ~part


def normal(legs: Mask) -> Mask:
    """Return the same legs moved, unturned, to the lowest place: equal for all translations of one set."""
    low = (legs & -legs).bit_length() - 1
    return legs >> (low & ~(ROW | 1))
