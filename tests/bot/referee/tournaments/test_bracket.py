"""The knock-out of a cup."""

from __future__ import annotations

import pytest

from bot.referee.tournaments.draw import bracket_size, first_round, next_round, qualifiers, tie_winner
from bot.referee.tournaments.standings import PairingResult, rank_group


@pytest.mark.parametrize(("people", "size"), [(8, 8), (23, 8), (24, 16), (60, 16)])
def test_sixteen_go_on_from_24_people_on(people: int, size: int) -> None:
    assert bracket_size(people) == size


def test_the_best_two_can_meet_only_in_the_final() -> None:
    seeds = {seed: seed for seed in range(1, 9)}
    ties = first_round(range(1, 9), seeds)

    assert ties == [(1, 8), (4, 5), (2, 7), (3, 6)]
    ties = next_round([high for high, _ in ties], seeds)
    assert ties == [(1, 4), (2, 3)]
    assert next_round([4, 2], seeds) == [(2, 4)]


def test_people_of_a_group_do_not_meet_at_once() -> None:
    ordered = [1, 2, 3, 4, 5, 6, 7, 8]
    group_of = {1: 0, 8: 0, 2: 1, 7: 1, 3: 2, 6: 2, 4: 3, 5: 3}

    ties = first_round(ordered, group_of)

    assert sorted(person for tie in ties for person in tie) == ordered
    assert [high for high, _ in ties] == [1, 4, 2, 3]
    assert all(group_of[high] != group_of[low] for high, low in ties)


def test_winners_of_groups_go_on_before_those_who_came_second() -> None:
    groups = [
        rank_group([1, 2, 3], [won(1, 2), won(1, 3), won(2, 3)]),
        rank_group([4, 5, 6], [won(4, 5), won(4, 6), PairingResult((5, 6), (1, 1))]),
    ]

    assert qualifiers(groups, 4) == [1, 4, 2, 5]


def test_points_for_each_match_decide_between_groups_of_different_size() -> None:
    small = rank_group([1, 2], [won(1, 2)])
    large = rank_group([3, 4, 5], [won(3, 4), PairingResult((3, 5), (1, 1))])

    assert qualifiers([large, small], 1) == [1]


def test_a_tie_goes_to_who_has_more_points_in_both_matches() -> None:
    draw = PairingResult((1, 2), (1, 1))

    assert tie_winner(1, 2, [draw, won(2, 1)]) == 2
    assert tie_winner(1, 2, [draw, won(1, 2)]) == 1


def test_a_level_tie_goes_to_who_lost_fewer_on_time_then_to_the_higher_seed() -> None:
    late = PairingResult((1, 2), (2, 1), frozenset({1}))

    assert tie_winner(1, 2, [late, won(1, 2)]) == 2
    assert tie_winner(1, 2, [won(2, 1), won(1, 2)]) == 1


def won(winner: int, loser: int) -> PairingResult:
    return PairingResult((winner, loser), (1, 2))
