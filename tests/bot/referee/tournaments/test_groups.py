"""Groups of a tournament: their sizes, who is in which, and who rises and falls."""

from __future__ import annotations

import pytest

from bot.referee.tournaments.groups import form_even_groups, form_leagues, group_sizes, order_for_next_season


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
