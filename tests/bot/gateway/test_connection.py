"""A gateway that says no hello is given up after a while, and tried again."""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import HTTPClient

from bot.gateway import connection
from bot.gateway.connection import invitation_link, make_intents, may_ask_for_content, point_at, record_refusal
from bot.gateway.permissions import USED
from playground.model.permissions import INVITATION, bits
from playground.server import Playground
from storage.engine.database import Database
from tests.database_template import create_database

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def outlived(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let connections that fail be outlived, by shorter waits, until the test is over."""
    for name in (
        "discord.http.Route.BASE",
        "discord.Asset.BASE",
        "discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY",
    ):
        monkeypatch.setattr(name, "")  # put back after the test
    monkeypatch.setattr(DiscordWebSocket, "from_client", DiscordWebSocket.from_client)
    monkeypatch.setattr(HTTPClient, "ws_connect", HTTPClient.ws_connect)
    monkeypatch.setattr(connection, "HELLO_TIMEOUT", 1.0)
    monkeypatch.setattr(connection, "RETRY_DELAYS", (0.0,))
    loggers = [logging.getLogger(name) for name in ("discord.client", "discord.shard")]
    filters = [list(each.filters) for each in loggers]
    connection.retry_failed_connections()
    yield
    for logger, before in zip(loggers, filters, strict=True):
        logger.filters[:] = before


class Waiting(discord.Client):
    """A client that ends as soon as a session has begun."""

    async def on_connect(self) -> None:
        await self.close()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identify at once."""


class WaitingForShards(Waiting, discord.AutoShardedClient):
    """The same for several shards."""


@pytest.mark.usefixtures("outlived")
@pytest.mark.parametrize("shards", [False, True], ids=["one", "shards"])
async def test_a_silent_gateway_is_tried_again(caplog: pytest.LogCaptureFixture, shards: bool) -> None:  # noqa: FBT001 - the parameter
    playground = await Playground.start()
    point_at(playground.api, playground.gateway)
    playground.turn_away("silent", 2)
    intents = discord.Intents.none()
    client: discord.Client = (
        WaitingForShards(intents=intents, shard_ids=[0], shard_count=1, shard_connect_timeout=None)
        if shards
        else Waiting(intents=intents)
    )
    try:
        async with client:
            await client.login(playground.token)
            await connection.connect_with_retries(client.connect)
    finally:
        await playground.stop()
    waits = [record.getMessage() for record in caplog.records if record.name == "bot.gateway.connection"]
    assert set(waits) == {"The gateway can't be reached (it said no hello within 1 s); trying again in 0 s"}
    assert len(waits) >= 2, "and once more wherever the machine is too busy to say hello in time"


async def fail_to_connect(monkeypatch: pytest.MonkeyPatch, error: Exception) -> Exception:
    """Return what a connection raises whose socket fails with an error."""

    async def fail(*_: Any, **__: Any) -> None:
        raise error

    async def allow_sessions(_: HTTPClient) -> tuple[int, str, dict[str, int]]:
        return 1, "", {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}

    monkeypatch.setattr("bot.gateway.connection._ws_connect", fail)
    monkeypatch.setattr(HTTPClient, "get_bot_gateway", allow_sessions)  # the client isn't logged in
    point_at("http://127.0.0.1:9/api", "ws://127.0.0.1:9")
    with pytest.raises((connection.GatewayUnreachable, discord.ConnectionClosed)) as caught:
        await DiscordWebSocket.from_client(Waiting(intents=discord.Intents.none()))
    return caught.value


@pytest.mark.usefixtures("outlived")
async def test_only_close_codes_for_which_a_retry_is_useless_end_the_client(monkeypatch: pytest.MonkeyPatch) -> None:
    socket: Any = None
    errors = {code: discord.ConnectionClosed(socket, shard_id=None, code=code) for code in range(4000, 4016)}
    raised = {code: await fail_to_connect(monkeypatch, error) for code, error in errors.items()}
    fatal = {code for code, error in raised.items() if error is errors[code]}
    assert fatal == {4004, 4010, 4011, 4012, 4013, 4014}
    assert {str(raised[code]) for code in raised if code not in fatal} == {connection.CLOSED}


@pytest.mark.usefixtures("outlived")
@pytest.mark.parametrize(("text", "reason"), [("gone", "gone"), ("", "ConnectionResetError")])
async def test_a_socket_that_fails_is_the_reason(monkeypatch: pytest.MonkeyPatch, text: str, reason: str) -> None:
    raised = await fail_to_connect(monkeypatch, ConnectionResetError(text))
    assert isinstance(raised, connection.GatewayUnreachable)
    assert str(raised) == reason


def record(error: BaseException) -> logging.LogRecord:
    return logging.LogRecord("discord.client", logging.ERROR, "", 0, "Again in %d s", (3,), (type(error), error, None))


@pytest.mark.usefixtures("outlived")
@pytest.mark.parametrize("error", [aiohttp.ClientError("gone"), OSError("gone"), TimeoutError("gone")])
def test_trouble_on_the_way_is_logged_in_a_sentence(error: Exception) -> None:
    kept = record(error)
    assert logging.getLogger("discord.client").filter(kept)
    assert kept.getMessage() == "Again in 3 s: gone"
    assert kept.exc_info is None


@pytest.mark.usefixtures("outlived")
def test_an_unexpected_error_keeps_its_traceback() -> None:
    kept = record(RuntimeError("why?"))
    assert logging.getLogger("discord.client").filter(kept)
    assert kept.getMessage() == "Again in 3 s"
    assert kept.exc_info is not None


NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY, MOMENT = timedelta(days=1), timedelta(microseconds=1)
ALWAYS = {"guilds", "guild_messages", "dm_messages"}


@pytest.mark.parametrize(("content", "expected"), [(False, ALWAYS), (True, ALWAYS | {"message_content"})])
def test_the_bot_uses_servers_messages_and_perhaps_content(content: bool, expected: set[str]) -> None:  # noqa: FBT001 - a parameter
    assert {name for name, value in make_intents(content=content) if value} == expected


async def test_after_a_refusal_the_content_is_not_asked_for_within_a_day(tmp_path: Path) -> None:
    database = await Database.open(await create_database(tmp_path / "record.db"))
    try:
        assert await may_ask_for_content(database, 1, NOON)
        await record_refusal(database, 1, NOON)
        assert not await may_ask_for_content(database, 1, NOON)
        assert not await may_ask_for_content(database, 1, NOON + DAY - MOMENT)
        assert await may_ask_for_content(database, 1, NOON + DAY)
        assert await may_ask_for_content(database, 1, NOON - MOMENT), "the clock was set back"
        assert await may_ask_for_content(database, 2, NOON), "another application"
    finally:
        await database.close()


README = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")


def test_the_readme_has_the_link() -> None:
    assert f"`{invitation_link(7).replace('client_id=7', 'client_id=APP')}`" in README


def test_the_readme_names_the_permissions() -> None:
    listed = README.partition("permissions: ")[2].partition(")")[0].replace("view channels", "view channel").split(",")
    names = {"_".join(name.split()): True for name in listed}
    assert discord.Permissions(**names) == USED


def test_the_playground_grants_a_bot_the_permissions_of_the_link() -> None:
    assert bits(INVITATION) == USED.value


def test_a_link_for_a_server_asks_for_that_server_alone() -> None:
    link = invitation_link(7, server_id=9, also=discord.Permissions(manage_channels=True))
    assert "guild_id=9" in link
    assert "disable_guild_select=true" in link
    assert f"permissions={USED.value | 1 << 4}&" in link
