"""A cup: groups, then a knock-out with two matches a tie."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.referee.tournaments.run import THREADS_WITHIN, round_winners
from bot.referee.tournaments.standings import load_page

if TYPE_CHECKING:
    from storage.queries.rows import Match
    from tests.bot.referee.tournaments.tournament_context import Organizer

STRANGER = 99
"""Somebody who doesn't play in the event."""


def weaker(match: Match) -> int:
    return max(person.id for person in match.seats)


async def test_a_cup_of_ten_is_played_from_its_groups_to_the_final(organizer: Organizer) -> None:
    made = await organizer.begin("cup", 10, at_once=5)
    assert {len([each for each in await organizer.people(made) if each.group == group]) for group in (0, 1)} == {5}

    made = await organizer.play_out(made, weaker)

    assert (made.status, made.stage) == ("finished", 3)
    people, found = await organizer.people(made), await organizer.pairings(made)
    assert [len([each for each in found if each.stage == stage]) for stage in (1, 2, 3)] == [8, 4, 2]
    assert round_winners(3, people, found) == [1]
    assert {person for each in found if each.stage == 3 for person in each.people} == {1, 2}

    async def page_of(user_id: int) -> int:
        return (await load_page(organizer.context, made.id, user_id=user_id)).number

    reached = {each.user_id: max(one.stage for one in found if each.user_id in one.people) for each in people}
    assert {await page_of(each.user_id) for each in people if reached[each.user_id] == 3} == {4}
    assert {await page_of(each.user_id) for each in people if reached[each.user_id] == 1} == {2}
    out = [each for each in people if not reached[each.user_id]]
    assert [await page_of(each.user_id) for each in out] == [each.group for each in out]
    assert await page_of(STRANGER) == 4


@pytest.mark.thorough
async def test_both_have_each_seat_in_a_tie(organizer: Organizer) -> None:
    made = await organizer.play_out(await organizer.begin("cup", 8, at_once=7), weaker)

    ties = [each for each in await organizer.pairings(made) if each.stage]
    for one, other in zip(ties[::2], ties[1::2], strict=True):
        assert one.group == other.group
        assert one.people == other.people[::-1]


@pytest.mark.thorough
async def test_only_those_go_on_who_still_play(organizer: Organizer) -> None:
    made = await organizer.begin("cup", 8, at_once=7)
    await organizer.withdraw(made, 1)
    await organizer.withdraw(made, 5)

    made = await organizer.play_out(made, weaker)

    assert made.status == "finished"
    found = await organizer.pairings(made)
    assert {person for each in found if each.stage == 1 for person in each.people} == {2, 3, 4, 6}
    assert round_winners(2, await organizer.people(made), found) == [2]


@pytest.mark.thorough
async def test_who_withdraws_from_the_knock_out_loses_the_tie(organizer: Organizer) -> None:
    made = await organizer.begin("cup", 8, at_once=7)
    while (await organizer.known(made)).stage == 0:
        for match in await organizer.running(made):
            await organizer.lose(match, weaker(match))
        await organizer.wait(THREADS_WITHIN)
    await organizer.withdraw(made, 1)

    made = await organizer.play_out(made, weaker)

    people, found = await organizer.people(made), await organizer.pairings(made)
    assert 1 not in round_winners(1, people, found)
    assert round_winners(3, people, found) == [2]
    assert not next(each.struck for each in people if each.user_id == 1)


async def test_a_cup_needs_eight_people(organizer: Organizer) -> None:
    assert (await organizer.begin("cup", 7)).status == "cancelled"
