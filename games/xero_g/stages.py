"""Stages of a flight, precomputed: where so many steps can lead from a square, and what they cross.

Squares and borders are bits, so that "is the way free" and "was this gate used" are one `&` each.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from games.xero_g.state import BASE, GRID

DIRECTIONS = "nesw"
SQUARES = range(36)
BASE_BIT = 1 << 36
"""Stands for the opponent's base in a mask of landings, next to the bits of the 36 squares."""

SOUTH, NORTH = 1, 2
ROW_MASKS = tuple(0b111111 << 6 * row for row in range(6))
"""Squares of each row, row 1 first."""


class StagePath(NamedTuple):
    """One way to fly a whole stage.

    `gates` are the borders it crosses, `bit` and `end` its last square (`BASE_BIT` and `BASE` for the base), `inner`
    the squares it passes before that, `squares` all squares it enters, in order, the base not among them.
    """

    gates: int
    bit: int
    end: int
    inner: int
    squares: tuple[int, ...]


class Stage(NamedTuple):
    """All ways to fly a stage that are free of ships, first in the order n, e, s, w step by step; `ends` their ends."""

    ends: int
    paths: tuple[StagePath, ...]


def gate(square: int, direction: int) -> int:
    """Return the bit of the border that a step crosses: each border belongs to the square south or west of it."""
    match direction:
        case 0:
            return 1 << 2 * square
        case 1:
            return 1 << 2 * square + 1
        case 2:
            return 1 << 2 * (square - 6)
        case _:
            return 1 << 2 * (square - 1) + 1


def squares_in(mask: int) -> list[int]:
    """Return the squares of a mask in rising order (the base has no place among them)."""
    mask &= BASE_BIT - 1
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def home_direction(seat: int) -> int:
    """Return the direction (0 n, 2 s) in which a seat flies into the opponent's base."""
    return 0 if seat == SOUTH else 2


def stage_paths(seat: int, square: int, pips: int) -> list[StagePath]:
    """Return every path of `pips` steps from a square on an otherwise empty board, in the order n, e, s, w."""
    return _extend(seat, StagePath(0, 1 << square, square, 0, ()), pips)


def _extend(seat: int, so_far: StagePath, left: int) -> list[StagePath]:
    if left == 0:
        return [so_far]
    found: list[StagePath] = []
    inner = so_far.inner | so_far.bit if so_far.squares else 0
    for direction, ahead in enumerate(GRID.sides[so_far.end]):
        if ahead is None:
            if left == 1 and direction == home_direction(seat):
                found.append(StagePath(so_far.gates, BASE_BIT, BASE, inner, so_far.squares))
            continue
        crossed = gate(so_far.end, direction)
        if not crossed & so_far.gates:
            step = StagePath(so_far.gates | crossed, 1 << ahead, ahead, inner, (*so_far.squares, ahead))
            found += _extend(seat, step, left - 1)
    return found


_PATHS = {
    (seat, square, pips): stage_paths(seat, square, pips)
    for seat in (SOUTH, NORTH)
    for square in SQUARES
    for pips in (1, 2, 3)
}


def _passed(found: list[StagePath]) -> int:
    mask = 0
    for path in found:
        mask |= path.inner
    return mask


_PASSED = {key: _passed(found) for key, found in _PATHS.items()}


def stage(seat: int, square: int, pips: int, taken: int) -> Stage:
    """Return the ways to fly `pips` steps from a square when the squares of the mask `taken` hold ships."""
    return _free(seat, square, pips, taken & _PASSED[seat, square, pips])


# Only ships near the square matter, so the same few thousand keys come back again and again.
@lru_cache(maxsize=1 << 15)
def _free(seat: int, square: int, pips: int, near: int) -> Stage:
    free = tuple(path for path in _PATHS[seat, square, pips] if not path.inner & near)
    ends = 0
    for path in free:
        ends |= path.bit
    return Stage(ends, free)
