"""A clock that the machine's own doesn't take along when it jumps, and how background tasks end."""

from __future__ import annotations

import asyncio
import errno
import logging
from datetime import UTC, datetime, timedelta

import aiohttp
import discord
import pytest

from bot import process
from bot.process import (
    NETWORK_ERRORS,
    SteadyClock,
    count_seconds,
    is_forbidden,
    is_permanent,
    read_wall_clock,
    run_cancellable,
)
from tests.bot.outbox.worker_setup import http_error


@pytest.mark.parametrize(
    "error",
    [
        *(http_error(status) for status in (400, 401, 403, 404, 405, 408, 413, 429, 500, 503)),
        *(http_error(401, 40001), http_error(408, 50001), http_error(429, 50001), http_error(503, 50001)),
        *(http_error(403, 40333), http_error(400, 40006), http_error(403, 9999), http_error(403, "1020")),
        discord.RateLimited(3600),
        aiohttp.ServerDisconnectedError(),
        aiohttp.ClientOSError(errno.ECONNRESET, "reset by peer"),
        TimeoutError(),
    ],
    ids=str,
)
def test_what_passes_is_trouble_of_the_way_and_never_final(error: Exception) -> None:
    assert isinstance(error, NETWORK_ERRORS)
    assert not is_permanent(error)
    assert not is_forbidden(error)


def test_what_discord_refuses_with_a_code_of_its_own_is_final() -> None:
    assert is_permanent(http_error(400, 50035))
    assert is_permanent(http_error(404, 10003))
    assert is_permanent(http_error(403, 10000))
    assert is_forbidden(http_error(403, 50013))
    assert not is_forbidden(http_error(404, 10003))


NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
SECOND, MINUTE, HOUR = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1)


class Machine:
    """A machine that has run for `ran`, whose clock is `off` by so much."""

    def __init__(self) -> None:
        self.ran = self.off = timedelta()
        self.clock = SteadyClock(lambda: NOON + self.ran + self.off, lambda: 1000 + self.ran.total_seconds())

    def error(self) -> timedelta:
        """Return how far the clock is from the time that really passed."""
        return self.clock.now() - NOON - self.ran

    def run(self, length: timedelta) -> list[timedelta]:
        """Let time pass with a look at the machine's clock each half minute; return what is to be moved."""
        found: list[timedelta] = []
        end = self.ran + length
        while self.ran < end:
            self.ran += 30 * SECOND
            found.append(self.clock.compare())
        return [each for each in found if each]


@pytest.fixture
def machine() -> Machine:
    return Machine()


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [each.getMessage() for each in caplog.records if each.levelno >= logging.WARNING]


def test_time_passes_as_it_does(machine: Machine) -> None:
    assert machine.run(HOUR) == []
    assert machine.error() == timedelta()


@pytest.mark.parametrize("off", [2 * HOUR, -2 * HOUR, 6 * SECOND, -6 * SECOND])
def test_a_jump_and_back_changes_nothing_and_is_logged_once(
    machine: Machine, off: timedelta, caplog: pytest.LogCaptureFixture
) -> None:
    machine.off = off
    assert machine.run(9 * MINUTE) == []
    assert machine.error() == timedelta()
    machine.off = timedelta()
    assert machine.run(HOUR) == []
    assert machine.error() == timedelta()
    seconds = f"{off.total_seconds():+.0f}"
    assert warnings(caplog) == [
        f"The machine's clock is off by {seconds} s, which is ignored unless it stands for 10 minutes.",
        "The machine's clock is right again.",
    ]


@pytest.mark.parametrize("off", [2 * HOUR, -2 * HOUR, 6 * SECOND])
def test_a_clock_jump_that_lasts_ten_minutes_is_accepted(
    machine: Machine, off: timedelta, caplog: pytest.LogCaptureFixture
) -> None:
    machine.off = off
    assert machine.run(10 * MINUTE) == []
    assert machine.run(30 * SECOND) == [off]
    assert machine.error() == timedelta()
    machine.clock.move(off)
    assert machine.error() == off
    assert machine.run(HOUR) == []
    assert len(warnings(caplog)) == 2
    machine.off = timedelta()
    machine.run(MINUTE)
    assert len(warnings(caplog)) == 3


def test_a_jump_after_another_must_stand_for_itself(machine: Machine) -> None:
    machine.off = 2 * HOUR
    assert machine.run(9 * MINUTE) == []
    machine.off = 2 * HOUR + 6 * SECOND
    assert machine.run(10 * MINUTE) == []
    assert machine.run(30 * SECOND) == [machine.off]


@pytest.mark.parametrize("off", [2 * SECOND, -2 * SECOND, 5 * SECOND])
def test_a_small_step_is_worked_off_bit_by_bit(
    machine: Machine, off: timedelta, caplog: pytest.LogCaptureFixture
) -> None:
    machine.off = off
    machine.run(30 * SECOND)
    assert abs(machine.error()) == timedelta(milliseconds=100)
    machine.run(HOUR)
    assert machine.error() == off
    assert warnings(caplog) == []


def test_by_itself_it_shows_what_the_machine_shows() -> None:
    before, clock = read_wall_clock(), SteadyClock()
    assert before <= clock.now() + timedelta(milliseconds=100)
    assert clock.compare() == timedelta()
    first = count_seconds()
    assert 0 <= count_seconds() - first < 3600


async def test_cancellable_work_returns_its_result_and_raises_its_errors() -> None:
    async def work(*, fail: bool) -> int:
        await asyncio.sleep(0)
        if fail:
            raise LookupError
        return 7

    assert await run_cancellable(work(fail=False)) == 7
    with pytest.raises(LookupError):
        await run_cancellable(work(fail=True))


@pytest.mark.parametrize("lost", [0, 1, 3])
async def test_work_that_loses_cancellations_ends_with_its_caller(lost: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "RECANCEL_INTERVAL", 0.01)
    received = 0

    async def work() -> None:
        nonlocal received
        while received <= lost:
            try:
                await asyncio.sleep(3600)
            except asyncio.CancelledError:
                received += 1
        raise asyncio.CancelledError

    caller = asyncio.create_task(run_cancellable(work()))
    await asyncio.sleep(0.01)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    assert received == lost + 1
