"""Pairings in which everybody meets everybody of a group once. Pure."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def round_robin(people: Sequence[int]) -> list[tuple[int, int]]:
    """Return each pair of a group once, in seat order, so that everybody has each seat as often, or once more.

    They come in the order of the rounds that a tournament over the board would have, so that those who play some at a
    time all get some at first.
    """
    size = len(people)
    odd = size - 1 + size % 2  # the rounds of an odd number of people are those of one more

    def round_of(pair: tuple[int, int]) -> int:
        first, second = pair
        return (first + second if second < odd else 2 * first) % odd

    pairs = sorted(combinations(range(size), 2), key=round_of)
    return [(people[a], people[b]) if 2 * (b - a) <= size else (people[b], people[a]) for a, b in pairs]
