"""The standings of a group: points, and what decides between those who have as many. Pure.

A match gives two points against each person whom one is placed before, one against each who shares one's place. So a
match of two gives 2, 1 or 0, and one of four at most 6.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

WIN, DRAW = 2, 1


@dataclass(frozen=True, slots=True)
class PairingResult:
    """How a match of a tournament ended: the place of each of its people, 1 the best, and who lost it on time."""

    people: tuple[int, ...]
    places: tuple[int, ...]
    late: frozenset[int] = frozenset()

    def points(self, person: int, other: int) -> int:
        """Return the points of a person against another one at the same table: 2, 1 or 0."""
        own, theirs = self.places[self.people.index(person)], self.places[self.people.index(other)]
        return WIN if own < theirs else DRAW if own == theirs else 0


@dataclass(frozen=True, slots=True)
class Row:
    """A person's line in the standings of a group.

    `place` is shared by people whom nothing decides between. `direct` are the points against those with as many points,
    `sonneborn` the Sonneborn-Berger score, the sum of the points against each opponent times that one's points, and
    `late` counts losses on time.
    """

    place: int
    person: int
    points: int
    played: int
    direct: int
    sonneborn: int
    late: int

    @property
    def rank(self) -> tuple[int, int, int, int]:
        """What people are ordered by, the highest first."""
        return self.points, self.direct, self.sonneborn, -self.late


def rank_group(
    people: Sequence[int], results: Iterable[PairingResult], struck: Collection[int] = frozenset()
) -> list[Row]:
    """Return the standings of a group, the best first. Results against people who are `struck` count for nobody.

    People who can't be told apart are in the order in which they came. Those who are struck have no line.
    """
    ranked = [person for person in people if person not in struck]
    counting = list(results)
    between: defaultdict[int, Counter[int]] = defaultdict(Counter)
    played: Counter[int] = Counter()
    late: Counter[int] = Counter()
    for result in counting:
        present = [person for person in result.people if person in ranked]
        for person, other in permutations(present, 2):
            between[person][other] += result.points(person, other)
        met = present if len(present) > 1 else []
        played.update(met)
        late.update(result.late & set(met))
    points = {person: between[person].total() for person in ranked}
    rows = [
        Row(
            0,
            person,
            points[person],
            played[person],
            sum(won for other, won in between[person].items() if points[other] == points[person]),
            sum(won * points[other] for other, won in between[person].items()),
            late[person],
        )
        for person in ranked
    ]
    ordered = sorted(rows, key=lambda row: row.rank, reverse=True)
    ranks = [row.rank for row in ordered]
    return [
        Row(1 + ranks.index(row.rank), row.person, row.points, row.played, row.direct, row.sonneborn, row.late)
        for row in ordered
    ]
