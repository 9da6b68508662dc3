"""Square boards: squares are numbered from a1 (0) eastwards, then row by row northwards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

LETTERS = "abcdefgh"


@dataclass(frozen=True)
class Grid:
    """A board of `size` by `size` squares, at most 8. North is up, row 1 is the southernmost."""

    size: int

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of all squares by number: a1, b1, ..."""
        return tuple(f"{LETTERS[i % self.size]}{i // self.size + 1}" for i in range(self.size**2))

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Number of each square by name."""
        return {name: i for i, name in enumerate(self.names)}

    @cached_property
    def around(self) -> tuple[tuple[int, ...], ...]:
        """For each square the (up to eight) squares that touch it, by side or corner."""
        n = self.size
        return tuple(
            tuple(
                r * n + c
                for r in range(max(0, i // n - 1), min(n, i // n + 2))
                for c in range(max(0, i % n - 1), min(n, i % n + 2))
                if r * n + c != i
            )
            for i in range(n * n)
        )

    @cached_property
    def sides(self) -> tuple[tuple[int | None, int | None, int | None, int | None], ...]:
        """For each square its neighbours to the north, east, south and west; None where the board ends."""
        n = self.size
        return tuple(
            (
                i + n if i // n < n - 1 else None,
                i + 1 if i % n < n - 1 else None,
                i - n if i // n > 0 else None,
                i - 1 if i % n > 0 else None,
            )
            for i in range(n * n)
        )

    def row(self, square: int) -> int:
        """Row of a square, from 1."""
        return square // self.size + 1

    def column(self, square: int) -> int:
        """Column of a square, from 0 for `a`."""
        return square % self.size
