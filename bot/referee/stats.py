"""Statistics of a game from how its matches ended: who won how often, and how long matches are. Pure."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from storage.queries.rows import Ending, Tally

COUNTED: frozenset[Ending] = frozenset({"rules", "resigned", "draw"})
"""The endings that say something about the rules."""
_Z = 1.96
"""How many standard deviations hold 95% of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Share:
    """How many of a `total`, and the bounds, from 0 to 1, between which the true share lies with 95% confidence."""

    part: int
    total: int
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class MatchStatistics:
    """Matches of a number of players: how many, how many without a single winner, and their lengths in moves.

    `first` is the share of the first seat of those that one seat won, None if there are none.
    """

    players: int
    count: int
    drawn: int
    first: Share | None
    median: float
    longest: int


@dataclass(frozen=True, slots=True)
class NotCounted:
    """Matches that say nothing about the rules, each for one reason: Turnpost's first, then how they ended."""

    computers: int
    time: int
    none: int


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """The matches of a game: all, by number of players, and by options (as JSON) and number of players.

    The options with the most matches come first.
    """

    by_players: Sequence[MatchStatistics]
    by_options: Sequence[tuple[str, MatchStatistics]]
    not_counted: NotCounted


def summarize(tallies: Sequence[Tally]) -> GameStatistics:
    """Return the statistics of a game. Matches with a computer player, lost on time or without a result don't count."""
    between_people = [tally for tally in tallies if not tally.computers]
    counted = [tally for tally in between_people if tally.outcome.ending in COUNTED]
    by_players: defaultdict[int, list[Tally]] = defaultdict(list)
    by_options: defaultdict[tuple[str, int], list[Tally]] = defaultdict(list)
    for tally in counted:
        by_players[tally.players].append(tally)
        by_options[tally.options, tally.players].append(tally)
    found = [(options, _describe(players, those)) for (options, players), those in by_options.items()]
    return GameStatistics(
        [_describe(players, those) for players, those in sorted(by_players.items())],
        sorted(found, key=lambda each: (-each[1].count, each[1].players, each[0])),
        NotCounted(
            computers=sum(tally.count for tally in tallies if tally.computers),
            time=sum(tally.count for tally in between_people if tally.outcome.ending == "time"),
            none=sum(tally.count for tally in between_people if tally.outcome.ending in {"none", "unknown"}),
        ),
    )


def wilson(part: int, total: int) -> Share:
    """Return a share with its 95% interval after Wilson, which is honest for few and for one-sided results.

    >>> wilson(5, 5)
    Share(part=5, total=5, low=0.5655..., high=1.0)
    """
    value, square = part / total, _Z * _Z
    middle = (value + square / (2 * total)) / (1 + square / total)
    half = _Z / (1 + square / total) * math.sqrt(value * (1 - value) / total + square / (4 * total * total))
    return Share(part, total, max(0.0, middle - half), min(1.0, middle + half))


def _describe(players: int, tallies: Iterable[Tally]) -> MatchStatistics:
    winners: defaultdict[int | None, int] = defaultdict(int)
    lengths: defaultdict[int, int] = defaultdict(int)
    for tally in tallies:
        winners[tally.outcome.winner] += tally.count
        lengths[tally.outcome.moves] += tally.count
    count = sum(lengths.values())
    decided = count - winners[None]
    first = wilson(winners[1], decided) if decided else None
    return MatchStatistics(players, count, winners[None], first, _median(lengths), max(lengths))


def _median(lengths: Mapping[int, int]) -> float:
    """Return the median of lengths, each given with how often it occurs."""
    count = sum(lengths.values())
    return (_nth(lengths, (count - 1) // 2) + _nth(lengths, count // 2)) / 2


def _nth(lengths: Mapping[int, int], place: int) -> int:
    """Return the length at a place, from 0, among all in order."""
    for length in sorted(lengths):
        place -= lengths[length]
        if place < 0:
            return length
    raise ValueError("there are not so many lengths")
