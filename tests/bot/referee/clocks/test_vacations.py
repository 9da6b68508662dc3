"""Vacations: a budget of days a year, by the clocks of each person's zone, and what they do to matches."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import pytest

from bot.referee.clocks.vacations import Vacation, begin_vacation, days_of, end_vacation, load_vacation, parse_last_day
from bot.referee.endings import claim_match
from bot.referee.errors import RequestRejected
from bot.referee.people.preferences import change_preferences
from bot.referee.requests import AlreadyDone
from storage.queries import vacations as stored
from tests.bot.referee.clock_context import ANN, BOB, CLEO, DAY, HOUR, NOON, make_clock_context
from tests.database_template import create_database

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from storage.queries.rows import Person
    from tests.bot.referee.clock_context import ClockContext

MARCH_2 = datetime(2026, 3, 2, tzinfo=UTC)
ALL = ("alarm", "nudge", "timeout")


@pytest.fixture
async def at(tmp_path: Path) -> AsyncGenerator[ClockContext]:
    async with make_clock_context(await create_database(tmp_path / "turnpost.db"), 99 * DAY) as made:
        yield made


async def away(at: ClockContext, person: Person, text: str) -> Vacation:
    done = await begin_vacation(at.context, at.request(person), text)
    assert not isinstance(done, AlreadyDone)
    return done


def test_the_last_day_away_is_a_date_or_counted_from_today() -> None:
    today = date(2026, 2, 27)
    assert parse_last_day("2026-12-24", today) == date(2026, 12, 24)
    assert parse_last_day("until 2026-3-1", today) == date(2026, 3, 1)
    assert parse_last_day(" 1D ", today) == today
    assert parse_last_day("until 3 days", today) == date(2026, 3, 1)
    for text, why in (
        ("tomorrow", "I can't read `tomorrow` as a vacation"),
        ("2026-02-30", "I can't read `2026-02-30`"),
        ("24.12.2026", "I can't read"),
        ("until", "I can't read"),
        ("0d", "at least 1 day"),
        ("2026-02-26", "2026-02-26 has passed: where you are it's 2026-02-27."),
    ):
        with pytest.raises(RequestRejected, match=re.escape(why)):
            parse_last_day(text, today)


def test_days_that_have_begun_count_by_the_clocks_of_the_zone_and_each_once() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    evening = datetime(2026, 3, 1, 23, 30, tzinfo=UTC)  # in Berlin it is the 2nd already
    assert days_of([(evening, evening + HOUR)], berlin) == {date(2026, 3, 2)}
    assert days_of([(evening, evening + HOUR)], ZoneInfo("UTC")) == {date(2026, 3, 1), date(2026, 3, 2)}
    assert days_of([(MARCH_2, MARCH_2 + DAY)], ZoneInfo("UTC")) == {date(2026, 3, 2)}
    assert days_of([(MARCH_2, MARCH_2)] * 2, ZoneInfo("UTC")) == {date(2026, 3, 2)}


async def test_thirty_days_a_year_and_the_rest_comes_back(at: ClockContext) -> None:
    assert await load_vacation(at.context, at.request(ANN)) == Vacation(None, 2026, 30)
    assert await away(at, ANN, "10d") == Vacation(datetime(2026, 3, 11, tzinfo=UTC), 2026, 20)
    assert await away(at, ANN, "until 2026-03-30") == Vacation(datetime(2026, 3, 31, tzinfo=UTC), 2026, 0)
    with pytest.raises(
        RequestRejected, match="That takes 31 days of 2026, and you have 30 vacation days left that year"
    ):
        await away(at, ANN, "until 2026-03-31")
    at.time += 3 * DAY
    done = await end_vacation(at.context, at.request(ANN))
    assert done == Vacation(None, 2026, 26)
    with pytest.raises(RequestRejected, match="That takes 27 days of 2026, and you have 26 vacation days left"):
        await away(at, ANN, "28d")  # the first of them is the last of those taken
    assert await away(at, ANN, "1d") == Vacation(datetime(2026, 3, 5, tzinfo=UTC), 2026, 26), "the same day counts once"
    with pytest.raises(
        RequestRejected, match="You can be away for 30 days a calendar year, and 9999-12-31 is beyond that"
    ):
        await away(at, ANN, "until 9999-12-31")
    at.time += 30 * DAY
    with pytest.raises(RequestRejected, match="You're not on vacation"):
        await end_vacation(at.context, at.request(ANN))
    with pytest.raises(RequestRejected, match="That takes 27 days of 2026, and you have 26 vacation days left"):
        await away(at, ANN, "27d")
    await away(at, ANN, "26d")
    assert await load_vacation(at.context, at.request(BOB)) == Vacation(None, 2026, 30)


async def test_each_year_has_its_own_days(at: ClockContext) -> None:
    at.time = datetime(2026, 12, 2, 12, tzinfo=UTC)
    assert await away(at, ANN, "until 2027-01-30") == Vacation(datetime(2027, 1, 31, tzinfo=UTC), 2026, 0)
    with pytest.raises(RequestRejected, match="That takes 31 days of 2027"):
        await away(at, ANN, "until 2027-01-31")
    at.time = datetime(2027, 1, 5, 12, tzinfo=UTC)
    assert await load_vacation(at.context, at.request(ANN)) == Vacation(datetime(2027, 1, 31, tzinfo=UTC), 2027, 0)
    assert await end_vacation(at.context, at.request(ANN)) == Vacation(None, 2027, 25)


async def test_days_begin_at_midnight_in_the_persons_zone(at: ClockContext) -> None:
    await change_preferences(at.context, ANN.id, {"zone": "Pacific/Kiritimati"})  # 14 hours ahead: it is the 2nd there
    assert (await away(at, ANN, "until 2026-03-02")).until == datetime(2026, 3, 2, 10, tzinfo=UTC)
    with pytest.raises(RequestRejected, match="2026-03-01 has passed"):
        await away(at, ANN, "until 2026-03-01")


async def test_clocks_that_wait_for_a_person_on_vacation_are_paused_and_others_run(at: ClockContext) -> None:
    waits, other = await at.begin("2d"), await at.begin("2d")
    late = await at.begin("1h")
    untimed = await at.begin("none")
    await at.move(other.id)
    await at.pass_time(2 * HOUR)
    assert await at.said("away", *ALL) == [("timeout", 0)]
    request = at.request(ANN)
    await begin_vacation(at.context, request, "3d")  # until the 4th, 0:00
    assert isinstance(await begin_vacation(at.context, request, "3d"), AlreadyDone)
    assert (await at.clock(waits.id)).deadline == datetime(2026, 3, 4, tzinfo=UTC) + 46 * HOUR
    assert (await at.clock(other.id)).deadline == NOON + 2 * DAY
    assert (await at.clock(late.id)).deadline == NOON + HOUR, "time that was up stays up"
    assert await at.said("away") == [("away", 0)]
    await at.move(other.id)
    assert (await at.clock(other.id)).deadline == datetime(2026, 3, 6, tzinfo=UTC), "their turn begins while away"
    with pytest.raises(RequestRejected, match=r"\*\*Ann\*\* has time until"):
        await claim_match(at.context, at.request(BOB), waits.id)
    await at.pass_time(57 * HOUR, 6 * HOUR)
    assert await at.said(*ALL) == [("timeout", 0)]
    await at.move(waits.id)
    assert (await load_vacation(at.context, at.request(ANN))).until, "a move does not end it"
    await at.move(untimed.id)
    await at.pass_time(DAY, 6 * HOUR)
    assert await at.said(*ALL) == [("timeout", 0)]
    await at.pass_time(17 * HOUR, 6 * HOUR)
    assert await at.said(*ALL) == [("timeout", 0), ("alarm", 1), ("alarm", 2)]


async def test_coming_back_early_keeps_the_time_left_and_extending_moves_the_deadline(at: ClockContext) -> None:
    match = await at.begin("2d", "zyrcan", 3)
    await away(at, ANN, "3d")
    await away(at, ANN, "5d")
    await away(at, CLEO, "5d")
    assert (await at.clock(match.id)).deadline == datetime(2026, 3, 8, tzinfo=UTC)
    await at.pass_time(DAY, 6 * HOUR)
    await end_vacation(at.context, at.request(ANN))
    assert (await at.clock(match.id)).deadline == at.time + 2 * DAY
    assert await at.said("away") == [("away", 0)] * 3
    await at.pass_time(2 * DAY, 6 * HOUR)
    done = await claim_match(at.context, at.request(CLEO), match.id)
    assert not isinstance(done, AlreadyDone)
    assert done.gone == {1}


async def test_two_matches_of_one_vacation_are_told_by_one_message(at: ClockContext) -> None:
    for _ in range(2):
        await at.begin("2d")
    request = at.request(ANN)
    for _ in range(2):
        await begin_vacation(at.context, request, "2d")
    assert len(await at.said("away")) == 2
    request = at.request(ANN)
    for _ in range(2):
        await end_vacation(at.context, request)
    assert len(await at.said("away")) == 4


async def test_alarm_that_a_vacation_overtook_waits_for_its_end(at: ClockContext) -> None:
    match = await at.begin("10h")
    async with at.context.database.write() as tx:  # as when two processes write at the same moment
        await stored.begin(tx, ANN.id, NOON, NOON + 2 * DAY)
    await at.pass_time(DAY, 6 * HOUR)
    assert await at.said(*ALL) == []
    assert (await at.clock(match.id)).deadline == NOON + 2 * DAY + 10 * HOUR
    await at.pass_time(DAY + timedelta(hours=8), 8 * HOUR)
    assert await at.said(*ALL) == [("alarm", 0)]
