"""Questions about places and their neighbours, for boards of any shape.

A board is given as its adjacency: for each place the numbers of its neighbours. Where a neighbour's place in that list
is a direction, as in `square_grid.Grid.sides` and `hex_grid.Board.neighbours`, None marks the end of the board.
"""

from __future__ import annotations

from collections import deque
from itertools import takewhile
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    Adjacency: TypeAlias = Sequence[Sequence[int | None]]


def neighbours(adjacency: Adjacency, place: int) -> list[int]:
    """Return the neighbours of a place."""
    return [near for near in adjacency[place] if near is not None]


def flood_fill(adjacency: Adjacency, starts: Iterable[int], allowed: Collection[int]) -> frozenset[int]:
    """Return the allowed places that hang together with those of the starts that are allowed.

    >>> flood_fill([(1,), (0, 2), (1, 3), (2,)], [0], {0, 1, 3}) == {0, 1}
    True
    """
    found = {place for place in starts if place in allowed}
    edge = [*found]
    while edge:
        added = [near for near in neighbours(adjacency, edge.pop()) if near in allowed and near not in found]
        found.update(added)
        edge.extend(added)
    return frozenset(found)


def connected_parts(adjacency: Adjacency, places: Iterable[int]) -> list[frozenset[int]]:
    """Return the parts of a set of places that hang together, in the order of their lowest places."""
    left = set(places)
    parts: list[frozenset[int]] = []
    while left:
        part = flood_fill(adjacency, [min(left)], left)
        parts.append(part)
        left -= part
    return parts


def shortest_path(
    adjacency: Adjacency, starts: Iterable[int], ends: Collection[int], allowed: Collection[int]
) -> tuple[int, ...]:
    """Return the fewest allowed places that lead from a start to an end, both included; empty if none lead there.

    >>> shortest_path([(1,), (0, 2), (1, 3), (2,)], [0], {2, 3}, {0, 1, 2, 3})
    (0, 1, 2)
    """
    before: dict[int, int | None] = {place: None for place in starts if place in allowed}
    queue = deque(before)
    while queue:
        place = queue.popleft()
        if place in ends:
            return _trace(before, place)
        for near in neighbours(adjacency, place):
            if near in allowed and near not in before:
                before[near] = place
                queue.append(near)
    return ()


def _trace(before: Mapping[int, int | None], end: int) -> tuple[int, ...]:
    """Return the path that leads to an end, given the place before each."""
    path: list[int] = []
    place: int | None = end
    while place is not None:
        path.append(place)
        place = before[place]
    return tuple(reversed(path))


def line(adjacency: Adjacency, start: int, direction: int) -> tuple[int, ...]:
    """Return the places in a direction from a start, without it, up to the end of the board."""
    places: list[int] = []
    place = adjacency[start][direction]
    while place is not None:
        places.append(place)
        place = adjacency[place][direction]
    return tuple(places)


def free_line(adjacency: Adjacency, start: int, direction: int, free: Collection[int]) -> tuple[int, ...]:
    """Return the places in a direction from a start, up to the first that isn't free: where a rook could move.

    >>> free_line([(1,), (2,), (3,), (None,)], 0, 0, {1, 2})
    (1, 2)
    """
    return tuple(takewhile(free.__contains__, line(adjacency, start, direction)))


def lines(adjacency: Adjacency, length: int) -> list[tuple[int, ...]]:
    """Return every straight row of so many places once, from its lower end, in the order of the board.

    The length is at least 2.
    """
    found: list[tuple[int, ...]] = []
    for start, around in enumerate(adjacency):
        for direction in range(len(around)):
            row = (start, *line(adjacency, start, direction)[: length - 1])
            if len(row) == length and row[0] < row[-1]:
                found.append(row)
    return found
