"""How the seats of a match stand: by its result, by what an engine thinks, and where to look next."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engines.contract import Thought
    from games.contract import Result

Shares: TypeAlias = "tuple[float, ...]"

MOST_POSITIONS = 60
"""Positions of a match that are looked at."""


def shares_of_result(result: Result | None, seats: int) -> Shares:
    """Return what a match brought each seat: the winners share the win, and without a result all do."""
    winners = result.winners if result else tuple(range(1, seats + 1))
    return tuple(round(1 / len(winners), 3) if seat in winners else 0.0 for seat in range(1, seats + 1))


def shares_of_thought(thought: Thought, mover: int, seats: int, gone: frozenset[int]) -> Shares:
    """Return each seat's share of the win as an engine sees it at the mover's turn, to three digits.

    What the mover doesn't have is divided among the others who are still in, unless the engine counted it for each.
    """
    if thought.shares and thought.proved is None:
        return tuple(round(share, 3) for share in thought.shares)
    own = {"win": 1.0, "loss": 0.0}.get(thought.proved or "", thought.value)
    others = [seat for seat in range(1, seats + 1) if seat != mover and seat not in gone]
    rest = (1 - own) / len(others)
    return tuple(round(own if seat == mover else rest if seat in others else 0.0, 3) for seat in range(1, seats + 1))


def choose_position(shares: Mapping[int, Shares], last: int) -> int | None:
    """Return the position from 0 to `last` to look at next, or None if those whose shares are known are enough.

    A short match is looked at whole. Of a long one positions come at even distances first, then those in the middle of
    the stretches in which the standing changed most.
    """
    for end in (0, last):
        if end not in shares:
            return end
    gaps = [(low, high) for low, high in pairwise(sorted(shares)) if high - low > 1]
    if not gaps or len(shares) >= MOST_POSITIONS:
        return None
    low, high = max(gaps, key=lambda gap: gap[1] - gap[0])
    if high - low <= 2 * last / MOST_POSITIONS:
        low, high = max(gaps, key=lambda gap: _change(shares[gap[0]], shares[gap[1]]))
    return (low + high) // 2


def _change(before: Shares, after: Shares) -> float:
    return max(abs(one - other) for one, other in zip(before, after, strict=True))
