"""Names that the texts of Xero-G share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.xero_g.state import BASE, GRID

if TYPE_CHECKING:
    from collections.abc import Iterable

SEATS = ("South", "North")
SIZES = ("", "small", "medium", "large")
"""The size of a ship by its pips."""


def other(seat: int) -> int:
    """Return the opponent's seat."""
    return 3 - seat


def seat_name(seat: int) -> str:
    """Return what a seat is called."""
    return SEATS[seat - 1]


def square_name(landing: int) -> str:
    """Return a square as notation writes it, `base` for the base."""
    return "base" if landing == BASE else GRID.names[landing]


def counted(number: int, thing: str) -> str:
    """Return a number with its noun.

    >>> counted(2, "step")
    '2 steps'
    """
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def listed(names: Iterable[str], last: str = "or") -> str:
    """Return names as prose lists them.

    >>> listed(["a1", "b1", "c1"])
    'a1, b1 or c1'
    """
    *front, end = names
    return f"{', '.join(front)} {last} {end}" if front else end
