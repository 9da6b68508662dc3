"""Pairings in which everybody meets everybody once."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from bot.referee.tournaments.draw import round_robin

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
