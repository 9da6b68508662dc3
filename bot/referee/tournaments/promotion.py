"""Who rises and falls between two seasons of a league. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

PROMOTED = 2
"""How many people of a group rise or fall."""


def order_for_next_season(groups: Iterable[Sequence[int]], returning: Collection[int]) -> list[int]:
    """Return those of a finished season who come back in order of strength for the next one.

    Each group lists all its people, the best first. The first two of a group rise by one group, the last two fall.
    Among those who then are level, who comes from the higher group is the stronger.
    """
    levels: list[tuple[int, int, int, int]] = []
    for group, people in enumerate(groups):
        for place, person in enumerate(people):
            step = -1 if place < PROMOTED else 1 if place >= len(people) - PROMOTED else 0
            levels.append((group + step, group, place, person))
    return [person for *_, person in sorted(levels) if person in returning]
