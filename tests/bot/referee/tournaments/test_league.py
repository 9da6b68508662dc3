"""A league: groups of people who all play each other, and the seasons after it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from bot.referee.tournaments.run import MOST_THREADS, THREADS_WITHIN, WAIT
from storage.queries import tournaments
from tests.bot.referee.tournaments.tournament_context import DAY

if TYPE_CHECKING:
    from storage.queries.rows import Match
    from tests.bot.referee.tournaments.tournament_context import Organizer


def weaker(match: Match) -> int:
    """Return who loses: the person with the higher number."""
    return max(person.id for person in match.seats)


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
