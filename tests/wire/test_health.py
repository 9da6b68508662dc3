"""The health of the running bot: each thing that makes it unwell is made real, and said in a sentence."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sqlite3
import time
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
import pytest_asyncio

from bot.config import ALL_SHARDS
from bot.health import client
from playground.server import Playground
from tests.database_template import create_database
from tests.wire.busy_loop import run_with_hitches
from tests.wire.match import begin_match
from tests.wire.process import BotProcess
from tests.wire.test_fault_injection import full_disk
from tests.wire.test_settings import turnpost

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Generator
    from pathlib import Path

    from tests.wire.fixtures import Environment

pytestmark = pytest.mark.asyncio(loop_scope="module")
POLL = 0.1
"""Seconds between two questions."""


@pytest_asyncio.fixture(loop_scope="module")
async def hitching(tmp_path: Path) -> AsyncGenerator[BotProcess]:
    playground = await Playground.start()
    bot = BotProcess(playground, tmp_path / "data", program=run_with_hitches)
    await create_database(bot.data / "turnpost.db")
    try:
        await bot.start()
        yield bot
        assert await bot.stop() == 0
    finally:
        await playground.stop()


async def health(data: Path) -> tuple[int, list[str]]:
    """Ask as a container does; return the exit code and the lines after the figures."""
    done = await asyncio.to_thread(turnpost, "health", TURNPOST_DATA=str(data))
    figures, *problems = done.stdout.splitlines()
    assert isinstance(json.loads(figures)["waiting_posts"], int | None)
    return done.returncode, problems


async def told(data: Path, condition: Callable[[list[str]], bool]) -> int:
    """Ask as a container does until what is wrong meets a condition; return the exit code.

    In between it is asked by this process, which costs much less.
    """
    async with asyncio.timeout(100):
        while True:
            code, problems = await health(data)
            if condition(problems):
                return code
            while not condition(await asked(data)):  # noqa: ASYNC110 - the bot tells nobody by itself
                await asyncio.sleep(POLL)


async def asked(data: Path) -> list[str]:
    """Return the lines after the figures."""
    _, said = await asyncio.to_thread(client.ask, data, ALL_SHARDS)
    return said.splitlines()[1:]


async def unwell(data: Path, sentence: str) -> None:
    """Wait until a sentence is among those said."""
    assert await told(data, lambda problems: any(sentence in one for one in problems)) == 1


async def well(data: Path) -> None:
    """Wait until nothing is wrong."""
    assert await told(data, lambda problems: not problems) == 0


@contextmanager
def hold_record(record: Path) -> Generator[None]:
    """Hold the record as another program's writer does."""
    with closing(sqlite3.connect(record, isolation_level=None, timeout=30)) as rival:
        rival.execute("BEGIN IMMEDIATE")
        yield
        rival.execute("ROLLBACK")


def change(env: Environment, statement: str, *given: int) -> None:
    with closing(sqlite3.connect(env.bot.data / "turnpost.db", timeout=30)) as record, record:
        record.execute(statement, given)


@pytest.mark.thorough
async def test_a_record_that_takes_no_writes_makes_the_bot_unwell(shared_env: Environment) -> None:
    await well(shared_env.bot.data)
    with hold_record(shared_env.bot.data / "turnpost.db"):
        await unwell(shared_env.bot.data, "A small write to the record isn't done after 3 seconds.")
        await unwell(shared_env.bot.data, "A small write to the record isn't done after 3 seconds.")
    await well(shared_env.bot.data)
    with full_disk(shared_env):
        await unwell(shared_env.bot.data, "The record can't be written: ")
    await well(shared_env.bot.data)


@pytest.mark.thorough
async def test_a_board_that_waits_for_minutes_makes_the_bot_unwell(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:2])
    env.playground.faults.fail(503, 10_000, method="POST", path=f"/channels/{contest.thread}/messages")
    await env.ann.ask_by_slash("move", contest.thread, move="e4+")
    assert "The board of" not in str(await health(env.bot.data))
    change(env, "UPDATE outbox SET created_at = created_at - 121000000 WHERE match_id = ?", contest.number)
    await unwell(env.bot.data, f"The board of #{contest.number} has waited for 2 minutes; see `turnpost outbox`.")
    env.playground.faults.clear()
    await env.all_posted()
    await well(env.bot.data)


@pytest.mark.thorough
async def test_posts_that_were_given_up_make_the_bot_unwell_for_an_hour(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:2])
    for way in (f"/channels/{contest.thread}/messages", f"/channels/{await env.bob.dm()}/messages"):
        env.playground.faults.fail(404, code=10003, method="POST", path=way)
    await env.ann.ask_by_slash("move", contest.thread, move="e4+")
    await env.playground.faults.used_up()
    await env.all_posted()
    await unwell(env.bot.data, "2 posts were given up in the last hour; see `turnpost outbox`.")
    change(env, "UPDATE outbox SET given_up_at = given_up_at - 3601000000 WHERE given_up_at IS NOT NULL")
    await well(env.bot.data)


async def test_jobs_that_are_set_aside_make_the_bot_unwell(shared_env: Environment) -> None:
    env, later = shared_env, (int(time.time()) + 86400) * 1_000_000
    columns = "kind, key, failures, reason, since, retry_at"
    change(
        env,
        f"INSERT INTO set_aside_jobs ({columns}) VALUES ('clock', 7, 1, 'broken', ?, ?)",  # noqa: S608 - no outsider's
        later - 86_400_000_000,
        later,
    )
    await unwell(env.bot.data, "1 due job is set aside, first the clock of match #7; see `turnpost verify`.")
    change(env, "DELETE FROM set_aside_jobs")
    await well(env.bot.data)


async def test_a_gateway_that_is_away_makes_the_bot_unwell(shared_env: Environment) -> None:
    async with shared_env.playground.outage():
        await unwell(shared_env.bot.data, "Discord's gateway is away; the bot connects again by itself.")
    await well(shared_env.bot.data)


@pytest.mark.thorough
async def test_a_busy_event_loop_makes_the_bot_unwell_and_delays_no_answer(hitching: BotProcess) -> None:
    os.kill(hitching.pid, signal.SIGUSR1)
    await unwell(hitching.data, "The event loop was busy for ")


@pytest.mark.thorough
async def test_a_scheduler_that_does_not_run_makes_the_bot_unwell(hitching: BotProcess) -> None:
    await well(hitching.data)
    with closing(sqlite3.connect(hitching.data / "turnpost.db", timeout=30)) as record:
        record.execute("ALTER TABLE clocks RENAME TO stolen")
        await unwell(hitching.data, "The scheduler has not run for ")
        record.execute("ALTER TABLE stolen RENAME TO clocks")
    await well(hitching.data)


async def test_a_question_for_another_host_is_refused(shared_env: Environment) -> None:
    await well(shared_env.bot.data)
    url = json.loads((shared_env.bot.data / "health.json").read_text())["url"]

    def status(host: str) -> int:
        try:
            with urlopen(Request(url, headers={"Host": host})) as response:  # noqa: S310 - loopback
                return response.status
        except HTTPError as error:
            with error:
                return error.code

    for host, expected in (("localhost:1", 200), ("[::1]", 200), ("evil.example", 403), ("[", 403)):
        assert await asyncio.to_thread(status, host) == expected, host
