"""Who rises and falls between two seasons of a league."""

from __future__ import annotations

from bot.referee.tournaments.draw import form_leagues, order_for_next_season


def test_the_first_two_rise_and_the_last_two_fall() -> None:
    groups = [[11, 12, 13, 14, 15], [21, 22, 23, 24, 25], [31, 32, 33, 34, 35]]
    everybody = {person for group in groups for person in group}

    ordered = order_for_next_season(groups, everybody)

    assert form_leagues(ordered) == [[11, 12, 13, 21, 22, 14, 15, 23], [31, 32, 24, 25, 33, 34, 35]]


def test_those_who_do_not_come_back_leave_their_places_to_others() -> None:
    assert order_for_next_season([[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]], {1, 5, 6, 9}) == [1, 6, 5, 9]
