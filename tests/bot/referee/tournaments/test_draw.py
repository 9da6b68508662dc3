"""The knock-out of a cup."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from bot.referee.tournaments.draw import (
    bracket_size,
    draw_tables,
    first_round,
    form_even_groups,
    form_groups,
    form_leagues,
    group_sizes,
    next_round,
    order_for_next_season,
    qualifiers,
    round_robin,
    table_sizes,
    tie_winner,
)
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


@pytest.mark.parametrize("people", [*range(5, 9), *range(10, 200)])
def test_groups_have_five_to_eight_people(people: int) -> None:
    sizes = group_sizes(people)

    assert sum(sizes) == people
    assert min(sizes) >= 5
    assert max(sizes) <= 8
    assert max(sizes) - min(sizes) <= 1


def test_nine_people_are_five_and_four() -> None:
    assert group_sizes(9) == [5, 4]


@pytest.mark.parametrize("people", [3, 4])
def test_fewer_than_five_are_one_group(people: int) -> None:
    assert group_sizes(people) == [people]


def test_leagues_go_by_strength_cups_deal_and_tables_have_one_group() -> None:
    people = list(range(1, 11))
    assert form_groups("league", people) == form_leagues(people)
    assert form_groups("cup", people) == form_even_groups(people)
    assert form_groups("tables", people) == [people]


def test_the_first_league_has_the_strongest() -> None:
    assert form_leagues(range(1, 11)) == [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]]


def test_even_groups_are_dealt_to_and_fro() -> None:
    assert form_even_groups(range(1, 18)) == [[1, 6, 7, 12, 13], [2, 5, 8, 11, 14, 17], [3, 4, 9, 10, 15, 16]]


def test_the_first_two_rise_and_the_last_two_fall() -> None:
    groups = [[11, 12, 13, 14, 15], [21, 22, 23, 24, 25], [31, 32, 33, 34, 35]]
    everybody = {person for group in groups for person in group}

    ordered = order_for_next_season(groups, everybody)

    assert form_leagues(ordered) == [[11, 12, 13, 21, 22, 14, 15, 23], [31, 32, 24, 25, 33, 34, 35]]


def test_those_who_do_not_come_back_leave_their_places_to_others() -> None:
    assert order_for_next_season([[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]], {1, 5, 6, 9}) == [1, 6, 5, 9]


SIZES = range(2, 12)


@pytest.mark.parametrize("size", SIZES)
def test_each_pair_meets_once(size: int) -> None:
    pairs = round_robin(range(size))

    assert sorted(map(frozenset[int], pairs), key=sorted) == [frozenset(pair) for pair in combinations(range(size), 2)]


@pytest.mark.parametrize("size", SIZES)
def test_everybody_has_the_first_seat_as_often_as_the_second_or_once_more(size: int) -> None:
    first = Counter(pair[0] for pair in round_robin(range(size)))

    assert all(abs(2 * first[person] - (size - 1)) <= 1 for person in range(size))


def test_of_two_people_the_first_has_the_first_seat() -> None:
    assert round_robin([7, 9]) == [(7, 9)]


@pytest.mark.parametrize("size", [4, 5, 8])
def test_the_first_pairs_have_different_people(size: int) -> None:
    pairs = round_robin(range(size))
    in_a_round = size // 2

    for begin in range(0, len(pairs), in_a_round):
        people = [person for pair in pairs[begin : begin + in_a_round] for person in pair]
        assert len(set(people)) == len(people)


@pytest.mark.parametrize(
    ("people", "size", "sizes"),
    [(3, 4, [3]), (6, 4, [3, 3]), (7, 4, [4, 3]), (10, 5, [5, 5]), (11, 3, [4, 4, 3]), (12, 3, [3, 3, 3, 3])],
)
def test_tables_are_as_equal_as_possible_and_near_to_the_size(people: int, size: int, sizes: list[int]) -> None:
    assert table_sizes(people, size, 3, 5) == sizes


@pytest.mark.parametrize("people", range(3, 80))
def test_every_number_from_three_on_finds_tables_of_three_to_five(people: int) -> None:
    for size in (3, 4, 5):
        sizes = table_sizes(people, size, 3, 5)

        assert sum(sizes) == people
        assert set(sizes) <= {3, 4, 5}


def test_two_people_have_no_table() -> None:
    assert table_sizes(2, 4, 3, 5) == []


def test_nine_people_at_tables_of_three_all_meet_once_in_four_rounds() -> None:
    tables = draw_tables(range(9), [3, 3, 3], 4, Random(7))

    met = Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))

    assert len(tables) == 12
    assert set(met.values()) == {1}
    assert len(met) == 36


@pytest.mark.parametrize("people", [5, 7, 8, 13, 16])
def test_everybody_sits_at_one_table_in_each_round_and_nobody_meets_much_more_often(people: int) -> None:
    sizes = table_sizes(people, 4, 3, 5)
    tables = draw_tables(range(people), sizes, 4, Random(people))

    for begin in range(0, len(tables), len(sizes)):
        assert sorted(person for table in tables[begin : begin + len(sizes)] for person in table) == [*range(people)]
    met = Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
    often = [met[frozenset(pair)] for pair in combinations(range(people), 2)]
    assert max(often) - min(often) <= 2


def test_seats_are_shared_out_evenly() -> None:
    tables = draw_tables(range(8), [4, 4], 4, Random(3))

    had = Counter((person, seat) for table in tables for seat, person in enumerate(table))

    assert {had[person, seat] for person in range(8) for seat in range(4)} <= {0, 1, 2}
    assert sum(had[person, seat] != 1 for person in range(8) for seat in range(4)) <= 6


def test_the_same_lot_draws_the_same_tables() -> None:
    assert draw_tables(range(11), [4, 4, 3], 3, Random(5)) == draw_tables(range(11), [4, 4, 3], 3, Random(5))
