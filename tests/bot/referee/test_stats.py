"""What statistics of a game are made of: shares with their intervals, lengths, and what isn't counted."""

from __future__ import annotations

from random import Random
from statistics import median
from typing import TYPE_CHECKING

import pytest

from bot.referee.lists import summarize, wilson
from storage.queries.rows import Outcome, Tally

if TYPE_CHECKING:
    from storage.queries.rows import Ending


def tally(
    ending: Ending = "rules",
    winner: int | None = 1,
    *,
    moves: int = 30,
    count: int = 1,
    players: int = 2,
    options: str = "{}",
    computers: bool = False,
) -> Tally:
    return Tally(options, players, computers, Outcome(ending, winner, moves), count)


@pytest.mark.parametrize(("part", "total"), [(5, 10), (60, 105), (1, 4), (0, 4), (4, 4)])
def test_bounds_are_the_shares_of_which_the_result_is_barely_credible(part: int, total: int) -> None:
    share = wilson(part, total)
    assert (share.part, share.total) == (part, total)
    assert share.low < part / total or part == 0
    assert share.high > part / total or part == total
    for bound in (share.low, share.high):
        if 0 < bound < 1:
            assert abs(part / total - bound) == pytest.approx(1.96 * (bound * (1 - bound) / total) ** 0.5)


def test_few_matches_tell_little() -> None:
    share = wilson(4, 5)
    assert (round(share.low, 2), round(share.high, 2)) == (0.38, 0.96)


def test_an_interval_never_leaves_what_is_possible() -> None:
    for total in range(1, 40):
        assert wilson(0, total).low >= 0
        assert wilson(total, total).high <= 1


def test_the_first_seats_share_is_of_matches_that_one_seat_won() -> None:
    found = summarize([tally(count=6), tally(winner=2, count=3), tally("draw", None, count=2), tally(winner=None)])
    (all_of_them,) = found.by_players
    assert (all_of_them.count, all_of_them.drawn) == (12, 3)
    assert all_of_them.first
    assert (all_of_them.first.part, all_of_them.first.total) == (6, 9)


def test_resignations_count_and_what_says_nothing_of_the_rules_does_not() -> None:
    found = summarize(
        [
            tally("resigned", 2, count=2),
            tally("time", 1, count=3),
            tally("none", None, count=4),
            tally("unknown", None, count=5),
            tally(computers=True, count=6),
            tally("time", computers=True, count=7),
        ]
    )
    (counted,) = found.by_players
    assert (counted.count, counted.first and counted.first.part) == (2, 0)
    left = found.not_counted
    assert (left.computers, left.time, left.none) == (13, 3, 9)


def test_without_matches_there_is_nothing() -> None:
    found = summarize([tally("time"), tally(computers=True)])
    assert (found.by_players, found.by_options) == ([], [])


def test_without_a_winner_there_is_no_share() -> None:
    (only,) = summarize([tally("draw", None)]).by_players
    assert (only.drawn, only.first) == (1, None)


def test_numbers_of_players_and_options_are_told_apart_the_most_played_first() -> None:
    found = summarize(
        [
            tally(players=3, options='{"a":1}'),
            tally(players=3, options='{"a":2}', count=5),
            tally(players=4, options='{"a":1}', count=2),
            tally(players=3, options='{"a":1}', winner=2),
            tally(players=3, options='{"a":0}', count=2),
        ]
    )
    assert [(one.players, one.count) for one in found.by_players] == [(3, 9), (4, 2)]
    assert [(options, one.players, one.count) for options, one in found.by_options] == [
        ('{"a":2}', 3, 5),
        ('{"a":0}', 3, 2),
        ('{"a":1}', 3, 2),
        ('{"a":1}', 4, 2),
    ]


def test_the_median_is_that_of_all_matches_one_by_one() -> None:
    dice = Random(5)
    for _ in range(50):
        lengths = [dice.randint(0, 12) for _ in range(dice.randint(1, 9))]
        tallies = [tally(moves=length, count=lengths.count(length)) for length in dict.fromkeys(lengths)]
        (found,) = summarize(tallies).by_players
        assert (found.median, found.longest) == (median(lengths), max(lengths))
