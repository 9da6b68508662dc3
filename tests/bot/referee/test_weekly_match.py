"""The match of the week is due on Mondays at noon in the server's zone, once, and about the past seven days."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import select

from bot.referee.endings import resign
from bot.referee.guilds.setting_values import GuildResources
from bot.referee.guilds.settings import GuildSettings
from bot.referee.highlights import KEPT, next_weekly_post
from bot.referee.lists import count_replay
from bot.referee.servers import change_settings
from bot.referee.threads import stop_watching, watch_match
from storage import schema
from storage.queries import view_counts
from storage.queries.rows import Person
from tests.bot.referee.clock_context import ANN, DAY, GUILD, HOUR, MINUTE
from tests.bot.referee.manager import manager_request

if TYPE_CHECKING:
    from tests.bot.referee.clock_context import ClockContext

LOUNGE = 10
RESOURCES = GuildResources({LOUNGE}, ())
MONDAY_NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
"""The first Monday after the day on which the clock of these tests begins, at noon in UTC."""
DAN = Person(4, "Dan")


async def choose(here: ClockContext, **values: str) -> None:
    await change_settings(here.context, manager_request(GUILD), values, RESOURCES, manager=True)


async def posted(here: ClockContext) -> list[dict[str, Any]]:
    """Return the bodies of the rows of matches of the week."""
    rows = select(schema.outbox.c.body).where(schema.outbox.c.kind == "weekly").order_by(schema.outbox.c.id)
    async with here.context.database.read() as tx:
        return list((await tx.execute(rows)).scalars())


async def pass_until(here: ClockContext, when: datetime) -> None:
    here.time = when
    await here.tick()


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


async def test_replays_and_watchers_of_seven_days_count(here: ClockContext) -> None:
    await choose(here, weekly=f"<#{LOUNGE}>")
    first, second, third = [await here.begin("none") for _ in range(3)]
    await count_replay(here.context, third)
    await pass_until(here, MONDAY_NOON)
    assert [body["matches"] for body in await posted(here)] == [[[third.id, 1]]]
    here.time = MONDAY_NOON + DAY
    for match, times in ((first, 2), (second, 1)):
        for _ in range(times):
            await count_replay(here.context, match)
    for person in (DAN, Person(5, "Eve")):
        await watch_match(here.context, here.request(person), second.id, lambda _: True)
    await watch_match(here.context, here.request(DAN), second.id, lambda _: True)
    await pass_until(here, MONDAY_NOON + 7 * DAY)
    (_, body) = await posted(here)
    assert body == {"guild": GUILD, "channel": LOUNGE, "matches": [[second.id, 3], [first.id, 2]]}


async def test_nothing_is_posted_where_nobody_looked_or_nobody_wants_it(here: ClockContext) -> None:
    match = await here.begin("none")
    await count_replay(here.context, match)
    await pass_until(here, MONDAY_NOON)
    assert await posted(here) == []
    await choose(here, weekly=f"<#{LOUNGE}>")
    await pass_until(here, MONDAY_NOON + 7 * DAY + 2 * HOUR)
    assert await posted(here) == [], "the only view is older than seven days"
    await count_replay(here.context, match)
    await choose(here, weekly="none")
    await pass_until(here, MONDAY_NOON + 14 * DAY)
    assert await posted(here) == []


async def test_it_comes_once_however_often_it_is_looked_for(here: ClockContext) -> None:
    await choose(here, weekly=f"<#{LOUNGE}>")
    await count_replay(here.context, await here.begin("none"))
    await pass_until(here, MONDAY_NOON - MINUTE)
    assert await posted(here) == []
    for _ in range(3):
        await pass_until(here, MONDAY_NOON + HOUR)
    assert len(await posted(here)) == 1
    await count_replay(here.context, await here.match(1))
    await pass_until(here, MONDAY_NOON + 30 * DAY)
    assert len(await posted(here)) == 1, "a bot that was away posts no match that nobody looked at since"


async def test_a_view_in_the_hour_of_the_post_counts_for_one_week(here: ClockContext) -> None:
    await choose(here, weekly=f"<#{LOUNGE}>")
    match = await here.begin("none")
    here.time = MONDAY_NOON + MINUTE
    await count_replay(here.context, match)
    await here.tick()
    assert await posted(here) == []
    await pass_until(here, MONDAY_NOON + 7 * DAY)
    assert [body["matches"] for body in await posted(here)] == [[[match.id, 1]]]
    await pass_until(here, MONDAY_NOON + 14 * DAY)
    assert len(await posted(here)) == 1


async def test_a_change_of_zone_moves_it(here: ClockContext) -> None:
    await choose(here, weekly=f"<#{LOUNGE}>")
    await choose(here, zone="America/New_York")
    await count_replay(here.context, await here.begin("none"))
    await pass_until(here, MONDAY_NOON)
    assert await posted(here) == []
    await pass_until(here, MONDAY_NOON + 5 * HOUR)
    assert len(await posted(here)) == 1


async def test_views_are_forgotten_and_name_nobody(here: ClockContext) -> None:
    assert {column.name for column in schema.match_views.c} == {"match_id", "hour", "views"}
    match = await here.begin("none")
    await watch_match(here.context, here.request(DAN), match.id, lambda _: True)
    await stop_watching(here.context, here.request(DAN), match.id)
    await resign(here.context, here.request(ANN), match.id)
    await count_replay(here.context, match)
    async with here.context.database.read() as tx:
        assert await view_counts.most_viewed(tx, GUILD, range(1_000_000), 5) == [(match.id, 2)]
    here.time += KEPT + timedelta(hours=1)
    await here.tick()
    async with here.context.database.read() as tx:
        assert await view_counts.most_viewed(tx, GUILD, range(1_000_000), 5) == []
