"""Tables of three to five: who meets whom, and in which seats."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from bot.referee.tournaments.draw import draw_tables, table_sizes


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
