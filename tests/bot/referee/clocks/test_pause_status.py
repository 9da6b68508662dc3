"""Whether clocks are paused: by agreement, for a vacation of the player to move, or for a day of the safety net."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from bot.referee.clocks.pauses import NOT_PAUSED, PauseStatus, load_pause_status
from storage.queries import clocks, net_days, open_seats, vacations
from tests.bot.referee.clock_context import ANN, BOB, DAY, HOUR, NOON

if TYPE_CHECKING:
    from storage.queries.rows import Match
    from tests.bot.referee.clock_context import ClockContext

BACK = NOON + timedelta(days=5)


async def status_of(here: ClockContext, match: Match) -> PauseStatus | None:
    async with here.context.database.read() as tx:
        running = await clocks.of_matches(tx, [match.id])
        return (await load_pause_status(here.context, tx, [match], running)).get(match.id)


@pytest.mark.parametrize("clock", ["3d", "none"])
async def test_a_player_to_move_is_away_until_their_vacation_ends(here: ClockContext, clock: str) -> None:
    match = await here.begin(clock)
    async with here.context.database.write() as tx:
        await vacations.begin(tx, BOB.id, NOON, BACK)
    assert await status_of(here, match) == NOT_PAUSED
    moved = await here.move(match.id)
    assert await status_of(here, moved) == PauseStatus(away=BACK)
    here.time = BACK
    assert await status_of(here, moved) == NOT_PAUSED


async def test_a_clock_that_vacations_do_not_stop_says_nothing_of_them(here: ClockContext) -> None:
    match = await here.begin("3d no vacation")
    async with here.context.database.write() as tx:
        await vacations.begin(tx, ANN.id, NOON, BACK)
    assert await status_of(here, match) == NOT_PAUSED


async def test_a_day_of_the_safety_net_lasts_until_it_ends(here: ClockContext) -> None:
    match = await here.begin("3d")
    async with here.context.database.write() as tx:
        await net_days.add(tx, match.id, ANN.id, NOON, NOON + DAY)
    here.time += 23 * HOUR
    assert await status_of(here, match) == PauseStatus(away=NOON + DAY)
    here.time += HOUR
    assert await status_of(here, match) == NOT_PAUSED


async def test_a_clock_without_a_deadline_is_paused_and_one_that_is_over_has_no_status(here: ClockContext) -> None:
    match = await here.begin("3d")
    clock = replace(await here.clock(match.id), deadline=None)
    async with here.context.database.read() as tx:
        found = await load_pause_status(here.context, tx, [match], {match.id: clock})
        assert found == {match.id: PauseStatus(paused=True)}
        over = replace(match, to_move=None, ended_at=NOON)
        assert await load_pause_status(here.context, tx, [over], {match.id: clock}) == {}


async def test_an_open_seat_of_three_is_named(here: ClockContext) -> None:
    match = await here.begin("3d", "zyrcan", 3)
    async with here.context.database.write() as tx:
        opened = await open_seats.add(tx, match, 2, NOON)
    assert await status_of(here, match) == PauseStatus(open_seat=opened)
