"""What a start tells the operator, and how a bot that is told to stop ends within seconds, whatever it is doing."""

from __future__ import annotations

import asyncio
import re
import signal
import sqlite3
from collections.abc import Callable
from contextlib import AsyncExitStack, asynccontextmanager, closing, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast
from urllib.parse import urlsplit

import pytest
from aiohttp import ClientSession

from bot import process
from bot.gateway.connection import invitation_link
from playground.model.resources.user import APP_ID
from playground.server import Playground
from tests.database_template import create_database
from tests.playground.client import Person, labels, parts_of
from tests.ports import taken_port
from tests.process_factory import ForkedProcess
from tests.wire.environment import start_env
from tests.wire.match import begin_match
from tests.wire.process import PATIENCE, BotProcess, clean_environment

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from playground.rest.faults import Faults
    from tests.wire.fixtures import Environment

PAGE = re.compile(r"open http://127\.0\.0\.1:\d+\n")


async def test_a_start_prints_the_link_that_invites_the_bot(env: Environment) -> None:
    await env.bot.logged(f"Invite Turnpost to a server: {invitation_link(APP_ID)}\n")


@pytest.mark.thorough
async def test_the_playground_leaves_the_matches_on_discord_alone(tmp_path: Path) -> None:
    settings = {
        "DISCORD_TOKEN": "a token that would be refused",
        "DATABASE_URL": "postgresql+asyncpg://turnpost:hunter2@127.0.0.1:1/none",
        "SHARD_IDS": "1",
        "SHARD_COUNT": "2",
        "TURNPOST_DATA": str(tmp_path / "data"),
        "TURNPOST_PORT": "0",
    }
    log = tmp_path / "log"
    bot = await ForkedProcess.start(log, clean_environment() | settings, arguments=("playground",))
    async with asyncio.timeout(PATIENCE):
        while not (log.exists() and PAGE.search(log.read_text())):
            assert bot.alive, log.read_text()
            await asyncio.sleep(0.05)
    bot.send(signal.SIGTERM)
    assert await bot.ended(PATIENCE) == 0
    assert [each.name for each in (tmp_path / "data").iterdir()] == ["playground"]
    assert (tmp_path / "data" / "playground" / "turnpost.db").exists()


async def test_boards_in_the_playground_have_another_port_if_theirs_is_taken(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with taken_port() as taken:
        settings = {"TURNPOST_DATA": str(tmp_path / "data"), "TURNPOST_PORT": str(taken - 1)}
        bot = await ForkedProcess.start(log, clean_environment() | settings, arguments=("run",))
        async with asyncio.timeout(PATIENCE):
            while not (log.exists() and PAGE.search(log.read_text())):
                assert bot.alive, log.read_text()
                await asyncio.sleep(0.05)
        page = cast("Playground", SimpleNamespace(url=f"http://127.0.0.1:{taken - 1}"))
        async with Person(page, "Ann") as ann:
            await ann.say("!challenge @Turnpost martian-life level=1 seat=red")
            post = await ann.hear(lambda one: "Board" in labels(one), "a board with its link")
        link = urlsplit(str(next(part["url"] for part in parts_of(post) if part.get("label") == "Board")))
        assert link.port not in {taken, taken - 1}
        async with ClientSession() as http, http.get(link.geturl()) as answer:
            assert answer.status == 200
        bot.send(signal.SIGTERM)
        assert await bot.ended(PATIENCE) == 0


AT_ONCE = 5
HOUR = 3600.0
HURRIED = "Not everything ended within"
CTRL_C = pytest.param(signal.SIGINT, marks=pytest.mark.thorough, id="Ctrl-C")
SIGNALS = pytest.mark.parametrize("how", [pytest.param(signal.SIGTERM, id="SIGTERM"), CTRL_C])


async def started_and_stopped(folder: Path) -> int:
    async with AsyncExitStack() as stack:
        playground = await Playground.start()
        stack.push_async_callback(playground.stop)
        bot = BotProcess(playground, folder)
        await bot.start()
        return await bot.stop()


@pytest.mark.thorough
async def test_a_bot_stops_on_request_right_after_its_start(tmp_path: Path) -> None:
    folders = [tmp_path / str(each) for each in range(AT_ONCE)]
    for folder in folders:
        await create_database(folder / "turnpost.db")
    assert await asyncio.gather(*map(started_and_stopped, folders)) == [0] * AT_ONCE


def test_everything_is_given_less_time_to_end_than_a_container_is() -> None:
    assert process.TIMEOUT < 10


@asynccontextmanager
async def beginning(folder: Path) -> AsyncGenerator[tuple[Playground, BotProcess]]:
    """Give a playground and a bot with a record that wasn't started yet. It must have ended in the end."""
    playground = await Playground.start()
    bot = BotProcess(playground, folder / "data")
    await create_database(bot.data / "turnpost.db")
    try:
        yield playground, bot
        assert not bot.running
        assert "Traceback" not in bot.log.read_text(), bot.log.read_text()
    finally:
        await playground.stop()


Order = Callable[["Faults", str], object]

TROUBLE: dict[str, Order] = {
    "limited": lambda faults, path: faults.limit(HOUR, path=path),
    "all limited": lambda faults, path: faults.limit(HOUR, everywhere=True, path=path),
    "slow": lambda faults, path: faults.slow(HOUR, path=path, applied=False),
}
MOMENTS = {
    "the first login": (0, "^/users/@me$"),
    "its application": (0, "^/oauth2/applications/@me$"),
    "the second login": (1, "^/users/@me$"),
    "the commands": (0, "/commands$"),
}
"""Requests of a start, each by how many of its kind come before it."""


PAIRS = [
    pytest.param(
        *(moment, trouble, how),
        id=f"{moment}-{trouble}-{how.name}",
        marks=[] if row % len(TROUBLE) == column else pytest.mark.thorough,
    )
    for row, moment in enumerate(MOMENTS)
    for column, trouble in enumerate(TROUBLE)
    for how in [(signal.SIGTERM, signal.SIGINT)[(row + column) % 2]]
]
"""Every moment with every trouble, and each of them with both signals, which share one handler.

Without `--thorough` every moment has one trouble.
"""


@pytest.mark.parametrize(("moment", "trouble", "how"), PAIRS)
async def test_a_stop_works_while_a_request_of_the_start_waits(
    tmp_path: Path, moment: str, trouble: str, how: signal.Signals
) -> None:
    before, path = MOMENTS[moment]
    async with beginning(tmp_path) as (playground, bot):
        playground.faults.slow(0, before, path=path)
        TROUBLE[trouble](playground.faults, path)
        await bot.begin()
        await playground.faults.used_up()
        assert await bot.stop(how) == 0
        assert HURRIED not in bot.log.read_text()


@SIGNALS
@pytest.mark.parametrize("way", ["503", "silent"])
async def test_a_stop_works_while_the_gateway_is_waited_for(tmp_path: Path, way: str, how: signal.Signals) -> None:
    async with beginning(tmp_path) as (playground, bot):
        playground.turn_away(way, 99)
        await bot.begin()
        await playground.turned_away()
        assert await bot.stop(how) == 0
        assert HURRIED not in bot.log.read_text()


@SIGNALS
@pytest.mark.parametrize("scheme", [pytest.param("ws", marks=pytest.mark.thorough), "wss"])
async def test_a_stop_works_while_nothing_answers_as_a_gateway(
    tmp_path: Path, scheme: str, how: signal.Signals
) -> None:
    async with beginning(tmp_path) as (playground, bot):
        address = playground.gateway.replace("ws:", "wss:") if scheme == "wss" else "ws://127.0.0.1:9"
        bot.settings["DISCORD_GATEWAY"] = address
        await bot.begin()
        await bot.logged("The gateway can't be reached (", 2)
        assert await bot.stop(how) == 0


async def stopped_while_locked(folder: Path, how: signal.Signals, *, new_record: bool) -> int:
    """Start a bot whose record another program holds, with its tables or with none yet, stop it, return its code."""
    async with beginning(folder) as (_, bot):
        file = bot.data / "turnpost.db"
        if not new_record:
            file.unlink()
        with closing(sqlite3.connect(file, isolation_level=None)) as rival:
            rival.execute("BEGIN IMMEDIATE" if new_record else "BEGIN EXCLUSIVE")
            await bot.begin()
            await opened(bot, file)
            return await bot.stop(how)


@pytest.mark.thorough
async def test_a_stop_works_while_another_program_holds_the_record(tmp_path: Path) -> None:
    kinds = [(how, known) for how in (signal.SIGTERM, signal.SIGINT) for known in (True, False)]
    runs = [stopped_while_locked(tmp_path / f"{how}{known}", how, new_record=known) for how, known in kinds]
    assert await asyncio.gather(*runs) == [0] * 4


async def opened(bot: BotProcess, file: Path) -> None:
    """Wait until a process has opened a file."""
    folder = Path(f"/proc/{bot.pid}/fd")
    while True:
        with suppress(FileNotFoundError):  # one that was closed meanwhile
            if file.resolve() in {each.resolve() for each in folder.iterdir()}:  # noqa: ASYNC240 - nobody tells
                return
        await asyncio.sleep(0.05)


@pytest.mark.thorough
@SIGNALS
async def test_a_stop_works_while_what_was_missed_is_read(tmp_path: Path, how: signal.Signals) -> None:
    async with start_env(tmp_path) as env:
        contest = await begin_match(env.people[:2])
        await env.bot.stop(signal.SIGKILL)
        await env.ann.say("e4+", contest.thread)
        env.playground.faults.slow(HOUR, method="GET", path=f"/channels/{contest.thread}/messages$")
        await env.bot.begin()
        await env.playground.faults.used_up()
        assert await env.bot.stop(how) == 0
        assert HURRIED not in env.bot.log.read_text()
        await env.bot.start()
        await env.bob.hear(lambda one: one["channel_id"] == contest.thread and "**1.**" in one["content"])
