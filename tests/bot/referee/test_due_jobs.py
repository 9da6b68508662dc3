"""What becomes due: the alarm, the end of a seat's time, outages, and clocks when the machine's own one was set."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from bot.referee.challenges.create import ChallengeTerms, issue_challenge
from bot.referee.people.preferences import change_preferences
from games import GAMES
from storage.queries import events, outages
from storage.queries.rows import Match
from tests.bot.referee.clock_context import ANN, DAY, GUILD, HOUR, MINUTE, NOON, make_clock_context
from tests.database_template import create_database
from tests.guild_settings import serve

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from datetime import datetime
    from pathlib import Path

    from tests.bot.referee.clock_context import ClockContext

ALL = ("alarm", "nudge", "timeout")


@pytest.fixture
async def at(tmp_path: Path) -> AsyncGenerator[ClockContext]:
    async with make_clock_context(await create_database(tmp_path / "turnpost.db")) as made:
        yield made


@pytest.mark.parametrize(("preference", "kind"), [("direct", "alarm"), ("thread", "nudge")])
async def test_an_alarm_comes_once_and_then_the_end_of_the_time_once(
    at: ClockContext, preference: str, kind: str
) -> None:
    await change_preferences(at.context, ANN.id, {"alarm": preference})
    match = await at.begin("10h")
    steps = ((8 * HOUR - MINUTE, 0), (8 * HOUR, 1), (10 * HOUR - MINUTE, 1), (10 * HOUR, 2), (30 * HOUR, 2))
    for length, count in steps:
        at.time = NOON + length
        await at.tick()
        assert await at.said(*ALL) == [(kind, 0), ("timeout", 0)][:count]
    assert (await at.match(match.id)).ended_at is None
    assert (await at.clock(match.id)).deadline == NOON + 10 * HOUR


async def test_a_computer_player_is_not_alarmed(at: ClockContext) -> None:
    terms = ChallengeTerms(GAMES["xero-g"].info, {}, 2, 2, {}, clock="10h", computers=1)
    match = await issue_challenge(at.context, terms, (ANN,), guild_id=GUILD, channel_id=2, source_id=next(at.sources))
    assert isinstance(match, Match)
    assert match.computer_to_move
    at.time += 9 * HOUR
    await at.tick()
    assert await at.said(*ALL) == []
    assert (await at.clock(match.id)).due == "timeout"


@pytest.mark.parametrize(("choice", "ended"), [("claim", False), ("ends", True)])
async def test_where_the_server_wants_it_a_late_seat_leaves_without_a_claim(
    at: ClockContext, choice: str, *, ended: bool
) -> None:
    await serve(at.context, GUILD, timeout=choice)
    match = await at.begin("10h")
    at.time += 10 * HOUR
    await at.tick()
    match = await at.match(match.id)
    assert (match.ended_at is not None, match.gone) == (ended, {1} if ended else frozenset())
    async with at.context.database.read() as tx:
        log = await events.of_match(tx, match.id)
    assert [(event.kind, event.seat, event.user_id, event.text) for event in log] == (
        [("leave", 1, None, "ran out of time")] if ended else []
    )
    assert await at.said(*ALL) == ([] if ended else [("timeout", 0)])


async def test_a_day_of_the_net_comes_before_the_end_of_the_time(at: ClockContext) -> None:
    await change_preferences(at.context, ANN.id, {"net": "on"})
    match = await at.begin("10h")
    at.time += 10 * HOUR
    await at.tick()
    assert await at.said("timeout") == []
    assert ((await at.clock(match.id)).deadline or at.time) > at.time


async def test_a_guild_has_an_outage_only_if_it_was_silent_for_longer_than_allowed(at: ClockContext) -> None:
    match = await at.begin("10d")
    await at.tick()
    for silence, deadline in ((DAY, NOON + 10 * DAY), (DAY + MINUTE, NOON + 11 * DAY + MINUTE)):
        at.time += silence
        await at.tick()
        assert (await at.clock(match.id)).deadline == deadline
    async with at.context.database.read() as tx:
        assert await outages.ending_after(tx, GUILD, NOON) == [(NOON + DAY, at.time)]
    at.time += 2 * DAY
    await at.tick(GUILD + 1)
    assert (await at.clock(match.id)).deadline == NOON + 11 * DAY + MINUTE, "another process looks after it"


class SetClock:
    """The clock of a process that is found to be wrong by `by`."""

    def __init__(self, at: ClockContext, by: timedelta) -> None:
        self.at, self.by = at, by

    def compare(self) -> timedelta:
        return self.by

    def move(self, by: timedelta) -> None:
        self.at.time += by
        self.by = timedelta()


@pytest.mark.parametrize("by", [timedelta(), HOUR, -HOUR, 3 * DAY])
async def test_no_time_is_lost_when_the_machines_clock_is_set(at: ClockContext, by: timedelta) -> None:
    match = await at.begin("10h")
    await at.tick()
    at.time += MINUTE
    at.context = replace(at.context, clock=SetClock(at, by))
    await at.tick()
    assert at.time == NOON + MINUTE + by
    assert await left(at, match) == at.time + 10 * HOUR - MINUTE
    assert await at.said(*ALL) == []


async def left(at: ClockContext, match: Match) -> datetime | None:
    return (await at.clock(match.id)).deadline
