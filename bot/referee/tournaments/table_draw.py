"""Tables of three to five, drawn so that everybody meets everybody as evenly as possible. Pure."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from random import Random

Table: TypeAlias = "tuple[int, ...]"
"""The people at a table in seat order."""

DRAWS = 20
"""Times that few people's tables are drawn, of which the best draw is kept; the more people, the fewer."""
SWAPS = 20_000
"""Swaps of two people that are tried for a round at a time."""


def table_sizes(people: int, size: int, smallest: int, largest: int) -> list[int]:
    """Return sizes of tables for so many people, as equal as possible and near to `size`. Empty if there are none.

    >>> table_sizes(11, 4, 3, 5)
    [4, 4, 3]
    """
    counts = [count for count in range(1, people + 1) if smallest <= people // count and -(-people // count) <= largest]
    if not counts:
        return []
    count = min(counts, key=lambda each: (abs(people / each - size), each))
    least, larger = divmod(people, count)
    return [least + 1] * larger + [least] * (count - larger)


def draw_tables(people: Sequence[int], sizes: Sequence[int], rounds: int, rng: Random) -> list[Table]:
    """Return tables for some rounds, in each of which everybody sits at one, in seat order."""
    draws = max(1, DRAWS * 10 // max(10, len(people)))
    drawn = [_draw_once(people, sizes, rounds, rng) for _ in range(draws)]
    best = min(drawn, key=_unevenness)
    return _seat_evenly([table for tables in best for table in tables])


def _draw_once(people: Sequence[int], sizes: Sequence[int], rounds: int, rng: Random) -> list[list[list[int]]]:
    """Return tables by lot, round by round, improved by swaps for as long as some help."""
    drawn = [_by_lot(people, sizes, rng) for _ in range(rounds)]
    met = _meetings(drawn)
    improved = True
    while improved:
        improved = False
        for tables in drawn:
            met.subtract(_meetings([tables]))
            improved |= _improve(tables, met, rng)
            met.update(_meetings([tables]))
    return drawn


def _by_lot(people: Sequence[int], sizes: Sequence[int], rng: Random) -> list[list[int]]:
    shuffled = iter(rng.sample(people, len(people)))
    return [[next(shuffled) for _ in range(size)] for size in sizes]


def _meetings(rounds: Iterable[Sequence[Sequence[int]]]) -> Counter[frozenset[int]]:
    """Return how often each pair sits at the same table."""
    return Counter(frozenset(pair) for tables in rounds for table in tables for pair in combinations(table, 2))


def _unevenness(rounds: Sequence[Sequence[Sequence[int]]]) -> int:
    return sum(3**count for count in _meetings(rounds).values())


def _improve(tables: list[list[int]], met: Counter[frozenset[int]], rng: Random) -> bool:
    """Swap people between a round's tables where that helps, given who met in the others; return whether it did."""
    seats = [(table, seat) for table, people in enumerate(tables) for seat in range(len(people))]
    pairs = [(one, other) for one, other in combinations(seats, 2) if one[0] != other[0]]
    tried = pairs if len(pairs) <= SWAPS else rng.sample(pairs, SWAPS)
    return sum(_swap_if_better(tables, one, other, met) for one, other in tried) > 0  # all of them are tried


def _swap_if_better(
    tables: list[list[int]], one: tuple[int, int], other: tuple[int, int], met: Counter[frozenset[int]]
) -> bool:
    """Swap the people of two seats at different tables if fewer meet again then, and return whether they were."""
    (a, i), (b, j) = one, other
    before = _cost([tables[a], tables[b]], met)
    tables[a][i], tables[b][j] = tables[b][j], tables[a][i]
    if _cost([tables[a], tables[b]], met) < before:
        return True
    tables[a][i], tables[b][j] = tables[b][j], tables[a][i]
    return False


def _cost(tables: Sequence[Sequence[int]], met: Counter[frozenset[int]]) -> int:
    """Return how uneven tables make it who met whom: the more often a pair has met, the more another time costs."""
    return sum(3 ** met[frozenset(pair)] for table in tables for pair in combinations(table, 2))


def _seat_evenly(tables: Sequence[Sequence[int]]) -> list[Table]:
    """Return the tables in seat orders in which people have each seat about as often."""
    seated: list[Table] = [tuple(table) for table in tables]
    had: Counter[tuple[int, int]] = Counter((person, seat) for table in seated for seat, person in enumerate(table))
    improved = True
    while improved:
        improved = False
        for number, table in enumerate(seated):
            had.subtract((person, seat) for seat, person in enumerate(table))
            best = min((table, *permutations(table)), key=lambda order: _seat_cost(order, had))
            if best != table:
                seated[number], improved = best, True
            had.update((person, seat) for seat, person in enumerate(best))
    return seated


def _seat_cost(order: Table, had: Counter[tuple[int, int]]) -> int:
    return sum(had[person, seat] for seat, person in enumerate(order))
