"""The knock-out of a cup: who meets whom, and who goes on. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bot.referee.tournaments.standings import PairingResult, Row

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
