"""The match of the week is due on Mondays at noon in the server's zone, once, and about the past seven days."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import select

from bot.referee.change_settings import change_settings
from bot.referee.guilds.setting_values import GuildResources
from bot.referee.guilds.settings import GuildSettings
from bot.referee.resign import resign
from bot.referee.view_counts import count_replay
from bot.referee.watch import stop_watching, watch_match
from bot.referee.weekly_match import KEPT, next_weekly_post
from storage import schema
from storage.queries import view_counts
from storage.queries.rows import Person
from tests.bot.referee.clock_context import ANN, DAY, GUILD, HOUR, MINUTE, make_clock_context
from tests.bot.referee.manager import manager_request
from tests.database_template import create_database

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from tests.bot.referee.clock_context import ClockContext

LOUNGE = 10
RESOURCES = GuildResources({LOUNGE}, ())
MONDAY_NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
"""The first Monday after the day on which the clock of these tests begins, at noon in UTC."""
DAN = Person(4, "Dan")


@pytest.fixture
async def at(tmp_path: Path) -> AsyncGenerator[ClockContext]:
    async with make_clock_context(await create_database(tmp_path / "record.db")) as context:
        yield context


async def choose(at: ClockContext, **values: str) -> None:
    await change_settings(at.context, manager_request(GUILD), values, RESOURCES, manager=True)


async def posted(at: ClockContext) -> list[dict[str, Any]]:
    """Return the bodies of the rows of matches of the week."""
    rows = select(schema.outbox.c.body).where(schema.outbox.c.kind == "weekly").order_by(schema.outbox.c.id)
    async with at.context.database.read() as tx:
        return list((await tx.execute(rows)).scalars())


async def pass_until(at: ClockContext, when: datetime) -> None:
    at.time = when
    await at.tick()


@pytest.mark.parametrize(
    ("after", "zone", "due"),
    [
        (MONDAY_NOON - DAY, "UTC", MONDAY_NOON),
        (MONDAY_NOON, "UTC", MONDAY_NOON + 7 * DAY),
        (MONDAY_NOON - MINUTE, "UTC", MONDAY_NOON),
        (MONDAY_NOON, "America/New_York", MONDAY_NOON + 5 * HOUR),
        (MONDAY_NOON - DAY, "Pacific/Auckland", MONDAY_NOON - 13 * HOUR),
        # Clocks are set forward in Berlin on March 29.
        (datetime(2026, 3, 24, tzinfo=UTC), "Europe/Berlin", datetime(2026, 3, 30, 10, tzinfo=UTC)),
    ],
)
def test_it_is_due_on_mondays_at_noon(after: datetime, zone: str, due: datetime) -> None:
    found = next_weekly_post(after, GuildSettings(zone=zone))
    assert found == due
    local = found.astimezone(ZoneInfo(zone))
    assert (local.weekday(), local.hour, local.minute) == (0, 12, 0)


async def test_replays_and_watchers_of_seven_days_count(at: ClockContext) -> None:
    await choose(at, weekly=f"<#{LOUNGE}>")
    first, second, third = [await at.begin("none") for _ in range(3)]
    await count_replay(at.context, third)
    await pass_until(at, MONDAY_NOON)
    assert [body["matches"] for body in await posted(at)] == [[[third.id, 1]]]
    at.time = MONDAY_NOON + DAY
    for match, times in ((first, 2), (second, 1)):
        for _ in range(times):
            await count_replay(at.context, match)
    for person in (DAN, Person(5, "Eve")):
        await watch_match(at.context, at.request(person), second.id, lambda _: True)
    await watch_match(at.context, at.request(DAN), second.id, lambda _: True)
    await pass_until(at, MONDAY_NOON + 7 * DAY)
    (_, body) = await posted(at)
    assert body == {"guild": GUILD, "channel": LOUNGE, "matches": [[second.id, 3], [first.id, 2]]}


async def test_nothing_is_posted_where_nobody_looked_or_nobody_wants_it(at: ClockContext) -> None:
    match = await at.begin("none")
    await count_replay(at.context, match)
    await pass_until(at, MONDAY_NOON)
    assert await posted(at) == []
    await choose(at, weekly=f"<#{LOUNGE}>")
    await pass_until(at, MONDAY_NOON + 7 * DAY + 2 * HOUR)
    assert await posted(at) == [], "the only view is older than seven days"
    await count_replay(at.context, match)
    await choose(at, weekly="none")
    await pass_until(at, MONDAY_NOON + 14 * DAY)
    assert await posted(at) == []


async def test_it_comes_once_however_often_it_is_looked_for(at: ClockContext) -> None:
    await choose(at, weekly=f"<#{LOUNGE}>")
    await count_replay(at.context, await at.begin("none"))
    await pass_until(at, MONDAY_NOON - MINUTE)
    assert await posted(at) == []
    for _ in range(3):
        await pass_until(at, MONDAY_NOON + HOUR)
    assert len(await posted(at)) == 1
    await count_replay(at.context, await at.match(1))
    await pass_until(at, MONDAY_NOON + 30 * DAY)
    assert len(await posted(at)) == 1, "a bot that was away posts no match that nobody looked at since"


async def test_a_view_in_the_hour_of_the_post_counts_for_one_week(at: ClockContext) -> None:
    await choose(at, weekly=f"<#{LOUNGE}>")
    match = await at.begin("none")
    at.time = MONDAY_NOON + MINUTE
    await count_replay(at.context, match)
    await at.tick()
    assert await posted(at) == []
    await pass_until(at, MONDAY_NOON + 7 * DAY)
    assert [body["matches"] for body in await posted(at)] == [[[match.id, 1]]]
    await pass_until(at, MONDAY_NOON + 14 * DAY)
    assert len(await posted(at)) == 1


async def test_a_change_of_zone_moves_it(at: ClockContext) -> None:
    await choose(at, weekly=f"<#{LOUNGE}>")
    await choose(at, zone="America/New_York")
    await count_replay(at.context, await at.begin("none"))
    await pass_until(at, MONDAY_NOON)
    assert await posted(at) == []
    await pass_until(at, MONDAY_NOON + 5 * HOUR)
    assert len(await posted(at)) == 1


async def test_views_are_forgotten_and_name_nobody(at: ClockContext) -> None:
    assert {column.name for column in schema.match_views.c} == {"match_id", "hour", "views"}
    match = await at.begin("none")
    await watch_match(at.context, at.request(DAN), match.id, lambda _: True)
    await stop_watching(at.context, at.request(DAN), match.id)
    await resign(at.context, at.request(ANN), match.id)
    await count_replay(at.context, match)
    async with at.context.database.read() as tx:
        assert await view_counts.most_viewed(tx, GUILD, range(1_000_000), 5) == [(match.id, 2)]
    at.time += KEPT + timedelta(hours=1)
    await at.tick()
    async with at.context.database.read() as tx:
        assert await view_counts.most_viewed(tx, GUILD, range(1_000_000), 5) == []
