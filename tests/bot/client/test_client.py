"""What the bot knows of deleted channels and handled interactions, and what a blocked person may still use."""

from __future__ import annotations

import asyncio
import pkgutil
import selectors
from datetime import UTC, datetime
from importlib import import_module
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from multidict import CIMultiDict
from yarl import URL

import bot.features
from bot.client.block_exemptions import ACTIONS, SLASH_COMMANDS, TEXT_COMMANDS
from bot.client.client import PER_SECOND, DeletedChannels, limit_requests, share_of_requests
from bot.client.commands import PANELS
from bot.client.components import PersistentForm, PersistentItem
from bot.config import Shards
from bot.metrics import Metrics
from bot.referee.context import Context
from bot.referee.formatting import is_deleted
from games import GAMES
from playground.model.snowflakes import first_snowflake
from storage.engine.database import Database
from storage.queries import deleted_channels, guilds, outbox
from tests.database_template import create_database
from tests.storage.connection import connect_to
from tests.storage.queries.test_guilds import FORUM, live_in
from tests.storage.samples import CHANNEL, GUILD, NOON, THREAD, new_match
from tests.wire.timed_environment import start_timed_env

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

SOON = 0.01


@pytest.fixture
async def url(tmp_path: Path) -> str:
    return await create_database(tmp_path / "turnpost.db")


@pytest.fixture
async def context(url: str) -> AsyncGenerator[Context]:
    database = await Database.open(url)
    async with database.write() as tx:
        await new_match(tx)
    yield Context(database, GAMES, now=lambda: NOON, rng=Random(1))
    await database.close()


async def stored(context: Context) -> set[int]:
    async with context.database.read() as tx:
        return await deleted_channels.load_all(tx)


async def add(context: Context, *channels: int) -> None:
    async with context.database.write() as tx:
        await deleted_channels.add(tx, channels, NOON)


async def test_tasks_know_what_is_stored_and_what_is_noted_later(context: Context) -> None:
    await add(context, 7)
    channels = DeletedChannels(context, shared=False)
    await channels.start()
    task = asyncio.create_task(asyncio.to_thread(lambda: (is_deleted(7), is_deleted(CHANNEL))))
    assert await task == (True, False)
    channels.note(CHANNEL)
    assert is_deleted(CHANNEL)
    await channels.stop()
    assert await stored(context) == {7, CHANNEL}


async def test_what_nothing_on_record_names_is_forgotten(context: Context) -> None:
    channels = DeletedChannels(context, shared=False)
    await channels.start()
    for each in (CHANNEL, CHANNEL + 1):
        channels.note(each)
    await channels.stop()
    assert context.deleted_channels == await stored(context) == {CHANNEL}


async def test_posts_in_which_matches_live_go_with_a_forum_that_a_server_chose(context: Context) -> None:
    async with context.database.write() as tx:
        await guilds.lock(tx, GUILD)
        await guilds.set_settings(tx, GUILD, {"forum": FORUM})
        await live_in(tx, THREAD, {outbox.FORUM: FORUM}, posted_as=THREAD + 5)
    channels = DeletedChannels(context, shared=False)
    await channels.start()
    channels.note(FORUM)
    await channels.stop()
    assert context.deleted_channels == await stored(context) == {FORUM, THREAD}


async def test_what_other_processes_learn_is_read_from_the_record(context: Context) -> None:
    channels = DeletedChannels(context, shared=True, interval=SOON)
    await channels.start()
    await add(context, 8)
    async with asyncio.timeout(60):
        while not is_deleted(8):  # noqa: ASYNC110 - another process tells nobody
            await asyncio.sleep(SOON)
    await channels.stop()


async def test_what_could_not_be_stored_is_stored_later(
    context: Context, url: str, caplog: pytest.LogCaptureFixture
) -> None:
    channels = DeletedChannels(context, shared=False, interval=SOON)
    await channels.start()
    async with connect_to(url) as record:
        await record.exec_driver_sql("ALTER TABLE deleted_channels RENAME TO away")
    channels.note(CHANNEL)
    async with asyncio.timeout(60):
        while "could not be stored; trying again" not in caplog.text:  # noqa: ASYNC110 - a log wakes nobody
            await asyncio.sleep(SOON)
        async with connect_to(url) as record:
            await record.exec_driver_sql("ALTER TABLE away RENAME TO deleted_channels")
        while CHANNEL not in await stored(context):  # noqa: ASYNC110 - a loop of its own tells nobody
            await asyncio.sleep(SOON)
    assert is_deleted(CHANNEL)
    await channels.stop()


class InstantSelector(selectors.DefaultSelector):
    """A selector that waits for nobody: the time that it would wait has passed."""

    passed = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(None if timeout is None else 0)
        self.passed += timeout or 1e-6  # a turn of the loop takes its time, too
        return ready


class InstantLoop(asyncio.SelectorEventLoop):
    """An event loop whose time passes at once when there is nothing else to do."""

    def __init__(self) -> None:
        self._waits = InstantSelector()
        super().__init__(self._waits)

    def time(self) -> float:
        return self._waits.passed


async def begin_requests(path: str, requests: int) -> list[float]:
    """Let requests begin all at once; return when each went on, by the event loop's time."""
    trace, times = limit_requests(PER_SECOND, Metrics()), list[float]()
    trace.freeze()
    params = aiohttp.TraceRequestStartParams("POST", URL(f"https://discord.com/api/v10{path}"), CIMultiDict())
    async with aiohttp.ClientSession() as http:

        async def begin() -> None:
            await trace.on_request_start.send(http, SimpleNamespace(), params)
            times.append(asyncio.get_running_loop().time())

        await asyncio.gather(*(begin() for _ in range(requests)))
    return times


def run(path: str, requests: int) -> list[float]:
    with asyncio.Runner(loop_factory=InstantLoop) as runner:
        return runner.run(begin_requests(path, requests))


def test_a_burst_of_requests_is_spread_below_fifty_in_any_second() -> None:
    times = run("/channels/1/messages", 200)
    busiest = max(sum(one <= other < one + 1 for other in times) for one in times)
    assert 40 <= busiest <= 46
    assert max(times) == pytest.approx((200 - 5) / 40, abs=0.1)


@pytest.mark.parametrize("path", ["/interactions/1/aW50/callback", "/webhooks/1/aW50"])
def test_responses_to_interactions_wait_for_no_limit(path: str) -> None:
    assert max(run(path, 200)) < 0.1


@pytest.mark.parametrize(
    ("path", "status", "body", "noted"),
    [
        ("/channels/7/messages", 404, '{"message": "Unknown Channel", "code": 10003}', [7]),
        ("/channels/7", 404, '{"message": "Unknown Channel", "code": 10003}', [7]),
        ("/channels/7/messages/8", 404, '{"message": "Unknown Message", "code": 10008}', []),
        ("/channels/7/messages", 403, '{"message": "Missing Access", "code": 50001}', []),
        ("/channels/7/messages", 404, "<html>a proxy's page</html>", []),
        ("/channels/7/messages", 404, "[10003]", []),
        ("/users/@me/channels", 404, '{"message": "Unknown Channel", "code": 10003}', []),
    ],
)
async def test_a_channel_that_discord_does_not_know_is_noted_and_discord_py_reads_the_response_too(
    path: str, status: int, body: str, noted: list[int]
) -> None:
    async def answer(_: web.Request) -> web.Response:
        return web.Response(status=status, text=body)

    app, found = web.Application(), list[int]()
    app.router.add_get("/{anything:.*}", answer)
    trace = limit_requests(PER_SECOND, Metrics(), note_deleted=found.append)
    async with TestServer(app) as server, aiohttp.ClientSession(trace_configs=[trace]) as http:
        response = await http.get(server.make_url(f"/api/v10{path}"))
        assert await response.text() == body
    assert found == noted


def test_a_process_has_the_share_of_its_shards() -> None:
    assert share_of_requests(40, Shards()) == 40
    assert share_of_requests(40, Shards((0, 3), 5)) == 16


def subclasses(kind: type) -> set[type]:
    return {kind, *(deeper for each in kind.__subclasses__() for deeper in subclasses(each))}


def test_each_action_that_is_left_exists() -> None:
    for module in pkgutil.walk_packages(bot.features.__path__, "bot.features."):
        import_module(module.name)
    found = {getattr(each, "action", "") for kind in (PersistentItem, PersistentForm) for each in subclasses(kind)}
    assert ACTIONS - found == set()
    assert {"accept", "seat", "event_join", "rematch", "answer", "setting", "watch"} & ACTIONS == set()


def test_nothing_that_begins_a_match_is_left() -> None:
    top_level = {"move", "preview", "board", "games", "privacy", "signout"}
    assert TEXT_COMMANDS - set(PANELS["match"]) == top_level
    beginnings = {"challenge", "open", "accept", "rematch", "challenges", "event", "puzzle"}
    assert beginnings & TEXT_COMMANDS == set()
    assert {"match do:moves", "match do:resign", "me do:privacy", "move"} <= SLASH_COMMANDS


async def test_another_bot_of_the_process_hides_no_interaction(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    later_than_now = first_snowflake(datetime(2100, 1, 1, tzinfo=UTC))
    for name in ("first", "second"):
        folder = tmp_path / name
        folder.mkdir()
        async with start_timed_env(folder, monkeypatch, "Ann") as env:
            env.playground.state.last_snowflake = later_than_now  # so that both count on from the same id
            await env["Ann"].ask_by_slash("games")
