"""The standings of a group: points, and what decides between those who have as many."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.referee.tournaments.standings import PairingResult, load_page, rank_group
from tests.bot.referee.tournaments.tournament_context import DAY

if TYPE_CHECKING:
    from tests.bot.referee.tournaments.tournament_context import Organizer


async def test_a_page_has_the_running_matches_of_its_group_the_most_urgent_first(organizer: Organizer) -> None:
    made = await organizer.begin("cup", 10, at_once=4)
    people = {each.user_id for each in await organizer.people(made) if each.group == 1}
    in_group = [match for match in await organizer.running(made) if match.seats[0].id in people]
    moved, ended, *others = in_group
    await organizer.wait(DAY)
    await organizer.move(moved)
    await organizer.lose(ended, ended.seats[0].id)

    page = await load_page(organizer.context, made.id, 1)
    await organizer.wait()
    after = await load_page(organizer.context, made.id, 1)

    assert len(others) == 8
    assert [each.match.id for each in page.running] == [*sorted(match.id for match in others), moved.id]
    assert after.running == page.running
    deadlines = [each.deadline for each in page.running]
    assert deadlines == [organizer.time[0] + 2 * DAY] * 8 + [organizer.time[0] + 3 * DAY]


async def test_the_page_of_a_group_has_its_people_and_that_of_a_knock_out_all(organizer: Organizer) -> None:
    made = await organizer.begin("cup", 10)
    people = await organizer.people(made)
    page = await load_page(organizer.context, made.id, 1)
    assert [each.user_id for each in page.members] == [each.user_id for each in people if each.group == 1]
    assert 0 < len(page.members) < 10
    assert page.counting == list(page.found)
    assert [each.user_id for each in replace(page, stage=1).members] == [each.user_id for each in people]


async def test_an_event_that_has_not_begun_has_one_page_without_places(organizer: Organizer) -> None:
    made = await organizer.create("cup")
    await organizer.sign_up(made, [1, 2, 3])
    page = await load_page(organizer.context, made.id)
    assert (page.number, page.pages, page.stage, page.has_results) == (0, 1, 0, False)
    assert [each.user_id for each in page.people] == [1, 2, 3]


def won(winner: int, loser: int, *, late: bool = False) -> PairingResult:
    return PairingResult((winner, loser), (1, 2), frozenset({loser} if late else ()))


def drawn(one: int, other: int) -> PairingResult:
    return PairingResult((one, other), (1, 1))


def test_a_win_gives_two_points_and_a_draw_one() -> None:
    rows = rank_group([1, 2, 3], [won(1, 2), drawn(2, 3), won(1, 3)])

    assert [(row.place, row.person, row.points, row.played) for row in rows] == [
        (1, 1, 4, 2),
        (2, 2, 1, 2),
        (2, 3, 1, 2),
    ]


def test_a_table_gives_points_for_everybody_one_is_placed_before() -> None:
    rows = rank_group([1, 2, 3, 4], [PairingResult((1, 2, 3, 4), (2, 1, 2, 4))])

    assert [(row.person, row.points) for row in rows] == [(2, 6), (1, 3), (3, 3), (4, 0)]


def test_of_two_with_as_many_points_the_winner_of_their_match_is_first() -> None:
    rows = rank_group([1, 2, 3, 4], [won(2, 1), won(1, 3), won(1, 4), won(2, 3), won(4, 2)])

    assert [(row.place, row.person, row.points, row.direct) for row in rows[:2]] == [(1, 2, 4, 2), (2, 1, 4, 0)]


def test_then_points_against_the_better_count_for_more() -> None:
    # 1 and 2 drew with each other; 1 beat 3, who has 5 points, and 2 beat 4, who has 3.
    rows = rank_group([2, 1, 3, 4], [drawn(1, 2), won(1, 3), won(2, 4), won(4, 1), won(3, 2), won(3, 4), drawn(3, 4)])

    sonneborn = {row.person: (row.points, row.direct, row.sonneborn) for row in rows if row.person in {1, 2}}
    assert sonneborn == {1: (3, 1 + 0, 2 * 5 + 3), 2: (3, 1 + 2, 2 * 3 + 3)}


def test_then_fewer_losses_on_time_decide() -> None:
    rows = rank_group([1, 2, 3], [won(3, 1, late=True), won(3, 2)])

    assert [(row.place, row.person, row.late) for row in rows] == [(1, 3, 0), (2, 2, 0), (3, 1, 1)]


def test_those_whom_nothing_decides_between_share_a_place() -> None:
    rows = rank_group([1, 2, 3], [won(3, 1), won(3, 2)])

    assert [(row.place, row.person) for row in rows] == [(1, 3), (2, 1), (2, 2)]


def test_results_against_those_who_are_struck_count_for_nobody() -> None:
    rows = rank_group([1, 2, 3], [won(1, 2), won(3, 1, late=True), won(2, 3)], struck={3})

    assert [(row.person, row.points, row.played, row.late) for row in rows] == [(1, 2, 1, 0), (2, 0, 1, 0)]


def test_at_a_table_the_others_keep_their_points_when_one_is_struck() -> None:
    rows = rank_group([1, 2, 3], [PairingResult((1, 2, 3), (2, 3, 1))], struck={3})

    assert [(row.person, row.points) for row in rows] == [(1, 2), (2, 0)]


def test_the_sonneborn_berger_score_orders_those_whom_their_match_does_not() -> None:
    rows = rank_group([2, 1, 3, 4], [drawn(1, 2), won(1, 3), won(4, 1), won(3, 2), won(2, 4), won(3, 4)])

    assert [(row.place, row.person, row.points, row.direct, row.sonneborn) for row in rows[1:3]] == [
        (2, 1, 3, 1, 11),
        (3, 2, 3, 1, 7),
    ]
