"""Groups of a tournament: their sizes, and who is in which."""

from __future__ import annotations

import pytest

from bot.referee.tournaments.draw import form_even_groups, form_groups, form_leagues, group_sizes


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
