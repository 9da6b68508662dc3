"""The names of seats, sizes and squares."""

from __future__ import annotations

from games.xero_g.state import BASE, GRID

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
