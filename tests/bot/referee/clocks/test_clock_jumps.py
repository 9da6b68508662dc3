"""The machine's clock jumps: nobody gains or loses by it, whether it comes back or stays."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from bot.process import SteadyClock
from bot.referee.clocks.clock import begin_pause, resume_clock
from bot.referee.endings import claim_match
from bot.referee.errors import RequestRejected
from storage.queries import outages
from tests.bot.referee.clock_context import BOB, GUILD, HOUR, MINUTE, NOON, make_clock_context
from tests.database_template import create_database

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from datetime import datetime
    from pathlib import Path

    from tests.bot.referee.clock_context import ClockContext

ALL = ("alarm", "timeout")
ROUND = 5 * MINUTE
"""How often these tests look at what is due; a running bot does so each half minute."""


class Machine:
    """A machine that a table runs on: `ran` is how long, `off` by how much its clock is wrong."""

    def __init__(self, at: ClockContext) -> None:
        self.ran = self.off = timedelta()
        self.at = at
        self.start()

    def start(self) -> None:
        """Start the process, after another one ended."""
        clock = SteadyClock(self.wall, self.seconds)
        self.at.context = replace(self.at.context, now=clock.now, clock=clock, outage_after=ROUND + MINUTE)

    def seconds(self) -> float:
        return self.ran.total_seconds()

    def wall(self) -> datetime:
        return NOON + self.ran + self.off

    async def run(self, length: timedelta) -> None:
        """Let time pass, with a look at what is due in every round and at the end."""
        end = self.ran + length
        while self.ran < end:
            self.ran = min(self.ran + ROUND, end)
            await self.at.tick()

    async def jump(self, off: timedelta) -> None:
        """Set the machine's clock wrong, and let the process notice it within half a minute."""
        self.off = off
        await self.run(MINUTE / 2)

    async def outages(self) -> list[tuple[datetime, datetime]]:
        async with self.at.context.database.read() as tx:
            return await outages.ending_after(tx, GUILD, NOON)

    async def left(self, match_id: int) -> timedelta:
        """Return how long it is to the deadline of a match, by the process's time."""
        deadline = (await self.at.clock(match_id)).deadline
        assert deadline
        return deadline - self.at.context.now()


@pytest.fixture
async def machine(tmp_path: Path) -> AsyncGenerator[Machine]:
    async with make_clock_context(await create_database(tmp_path / "turnpost.db")) as made:
        yield Machine(made)


@pytest.fixture
async def either_machine(either_url: str) -> AsyncGenerator[Machine]:
    """A machine on each kind of database, for the test in which every kind of row is shifted."""
    async with make_clock_context(either_url) as made:
        yield Machine(made)


@pytest.mark.parametrize("off", [2 * HOUR, -2 * HOUR])
async def test_a_jump_and_back_leaves_no_outage_and_moves_no_deadline(machine: Machine, off: timedelta) -> None:
    match = await machine.at.begin("60m")
    await machine.run(MINUTE)
    await machine.jump(off)
    await machine.run(5 * MINUTE)
    with pytest.raises(RequestRejected, match="has time until"):
        await claim_match(machine.at.context, machine.at.request(BOB), match.id)
    machine.off = timedelta()
    await machine.run(11 * MINUTE)
    assert await machine.outages() == []
    assert (await machine.at.clock(match.id)).deadline == NOON + 60 * MINUTE
    assert await machine.at.said(*ALL) == []
    await machine.run(48 * MINUTE - machine.ran)
    assert await machine.at.said(*ALL) == [("alarm", 0)]


@pytest.mark.parametrize("off", [2 * HOUR, -2 * HOUR, 90 * MINUTE / 60])
async def test_a_jump_that_stays_moves_turns_along(machine: Machine, off: timedelta) -> None:
    match = await machine.at.begin("60m")
    await machine.run(20 * MINUTE)
    await machine.jump(off)
    await machine.run(9 * MINUTE)
    assert machine.at.context.now() == machine.wall() - off
    await machine.run(MINUTE)
    assert machine.at.context.now() == machine.wall()
    assert await machine.left(match.id) == 60 * MINUTE - machine.ran
    await machine.run(10 * MINUTE)
    assert await machine.left(match.id) == 60 * MINUTE - machine.ran
    assert await machine.outages() == []
    assert await machine.at.said(*ALL) == []
    await machine.run(60 * MINUTE - machine.ran)
    assert await machine.at.said(*ALL) == [("alarm", 0), ("timeout", 0)]


@pytest.mark.parametrize("off", [2 * HOUR, -2 * HOUR])
async def test_what_stopped_a_turn_moves_along_with_it(either_machine: Machine, off: timedelta) -> None:
    machine = either_machine
    paused, away = await machine.at.begin("150m"), await machine.at.begin("150m")
    await machine.run(MINUTE)
    machine.ran += 30 * MINUTE
    await machine.run(MINUTE)
    async with machine.at.context.database.write() as tx:
        await begin_pause(machine.at.context, tx, await machine.at.match(paused.id))
    left = await machine.left(away.id)
    await machine.jump(off)
    await machine.run(10 * MINUTE)
    assert await machine.left(away.id) == left - 10.5 * MINUTE
    await resume_clock(machine.at.context, machine.at.request(BOB), paused.id)
    assert await machine.left(paused.id) == left


async def test_a_move_after_the_time_was_set_back_is_charged_what_it_took(machine: Machine) -> None:
    match = await machine.at.begin("3h+1h cap 9h")
    await machine.jump(-2 * HOUR)
    await machine.run(15 * MINUTE - machine.ran)
    await machine.at.move(match.id)
    taken = (4 * HOUR - (await machine.at.clock(match.id)).left[0]) - 15 * MINUTE
    assert timedelta() <= taken <= MINUTE
    await machine.run(15 * MINUTE)
    await machine.at.move(match.id)
    taken = (4 * HOUR - (await machine.at.clock(match.id)).left[1]) - 15 * MINUTE
    assert -MINUTE <= taken <= MINUTE


async def test_a_process_that_was_dead_for_two_hours_still_gives_them_back(machine: Machine) -> None:
    match = await machine.at.begin("150m")
    await machine.run(MINUTE)
    machine.ran += 2 * HOUR
    machine.start()
    await machine.run(MINUTE)
    began, ended = (await machine.outages())[0]
    assert ended - began == 2 * HOUR + MINUTE
    assert (await machine.at.clock(match.id)).deadline == NOON + 150 * MINUTE + (ended - began)


async def test_a_machine_that_slept_for_two_hours_gives_them_back(machine: Machine) -> None:
    match = await machine.at.begin("150m")
    await machine.run(MINUTE)
    machine.ran += 2 * HOUR
    await machine.run(MINUTE)
    assert await machine.left(match.id) == 150 * MINUTE - (machine.ran - 2 * HOUR - MINUTE)


async def test_a_restart_while_the_clock_is_ahead_is_made_good_when_it_is_right_again(machine: Machine) -> None:
    match = await machine.at.begin("150m")
    await machine.run(MINUTE)
    machine.off = 2 * HOUR
    machine.start()
    await machine.run(MINUTE)
    await machine.jump(timedelta())
    await machine.run(10 * MINUTE)
    assert abs(await machine.left(match.id) - (150 * MINUTE - machine.ran)) <= MINUTE
