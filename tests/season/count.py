"""A slow, independent count of a table: docs/events.md, sentence by sentence, on names and results from posts."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from tests.season.results import Line, Result

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


def count_table(people: Sequence[str], results: Sequence[Result]) -> list[Line]:
    """Return the table of people whose results count, the best first; among equals by name."""
    points = {name: sum(_points(name, other, results) for other in people) for name in people}

    def ties(name: str) -> tuple[int, int, int]:
        level = [other for other in people if points[other] == points[name]]
        direct = sum(_points(name, other, results) for other in level)
        sonneborn = sum(_points(name, other, results) * points[other] for other in people)
        late = sum(name in result.late for result in results if _counts(result, people))
        return direct, sonneborn, -late

    strength = {name: (points[name], *ties(name)) for name in people}
    return [
        Line(
            1 + sum(strength[other] > strength[name] for other in people),
            name,
            points[name],
            sum(name in result.places and _counts(result, people) for result in results),
        )
        for name in sorted(people, key=lambda name: (*(-each for each in strength[name]), name))
    ]


def walkovers(people: Collection[str], withdrew: Collection[str], results: Sequence[Result]) -> list[Result]:
    """Return how the pairs of a group count that never met because one of them withdrew: as lost by whoever did."""
    met = {frozenset(result.places) for result in results}
    missing = [pair for pair in combinations(sorted(people), 2) if frozenset(pair) not in met]
    return [
        Result(0, {name: 2 if name in withdrew else 1 for name in pair})
        for pair in missing
        if len({name in withdrew for name in pair}) == 2
    ]


def _points(name: str, other: str, results: Sequence[Result]) -> int:
    """Return what a person scored against another: 2 for each place before, 1 for each that they share."""
    if name == other:
        return 0
    both = [result.places for result in results if name in result.places and other in result.places]
    return sum(2 if places[name] < places[other] else int(places[name] == places[other]) for places in both)


def _counts(result: Result, people: Collection[str]) -> bool:
    """Whether a result counts: if at least two of its people do."""
    return len([name for name in result.places if name in people]) > 1
