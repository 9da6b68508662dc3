"""Random positions of Xero-G."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.games.xero_g.positions import at

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from games.xero_g.state import State


def random_endings(rng: Random, ships: int) -> Iterator[State]:
    """Yield a position with so many ships for each seat that can fly in it."""
    squares = dict.fromkeys(rng.sample(range(36), ships))
    board = [str(rng.randint(1, 3)) if square in squares else "." for square in range(36)]
    rows = "/".join("".join(board[start : start + 6]) for start in range(0, 36, 6))
    for mover in (1, 2):
        try:
            yield at(rows, mover)
        except ValueError:
            continue
