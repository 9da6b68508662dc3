"""Tables of three to five: points by place, and what happens to them when somebody withdraws."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from storage.queries.rows import Match
    from tests.bot.referee.tournaments.tournament_context import Organizer


def last_seat(match: Match) -> int:
    """Return who leaves next: the highest number of those who are still in."""
    return max(person.id for seat, person in enumerate(match.seats, 1) if seat not in match.gone)


async def test_points_are_by_place(organizer: Organizer) -> None:
    made = await organizer.begin("tables", 4, "zyrcan", rounds=1, table_size=4)

    made = await organizer.play_out(made, last_seat)

    assert made.status == "finished"
    (rows,) = await organizer.standings(made)
    assert [(row.person, row.points) for row in rows] == [(1, 6), (2, 4), (3, 2), (4, 0)]


async def test_everybody_plays_as_many_matches_as_there_are_rounds(organizer: Organizer) -> None:
    made = await organizer.begin("tables", 7, "zyrcan", rounds=3, table_size=4, at_once=3)

    found = await organizer.pairings(made)

    assert sorted(len(each.people) for each in found) == [3, 3, 3, 4, 4, 4]
    assert {sum(person in each.people for each in found) for person in range(1, 8)} == {3}


async def test_a_table_that_has_not_begun_is_played_without_who_withdrew(organizer: Organizer) -> None:
    made = await organizer.begin("tables", 4, "zyrcan", rounds=2, table_size=4, at_once=1)
    waiting = next(each for each in await organizer.pairings(made) if each.match_id is None)

    await organizer.withdraw(made, 4)

    now = next(each for each in await organizer.pairings(made) if each.id == waiting.id)
    assert now.people == tuple(person for person in waiting.people if person != 4)


async def test_a_table_too_small_to_play_is_shared_by_those_who_stayed(organizer: Organizer) -> None:
    made = await organizer.begin("tables", 3, "zyrcan", rounds=2, table_size=3, at_once=1)
    waiting = next(each for each in await organizer.pairings(made) if each.match_id is None)

    await organizer.withdraw(made, 3)

    now = next(each for each in await organizer.pairings(made) if each.id == waiting.id)
    assert now.settled_at is not None
    assert {seat.user_id: seat.place for seat in now.seats} == {1: 1, 2: 1, 3: 3}
