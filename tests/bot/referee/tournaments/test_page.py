"""The pages of an event, as they are read from the record."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.referee.tournaments.standings import load_page
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
