"""The safety net: a vacation day is taken when time is up, until the budget is gone or the player moves."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select

from bot.referee.clocks.vacations import DAYS_A_YEAR, KEPT, Vacation, begin_vacation, load_vacation
from bot.referee.context import Context
from bot.referee.due_jobs import run_due_jobs
from bot.referee.endings import claim_match
from bot.referee.errors import RequestRejected
from bot.referee.people.preferences import change_preferences
from games import GAMES
from storage import schema
from storage.engine.database import Database
from storage.queries import net_days, row_ids, vacations
from tests.bot.referee.clock_context import ANN, BOB, DAY, HOUR, MINUTE, NOON, make_clock_context
from tests.database_template import create_database
from tests.storage import samples
from tests.storage.samples import new_match

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from storage.queries.rows import Match
    from tests.bot.referee.clock_context import ClockContext

MARGIN = timedelta(seconds=1)
"""What is left on a clock when a day of the net ends."""


@pytest.fixture
async def here(tmp_path: Path) -> AsyncGenerator[ClockContext]:
    """A table at which Ann wants the net, and Bob doesn't."""
    async with make_clock_context(await create_database(tmp_path / "turnpost.db"), silence=400 * DAY) as ready:
        await change_preferences(ready.context, ANN.id, {"net": "on"})
        yield ready


async def days(here: ClockContext, match: Match) -> list[tuple[timedelta, timedelta]]:
    """Return the days that the net took in a match, from the noon at which all begins."""
    async with here.context.database.read() as tx:
        found = await net_days.ending_after(tx, match.id, NOON - DAY)
    return [(began - NOON, ended - NOON) for began, ended in found]


async def bodies(here: ClockContext, kind: str) -> list[dict[str, Any]]:
    rows = select(schema.outbox.c.body).where(schema.outbox.c.kind == kind).order_by(schema.outbox.c.id)
    async with here.context.database.read() as tx:
        return [row.body for row in await tx.execute(rows)]


async def left(here: ClockContext) -> int:
    """Return how many vacation days Ann has left this year."""
    return (await load_vacation(here.context, here.request(ANN))).left


async def test_a_day_is_taken_in_place_of_the_end_of_time(here: ClockContext) -> None:
    match = await here.begin("12h")
    await here.pass_time(12 * HOUR)
    assert await days(here, match) == [(12 * HOUR - MARGIN, 36 * HOUR)]
    clock = await here.clock(match.id)
    assert (clock.deadline, clock.due) == (NOON + 36 * HOUR + MARGIN, "timeout")
    assert await here.said("timeout", "net", "away") == [("net", 0), ("away", 0)]
    assert await left(here) == DAYS_A_YEAR - 1


async def test_the_player_is_told_how_many_days_are_left_and_the_others_until_when(here: ClockContext) -> None:
    await here.begin("12h")
    await here.pass_time(12 * HOUR)
    until = (NOON + 36 * HOUR).isoformat()
    assert await bodies(here, "net") == [{"user": ANN.id, "until": until, "left": DAYS_A_YEAR - 1}]
    assert await bodies(here, "away") == [{"user": ANN.id, "until": until, "net": True}]


async def test_another_day_is_taken_the_next_day_until_none_is_left(here: ClockContext) -> None:
    async with here.context.database.write() as tx:
        await vacations.begin(tx, ANN.id, NOON - (DAYS_A_YEAR - 2) * DAY, NOON - DAY)
    assert await left(here) == 2
    match = await here.begin("12h")
    await here.pass_time(3 * DAY, 2 * HOUR)
    assert len(await days(here, match)) == 2
    assert [body["left"] for body in await bodies(here, "net")] == [1, 0]
    assert await here.said("timeout") == [("timeout", 0)]
    assert await left(here) == 0


async def test_it_ends_with_the_players_move(here: ClockContext) -> None:
    match = await here.begin("12h")
    await here.pass_time(15 * HOUR)
    await here.move(match.id)
    assert await days(here, match) == [(12 * HOUR - MARGIN, 15 * HOUR)]
    await here.move(match.id)
    assert (await here.clock(match.id)).deadline == here.time + 12 * HOUR, "Ann's clock runs again"
    assert await left(here) == DAYS_A_YEAR - 1, "the day has begun"


async def test_a_preference_turns_it_off(here: ClockContext) -> None:
    match = await here.begin("12h")
    await here.move(match.id)
    await here.pass_time(12 * HOUR)
    assert await days(here, match) == []
    assert await here.said("timeout", "net") == [("timeout", 1)]


async def test_a_match_can_be_played_without_it(here: ClockContext) -> None:
    match = await here.begin("12h no net")
    await here.pass_time(12 * HOUR)
    assert await days(here, match) == []
    assert await here.said("timeout") == [("timeout", 0)]


async def test_one_day_serves_all_matches_of_a_player_within_it(here: ClockContext) -> None:
    first = await here.begin("12h")
    here.time += 2 * HOUR
    second = await here.begin("12h")
    await here.pass_time(14 * HOUR)
    assert await days(here, first) == [(12 * HOUR - MARGIN, 36 * HOUR)]
    assert await days(here, second) == [(14 * HOUR - MARGIN, 36 * HOUR - MARGIN)]
    assert await left(here) == DAYS_A_YEAR - 1
    assert [body["left"] for body in await bodies(here, "net")] == [DAYS_A_YEAR - 1] * 2


async def test_a_day_that_goes_on_is_the_same_wherever_the_earlier_ones_began(here: ClockContext) -> None:
    match, other = await here.begin("58h"), await here.begin("30d")
    async with here.context.database.write() as tx:
        for hours in (0, 20, 40):  # the days that are taken begin at 0 and at 40 hours
            began = NOON + hours * HOUR
            await net_days.add(tx, other.id, ANN.id, began, began + HOUR)
    await here.pass_time(58 * HOUR)
    assert await days(here, match) == [(58 * HOUR - MARGIN, 64 * HOUR)]
    assert await left(here) == DAYS_A_YEAR - 2


async def test_a_move_elsewhere_leaves_the_day_of_another_match(here: ClockContext) -> None:
    first, second = await here.begin("12h"), await here.begin("12h")
    await here.pass_time(13 * HOUR)
    await here.move(first.id)
    await here.pass_time(HOUR)
    assert (await here.clock(second.id)).deadline == NOON + 36 * HOUR


async def test_a_claim_comes_after_the_net(here: ClockContext) -> None:
    match = await here.begin("12h")
    here.time += 12 * HOUR + MINUTE
    with pytest.raises(RequestRejected) as refused:
        await claim_match(here.context, here.request(BOB), match.id)
    assert "has time until" in refused.value.reason
    assert len(await days(here, match)) == 1
    assert (await here.match(match.id)).seq == 0


async def test_time_that_was_declared_up_can_be_claimed(here: ClockContext) -> None:
    await change_preferences(here.context, ANN.id, {"net": "off"})
    match = await here.begin("12h")
    await here.pass_time(12 * HOUR)
    await change_preferences(here.context, ANN.id, {"net": "on"})
    await claim_match(here.context, here.request(BOB), match.id)
    assert (await here.match(match.id)).ended_at == here.time
    assert await days(here, match) == []


async def test_days_of_the_net_and_of_vacations_come_from_one_budget(here: ClockContext) -> None:
    await here.begin("12h")
    await here.pass_time(12 * HOUR)
    with pytest.raises(RequestRejected) as refused:
        await begin_vacation(here.context, here.request(ANN), f"{DAYS_A_YEAR}d")
    assert str(DAYS_A_YEAR - 1) in refused.value.reason
    await begin_vacation(here.context, here.request(ANN), f"{DAYS_A_YEAR - 1}d")
    vacation = await load_vacation(here.context, here.request(ANN))
    assert (vacation.left, vacation.net) == (0, 1)


async def test_nothing_is_taken_when_vacations_took_all_days(here: ClockContext) -> None:
    async with here.context.database.write() as tx:
        await vacations.begin(tx, ANN.id, NOON - 30 * DAY, NOON - DAY)
    assert await left(here) == 0
    match = await here.begin("12h")
    await here.pass_time(12 * HOUR)
    assert await days(here, match) == []
    assert await here.said("timeout") == [("timeout", 0)]


async def test_the_last_day_is_taken(here: ClockContext) -> None:
    async with here.context.database.write() as tx:
        await vacations.begin(tx, ANN.id, NOON - 29 * DAY, NOON - DAY)
    assert await left(here) == 1
    match = await here.begin("12h")
    await here.pass_time(12 * HOUR)
    assert len(await days(here, match)) == 1
    assert [body["left"] for body in await bodies(here, "net")] == [0]


async def test_a_new_year_brings_new_days(here: ClockContext) -> None:
    here.time = NOON.replace(month=12, day=31)
    async with here.context.database.write() as tx:
        await vacations.begin(tx, ANN.id, here.time - 39 * DAY, here.time - 11 * DAY)
    match = await here.begin("10m")
    await here.pass_time(DAY + 2 * HOUR)
    assert await left(here) == DAYS_A_YEAR - 1
    assert len(await days(here, match)) == 2


async def test_the_alarm_does_not_come_again(here: ClockContext) -> None:
    await here.begin("12h")
    await here.pass_time(3 * DAY, 4 * HOUR)
    assert await here.said("alarm") == [("alarm", 0)]


async def test_a_match_has_its_present_day_while_it_lasts(here: ClockContext) -> None:
    match = await here.begin("12h")
    async with here.context.database.read() as tx:
        assert await net_days.current(tx, [match.id], here.time) == {}
    await here.pass_time(12 * HOUR)
    async with here.context.database.read() as tx:
        assert await net_days.current(tx, [match.id], here.time) == {match.id: NOON + 36 * HOUR}


async def test_a_vacation_pauses_no_clock_whose_time_is_up_or_that_runs_on(here: ClockContext) -> None:
    await change_preferences(here.context, ANN.id, {"net": "off"})
    later, unpaused = await here.begin("13h"), await here.begin("30d no vacation")
    late, others = await here.begin("12h"), await here.begin("12h")
    await here.move(others.id)
    await here.pass_time(12 * HOUR)
    begun = await begin_vacation(here.context, here.request(ANN), "2d")
    assert isinstance(begun, Vacation)
    assert (begun.late, begun.unpaused) == ((late.id,), (unpaused.id,))
    assert (await here.clock(late.id)).deadline == here.time
    assert (await here.clock(later.id)).deadline == here.time.replace(hour=0) + 2 * DAY + HOUR
    bobs = await begin_vacation(here.context, here.request(BOB), "2d")
    assert isinstance(bobs, Vacation)
    assert (bobs.late, bobs.unpaused) == ((others.id,), (unpaused.id,))


EVE = 105


async def test_vacations_go_two_years_after_they_ended(tmp_path: Path) -> None:
    database = await Database.open(await create_database(tmp_path / "turnpost.db"))
    try:
        ended = samples.NOON - KEPT
        old, young = (ended - 2 * DAY, ended - DAY), (ended - DAY, ended)
        async with database.write() as tx:
            await new_match(tx)
            for person in (samples.ANN.id, EVE):  # Ann plays, and her clock may have waited for it
                await vacations.begin(tx, person, *old)
            await vacations.begin(tx, EVE, *young)
        await run_due_jobs(Context(database, GAMES, now=lambda: samples.NOON, rng=Random(1)), set())
        async with database.read() as tx:
            kept = [
                await vacations.ending_after(tx, person, samples.NOON - 2 * KEPT) for person in (samples.ANN.id, EVE)
            ]
            assert kept == [[old], [young]]
            assert await row_ids.deleted_ids(tx) == {}
    finally:
        await database.close()
