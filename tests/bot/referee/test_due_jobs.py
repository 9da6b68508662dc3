"""What becomes due: the alarm, the end of a seat's time, outages, and clocks when the machine's own one was set."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from bot.referee.challenges.issue import ChallengeTerms, issue_challenge
from bot.referee.people.preferences import change_preferences
from games import GAMES
from storage.queries import events, outages
from storage.queries.rows import Match
from tests.bot.referee.clock_context import ANN, DAY, GUILD, HOUR, MINUTE, NOON
from tests.guild_settings import serve

if TYPE_CHECKING:
    from datetime import datetime

    from tests.bot.referee.clock_context import ClockContext

ALL = ("alarm", "nudge", "timeout")


@pytest.mark.parametrize(
    ("preference", "kind"),
    [("direct", "alarm"), ("mention", "nudge"), ("silent", "nudge"), ("nothing", "alarm")],
)
async def test_an_alarm_comes_once_and_then_the_end_of_the_time_once(
    here: ClockContext, preference: str, kind: str
) -> None:
    await change_preferences(here.context, ANN.id, {"alarm": preference})
    match = await here.begin("10h")
    steps = ((8 * HOUR - MINUTE, 0), (8 * HOUR, 1), (10 * HOUR - MINUTE, 1), (10 * HOUR, 2), (30 * HOUR, 2))
    for length, count in steps:
        here.time = NOON + length
        await here.tick()
        assert await here.said(*ALL) == [(kind, 0), ("timeout", 0)][:count]
    assert (await here.match(match.id)).ended_at is None
    assert (await here.clock(match.id)).deadline == NOON + 10 * HOUR


async def test_a_computer_player_is_not_alarmed(here: ClockContext) -> None:
    terms = ChallengeTerms(GAMES["xero-g"].info, {}, 2, 2, {}, clock="10h", computers=1)
    match = await issue_challenge(
        here.context, terms, (ANN,), guild_id=GUILD, channel_id=2, source_id=next(here.sources)
    )
    assert isinstance(match, Match)
    assert match.computer_to_move
    here.time += 9 * HOUR
    await here.tick()
    assert await here.said(*ALL) == []
    assert (await here.clock(match.id)).due == "timeout"


@pytest.mark.parametrize(("choice", "ended"), [("claim", False), ("ends", True)])
async def test_where_the_server_wants_it_a_late_seat_leaves_without_a_claim(
    here: ClockContext, choice: str, *, ended: bool
) -> None:
    await serve(here.context, GUILD, timeout=choice)
    match = await here.begin("10h")
    here.time += 10 * HOUR
    await here.tick()
    match = await here.match(match.id)
    assert (match.ended_at is not None, match.gone) == (ended, {1} if ended else frozenset())
    async with here.context.database.read() as tx:
        log = await events.of_match(tx, match.id)
    assert [(event.kind, event.seat, event.user_id, event.text) for event in log] == (
        [("leave", 1, None, "ran out of time")] if ended else []
    )
    assert await here.said(*ALL) == ([] if ended else [("timeout", 0)])


async def test_a_day_of_the_net_comes_before_the_end_of_the_time(here: ClockContext) -> None:
    await change_preferences(here.context, ANN.id, {"net": "on"})
    match = await here.begin("10h")
    here.time += 10 * HOUR
    await here.tick()
    assert await here.said("timeout") == []
    assert ((await here.clock(match.id)).deadline or here.time) > here.time


async def test_a_guild_has_an_outage_only_if_it_was_silent_for_longer_than_allowed(here: ClockContext) -> None:
    match = await here.begin("10d")
    await here.tick()
    for silence, deadline in ((DAY, NOON + 10 * DAY), (DAY + MINUTE, NOON + 11 * DAY + MINUTE)):
        here.time += silence
        await here.tick()
        assert (await here.clock(match.id)).deadline == deadline
    async with here.context.database.read() as tx:
        assert await outages.ending_after(tx, GUILD, NOON) == [(NOON + DAY, here.time)]
    here.time += 2 * DAY
    await here.tick(GUILD + 1)
    assert (await here.clock(match.id)).deadline == NOON + 11 * DAY + MINUTE, "another process looks after it"


class SetClock:
    """The clock of a process that is found to be wrong by `by`."""

    def __init__(self, here: ClockContext, by: timedelta) -> None:
        self.at, self.by = here, by

    def compare(self) -> timedelta:
        return self.by

    def move(self, by: timedelta) -> None:
        self.at.time += by
        self.by = timedelta()


@pytest.mark.parametrize("by", [timedelta(), HOUR, -HOUR, 3 * DAY])
async def test_no_time_is_lost_when_the_machines_clock_is_set(here: ClockContext, by: timedelta) -> None:
    match = await here.begin("10h")
    await here.tick()
    here.time += MINUTE
    here.context = replace(here.context, clock=SetClock(here, by))
    await here.tick()
    assert here.time == NOON + MINUTE + by
    assert await left(here, match) == here.time + 10 * HOUR - MINUTE
    assert await here.said(*ALL) == []


async def left(here: ClockContext, match: Match) -> datetime | None:
    return (await here.clock(match.id)).deadline
