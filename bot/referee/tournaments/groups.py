"""Groups of a tournament: how many, and who is in which. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

SMALLEST, LARGEST = 5, 8
"""People in a group. Fewer than five are one group; nine are five and four."""


def group_sizes(people: int) -> list[int]:
    """Return the sizes of as few groups as hold so many people, as equal as possible, the larger ones first.

    >>> group_sizes(20)
    [7, 7, 6]
    """
    count = -(-people // LARGEST)
    least, larger = divmod(people, count)
    return [least + 1] * larger + [least] * (count - larger)


def form_groups(kind: str, people: Sequence[int]) -> list[list[int]]:
    """Return the groups of an event of a kind, of people who come in order of strength."""
    if kind == "league":
        return form_leagues(people)
    if kind == "cup":
        return form_even_groups(people)
    return [list(people)]


def form_leagues(people: Sequence[int]) -> list[list[int]]:
    """Return groups of people who come in order of strength: the first group has the strongest."""
    groups: list[list[int]] = []
    begin = 0
    for size in group_sizes(len(people)):
        groups.append(list(people[begin : begin + size]))
        begin += size
    return groups


def form_even_groups(people: Sequence[int]) -> list[list[int]]:
    """Return groups of equal strength of people who come in order of strength, dealt to and fro.

    >>> form_even_groups(range(1, 11))
    [[1, 4, 5, 8, 9], [2, 3, 6, 7, 10]]
    """
    count = len(group_sizes(len(people)))
    groups: list[list[int]] = [[] for _ in range(count)]
    for place, person in enumerate(people):
        turn, step = divmod(place, count)
        groups[count - 1 - step if turn % 2 else step].append(person)
    return groups
