"""Events from their draw to their end: a cup, a league with its next seasons, and tables of three to five."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from bot.referee.tournaments.run import MOST_THREADS, THREADS_WITHIN, WAIT, round_winners
from bot.referee.tournaments.standings import load_page
from storage.queries import tournaments
from tests.bot.referee.tournaments.tournament_context import DAY

if TYPE_CHECKING:
    from storage.queries.rows import Match
    from tests.bot.referee.tournaments.tournament_context import Organizer

STRANGER = 99
"""Somebody who doesn't play in the event."""


def weaker(match: Match) -> int:
    """Return who loses: the person with the higher number."""
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


async def test_a_league_begins_when_sign_up_is_over(organizer: Organizer) -> None:
    made = await organizer.create("league")
    await organizer.sign_up(made, range(1, 7))
    await organizer.wait(6 * DAY)
    assert (await organizer.known(made)).status == "open"

    await organizer.wait(DAY)

    assert (await organizer.known(made)).status == "running"
    assert len(await organizer.pairings(made)) == 15


async def test_with_too_few_people_it_is_cancelled_and_they_are_told(organizer: Organizer) -> None:
    made = await organizer.begin("league", 2)

    assert made.status == "cancelled"
    told = await organizer.posted("tournament_notice")
    assert [(body["user"], body["notice"]) for body in told] == [(1, "cancelled"), (2, "cancelled")]


async def test_the_matches_of_a_large_league_begin_over_minutes(organizer: Organizer) -> None:
    made = await organizer.begin("league", 40, at_once=5)
    begun = [len(await organizer.running(made))]
    for time in (WAIT, THREADS_WITHIN - 2 * WAIT, WAIT):
        await organizer.wait(time)
        begun.append(len(await organizer.running(made)))
    assert MOST_THREADS == 25, "half of Discord's limit"
    assert begun == [MOST_THREADS, MOST_THREADS, MOST_THREADS, 2 * MOST_THREADS]
    assert (await organizer.known(made)).due_at == organizer.time[0] + WAIT
    for _ in range(10):
        await organizer.wait(THREADS_WITHIN)
    playing = Counter(person.id for match in await organizer.running(made) for person in match.seats)
    assert len(playing) == 40, "nobody was left out"
    assert max(playing.values()) == 5


async def test_an_event_leaves_room_for_what_others_begin_in_its_channel(organizer: Organizer) -> None:
    await organizer.begin("league", 7, at_once=5)
    second = await organizer.begin("league", 4)
    assert len(await organizer.running(second)) == 6, "a week later"
    third = await organizer.create("league")
    await organizer.sign_up(third, range(11, 19))
    async with organizer.context.database.write() as tx:
        await tournaments.change(tx, third.id, starts_at=organizer.time[0], due_at=organizer.time[0])
    await organizer.wait()
    assert len(await organizer.running(third)) == min(MOST_THREADS - 6, 12)


async def test_nobody_plays_more_matches_at_a_time_than_agreed(organizer: Organizer) -> None:
    made = await organizer.begin("league", 8, at_once=2)
    playing = Counter(person.id for match in await organizer.running(made) for person in match.seats)
    assert set(playing.values()) == {2}

    first = (await organizer.running(made))[0]
    await organizer.lose(first, weaker(first))
    await organizer.wait()

    playing = Counter(person.id for match in await organizer.running(made) for person in match.seats)
    assert max(playing.values()) == 2
    assert sum(playing.values()) >= 14


async def test_the_stronger_win_a_league_and_its_people_are_ranked(organizer: Organizer) -> None:
    made = await organizer.begin("league", 5)

    made = await organizer.play_out(made, weaker)

    assert made.status == "finished"
    (rows,) = await organizer.standings(made)
    assert [(row.place, row.person, row.points, row.played) for row in rows] == [
        (1, 1, 8, 4),
        (2, 2, 6, 4),
        (3, 3, 4, 4),
        (4, 4, 2, 4),
        (5, 5, 0, 4),
    ]


@pytest.mark.thorough
async def test_the_next_season_opens_at_once_and_begins_a_week_later(organizer: Organizer) -> None:
    made = await organizer.play_out(await organizer.begin("league", 10), weaker)
    async with organizer.context.database.read() as tx:
        season = await tournaments.next_season(tx, made.id)
    assert season is not None
    assert (season.season, season.status, season.starts_at) == (2, "open", organizer.time[0] + 7 * DAY)
    groups = {each.user_id: each.group for each in await organizer.people(made)}

    await organizer.sign_up(season, [*range(1, 11), 50])
    await organizer.wait(7 * DAY)

    now = {each.user_id: each.group for each in await organizer.people(season)}
    standings = await organizer.standings(made)
    fell, rose = standings[0][-1].person, standings[1][0].person
    assert (groups[fell], groups[rose]) == (0, 1)
    assert (now[fell], now[rose], now[50]) == (1, 0, 1)


@pytest.mark.thorough
async def test_a_season_of_64_is_played_to_its_end(organizer: Organizer) -> None:
    made = await organizer.begin("league", 64, at_once=7)
    for _ in range(9):
        await organizer.wait(THREADS_WITHIN)
    assert len(await organizer.running(made)) == 8 * 28

    made = await organizer.play_out(made, weaker)

    assert made.status == "finished"
    groups = await organizer.standings(made)
    assert [len(rows) for rows in groups] == [8] * 8
    assert all([row.points for row in rows] == [14, 12, 10, 8, 6, 4, 2, 0] for rows in groups)
    first = Counter(each.people[0] for each in await organizer.pairings(made))
    assert set(first.values()) == {3, 4}


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
