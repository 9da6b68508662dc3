"""Groups, pairings, tables and the knock-out of an event, and who rises and falls. Pure."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from random import Random

    from bot.referee.tournaments.standings import PairingResult, Row

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


SMALL, LARGE = 8, 16
LARGE_FROM = 24
"""People from whom on sixteen go on to the knock-out, not eight."""


def bracket_size(people: int) -> int:
    """Return how many of so many people go on to the knock-out."""
    return LARGE if people >= LARGE_FROM else SMALL


def qualifiers(groups: Sequence[Sequence[Row]], size: int) -> list[int]:
    """Return who goes on from the groups, the best first: by place, then by points for each match, then by the ties.

    Each group lists those who can go on, the best first.
    """
    ranked = [
        (place, -row.points / max(1, row.played), [-value for value in row.rank[1:]], number, row.person)
        for number, rows in enumerate(groups)
        for place, row in enumerate(rows)
    ]
    return [person for *_, person in sorted(ranked)[:size]]


def first_round(ordered: Sequence[int], group_of: Mapping[int, int]) -> list[tuple[int, int]]:
    """Return the ties of the first round, the higher seed first; winners of the first and the second tie meet next.

    `ordered` are the qualifiers, the best first, a power of two of them. The best two can meet only in the final. Two
    of the same group don't meet if it can be avoided by exchanging lower seeds.
    """
    order = [0]
    while len(order) < len(ordered):
        order = [seed for one in order for seed in (one, 2 * len(order) - 1 - one)]
    ties = [(ordered[high], ordered[low]) for high, low in zip(order[::2], order[1::2], strict=True)]
    for number, (high, low) in enumerate(ties):
        if group_of[high] != group_of[low]:
            continue
        for other, (their_high, their_low) in enumerate(ties):
            if group_of[high] != group_of[their_low] and group_of[their_high] != group_of[low]:
                ties[number], ties[other] = (high, their_low), (their_high, low)
                break
    return ties


def next_round(winners: Sequence[int], seeds: Mapping[int, int]) -> list[tuple[int, int]]:
    """Return the ties of the round after one whose winners come in its order, the higher seed first."""
    pairs = zip(winners[::2], winners[1::2], strict=True)
    return [(one, other) if seeds[one] < seeds[other] else (other, one) for one, other in pairs]


def matches_of(ties: Iterable[tuple[int, int]]) -> list[tuple[int, tuple[int, int]]]:
    """Return the two matches of each tie, seats changed: the number of the tie and who plays, in seat order."""
    return [(number, seated) for number, (high, low) in enumerate(ties) for seated in ((high, low), (low, high))]


def tie_winner(high: int, low: int, results: Sequence[PairingResult]) -> int:
    """Return who wins a tie: by points, then by fewer losses on time, then the higher seed."""

    def score(person: int, other: int) -> tuple[int, int]:
        points = sum(result.points(person, other) for result in results)
        return points, -sum(person in result.late for result in results)

    return low if score(low, high) > score(high, low) else high


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
