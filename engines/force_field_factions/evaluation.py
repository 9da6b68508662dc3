"""How good a position is, by what stands on the board."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from engines.force_field_factions.board import (
    FACING,
    FIELDS,
    GHOSTLY,
    PIECES,
    PIPS,
    SEAT,
)
from engines.search.alpha_beta import SURE_WIN
from games.force_field_factions.state import UP

if TYPE_CHECKING:
    from collections.abc import Iterable


MATCH = SURE_WIN // 2
"""The value of having won by material: no sum of other values comes near."""

_WORTH = {1: (0, 0, 260, 360), 2: (0, 0, 260, 360), 3: (0, 0, 230)}
"""What having so many pieces of a size is worth."""

_FIELD = {"r": 12, "g": 5, "b": 10, "y": 14, "p": 8, "o": 5, "c": -6}

_UPRIGHT = 4

_ROW = 4


_UNIT = tuple(4 ** (SEAT[code] * 4 + PIPS[code]) if code in PIECES else 0 for code in range(len(SEAT)))
"""A number for each piece whose sum counts all pieces of a side and size."""


def material(codes: Iterable[int]) -> int:
    """Return the value of the pieces on the board for seat 1: a match won, lost or drawn is told by `MATCH`, or 0."""
    return _material(sum([_UNIT[code] for code in codes]))


def lost_sizes(codes: Iterable[int]) -> tuple[bool, bool]:
    """Return for each seat whether it has no piece left of some size."""
    counts = _counts(sum([_UNIT[code] for code in codes]))
    return 0 in counts[0], 0 in counts[1]


@cache
def _counts(units: int) -> tuple[list[int], list[int]]:
    """Return the number of pieces of each size for seat 1 and seat 2."""
    one, two = ([units >> 2 * (seat * 4 + pips) & 3 for pips in (1, 2, 3)] for seat in (1, 2))
    return one, two


@cache
def _material(units: int) -> int:
    one, two = _counts(units)
    if 0 in one or 0 in two:
        return MATCH * ((0 not in one) - (0 not in two))
    return sum(_WORTH[pips][one[pips - 1]] - _WORTH[pips][two[pips - 1]] for pips in (1, 2, 3))


def _placed(code: int) -> tuple[int, ...]:
    """Return what a piece is worth by its square, beyond its being there."""
    own = sum(_FIELD[colour] for colour in FIELDS[code]) + _UPRIGHT * (FACING[code] == UP)
    forward = _ROW * (not GHOSTLY[code])
    return tuple(own + forward * (7 - square // 8 if SEAT[code] == 1 else square // 8) for square in range(64)) * 2


PLACED = tuple(_placed(code) if code in PIECES else (0,) * 128 for code in range(len(SEAT)))
"""What a piece is worth to its owner by its code and place, beyond its being there."""
