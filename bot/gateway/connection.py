"""The connection to Discord: which intents and shards, how it begins, and how the operator is told what is wrong."""

from __future__ import annotations

import asyncio
import json
import logging
import zlib
from contextlib import suppress
from contextvars import ContextVar
from datetime import datetime, timedelta
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any, TypeVar

import discord
import yarl
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.http import HTTPClient, Route

from bot.gateway.permissions import USED
from bot.process import NETWORK_ERRORS
from storage.queries import key_value

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    import aiohttp

    from storage.engine.database import Database

log = logging.getLogger(__name__)


def point_at(api: str, gateway: str) -> None:
    """Send all requests of discord.py to another server.

    Takes the address that REST routes are appended to and the one of the gateway's WebSocket. Call it before login.
    """
    Route.BASE = api
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    discord.Asset.BASE = api  # pyright: ignore[reportAttributeAccessIssue] - inferred as this one literal


REFUSAL_LASTS = timedelta(days=1)
"""How long the bot does without the intent after the gateway refused it although Discord had granted it."""


async def is_content_granted(token: str, database: Database, now: datetime) -> bool:
    """Ask Discord whether this application may read other people's messages.

    Raises what `login` raises, and `StorageError`.
    """
    async with discord.Client(intents=make_intents(content=False)) as client:
        await client.login(token)
        about = client.application  # asked for at login
    if about is None:
        return False
    granted = about.flags.gateway_message_content or about.flags.gateway_message_content_limited
    return await may_ask_for_content(database, about.id, now) if granted else False


async def record_refusal(database: Database, application_id: int, now: datetime) -> None:
    """Store that the gateway refused the intent, so that the next start does without. Raises `StorageError`."""
    async with database.write() as tx:
        await key_value.write(tx, _key(application_id), now.isoformat())


async def may_ask_for_content(database: Database, application_id: int, now: datetime) -> bool:
    """Return whether the gateway hasn't refused the intent within the last day. Raises `StorageError`."""
    async with database.read() as tx:
        noted = await key_value.read(tx, _key(application_id))
    if noted is None or not timedelta() <= now - datetime.fromisoformat(noted) < REFUSAL_LASTS:
        return True
    log.warning(
        "Discord's gateway refused the message content intent at %s; the bot goes without it until a start a day later",
        noted,
    )
    return False


def _key(application_id: int) -> str:
    return f"content refused to {application_id}"


def make_intents(*, content: bool) -> discord.Intents:
    """Return the intents that the bot uses."""
    intents = discord.Intents.none()
    intents.guilds = True
    intents.guild_messages = True
    intents.dm_messages = True
    intents.message_content = content
    return intents


def invitation_link(
    application_id: int, *, server_id: int | None = None, also: discord.Permissions | None = None
) -> str:
    """Return the link by which the bot is invited, or gets its permissions on a server where it is.

    It asks for the permissions that the bot uses, and for those in `also`.
    """
    return discord.utils.oauth_url(
        application_id,
        permissions=USED | (also or discord.Permissions.none()),
        guild=discord.Object(server_id) if server_id else discord.utils.MISSING,
        scopes=("bot", "applications.commands"),
        disable_guild_select=bool(server_id),
    )


_received = DiscordWebSocket.received_message


def resume_after_broken_frames() -> None:
    """Resume the session after a frame that can't be read. Call it before login."""
    DiscordWebSocket.received_message = _receive


async def _receive(self: DiscordWebSocket, msg: Any, /) -> None:
    try:
        await _received(self, msg)
    except (json.JSONDecodeError, UnicodeDecodeError, zlib.error) as broken:
        log.warning("The gateway sent a frame that can't be read (%s); the session is resumed", broken)
        await self.close()
        raise ReconnectWebSocket(self.shard_id) from broken


T = TypeVar("T")
HELLO_TIMEOUT = 30.0
"""Seconds to wait for the gateway's hello: half of what discord.py waits."""
RETRY_DELAYS = (1.0, 2.0, 5.0, 15.0, 30.0, 60.0)
"""Seconds before the next try, the last one from then on."""
FATAL_CODES = {4004, 4010, 4011, 4012, 4013, 4014}
"""The gateway's close codes for which a retry is useless: a refused token or intent, and so on."""
CLOSED = "it closed the connection before it said hello"
CONNECTION_ERRORS = (*NETWORK_ERRORS, OSError, discord.ConnectionClosed)
"""What a connection to the gateway fails with: sockets' own errors too, as nothing else raises any there."""
CLOSE_TIMEOUT = 5.0
"""Seconds to wait for the gateway to close a connection that failed."""
START_RESERVE = 10
"""Sessions that a start leaves to processes that run, which lose theirs when Discord can't resume it.

More than a quiet day needs, and a hundredth of what Discord grants.
"""
ASK_TIMEOUT = 10.0
"""Seconds to wait for Discord to tell how many sessions may begin."""
RESET_MARGIN = 5.0
"""Seconds after which Discord has certainly begun to count anew."""
_from_client = DiscordWebSocket.from_client
_ws_connect = HTTPClient.ws_connect
_opened: ContextVar[list[aiohttp.ClientWebSocketResponse]] = ContextVar("opened")
"""The sockets of the current attempt, to close if it fails."""


class GatewayUnreachable(Exception):  # noqa: N818 - what the log says
    """The gateway can't be reached. The message is the reason."""


class SessionLimitReached(Exception):  # noqa: N818 - what the log says
    """Too few sessions may begin before a time, which is `seconds` away. The message is a sentence."""

    def __init__(self, left: int, total: int, until: datetime, seconds: float) -> None:
        super().__init__(
            f"Of {total:,} sessions a day Discord lets this bot begin {left} more before {until:%Y-%m-%d %H:%M} UTC, "
            "so it waits until then; find out what restarts it again and again"
        )
        self.seconds = seconds


def retry_failed_connections() -> None:
    """Let a connection that fails be tried again, and be logged in a sentence. Call it before login."""
    HTTPClient.ws_connect = _open_socket
    DiscordWebSocket.from_client = classmethod(_connect)  # pyright: ignore[reportAttributeAccessIssue]
    for name in ("discord.client", "discord.shard"):
        logging.getLogger(name).addFilter(_shorten_record)


async def connect_with_retries(connect: Callable[[], Awaitable[T]]) -> T:
    """Return the result of the first attempt that raises neither `GatewayUnreachable` nor `SessionLimitReached`."""
    for wait in chain(RETRY_DELAYS, repeat(RETRY_DELAYS[-1])):
        try:
            return await connect()
        except GatewayUnreachable as failed:
            log.warning("The gateway can't be reached (%s); trying again in %d s", failed, wait)
            await asyncio.sleep(wait)
        except SessionLimitReached as limit:
            log.warning("%s", limit)
            await asyncio.sleep(limit.seconds)
    raise AssertionError("the waits have no end")


async def _connect(_: type[DiscordWebSocket], client: discord.Client, **how: Any) -> DiscordWebSocket:
    """Open a connection as discord.py does. Raises what it raises.

    Without a session also `GatewayUnreachable`, and `SessionLimitReached` if none may begin.

    discord.py waits and tries again by itself where a session is. A client of several shards calls itself for each try,
    one call inside the other, so that for those the tries are made here.
    """
    if how.get("session") is not None:
        try:
            return await _from_client(client, **how)
        except ReconnectWebSocket as closed:
            raise ConnectionError(CLOSED) from closed
    how["resume"] = False
    if isinstance(client, discord.AutoShardedClient):
        return await connect_with_retries(lambda: _begin(client, how))
    return await _begin(client, how)


async def _open_socket(self: HTTPClient, url: str, **how: Any) -> aiohttp.ClientWebSocketResponse:
    socket = await _ws_connect(self, url, **how)
    _opened.get([]).append(socket)
    return socket


async def _begin(client: discord.Client, how: dict[str, Any]) -> DiscordWebSocket:
    """Open a connection without a session, and close its socket if that fails, as discord.py doesn't."""
    await _check_session_starts(client, first=bool(how.get("initial")) and not client.is_ready())
    sockets: list[aiohttp.ClientWebSocketResponse] = []
    noting = _opened.set(sockets)
    try:
        return await _say_hello(client, how)
    except BaseException:
        for socket in sockets:
            with suppress(*CONNECTION_ERRORS):
                async with asyncio.timeout(CLOSE_TIMEOUT):
                    await socket.close()
        raise
    finally:
        _opened.reset(noting)


async def _check_session_starts(client: discord.Client, *, first: bool) -> None:
    """Raise `SessionLimitReached` unless a session may begin: the first of a process, or a later one.

    A first one leaves enough for the process's other shards, and the reserve. The client dispatches the event
    `session_limit` with the time from which on it may. If Discord doesn't tell the limit, a session is begun: its own
    gateway refuses what is too much.
    """
    try:
        async with asyncio.timeout(ASK_TIMEOUT):
            _, _, limit = await client.http.get_bot_gateway()
        total, left, reset = limit["total"], limit["remaining"], timedelta(milliseconds=limit["reset_after"])
    except (*CONNECTION_ERRORS, discord.GatewayNotFound, LookupError, TypeError) as failed:
        reason = failed.__cause__ or failed
        name = str(reason) or type(reason).__name__
        log.warning("Discord doesn't tell how many sessions may begin (%s), so one is begun", name)
        return
    shards = len(client.shard_ids or ()) if isinstance(client, discord.AutoShardedClient) else 1
    if left >= min(shards + START_RESERVE if first else 1, total):
        return
    until = discord.utils.utcnow() + reset
    client.dispatch("session_limit", until)
    raise SessionLimitReached(left, total, until, reset.total_seconds() + RESET_MARGIN)


async def _say_hello(client: discord.Client, how: dict[str, Any]) -> DiscordWebSocket:
    try:
        async with asyncio.timeout(HELLO_TIMEOUT):
            return await _from_client(client, **how)
    except TimeoutError:
        raise GatewayUnreachable(f"it said no hello within {HELLO_TIMEOUT:.0f} s") from None
    except ReconnectWebSocket as closed:
        raise GatewayUnreachable(CLOSED) from closed
    except discord.ConnectionClosed as closed:
        if closed.code in FATAL_CODES:
            raise
        raise GatewayUnreachable(CLOSED) from closed
    except CONNECTION_ERRORS as failed:
        raise GatewayUnreachable(str(failed) or type(failed).__name__) from failed
    except (AttributeError, LookupError, TypeError, ValueError) as strange:
        raise GatewayUnreachable("it didn't say hello, but something that can't be read") from strange


def _shorten_record(record: logging.LogRecord) -> bool:
    """Let a record of discord.py's pass; trouble on the way to Discord becomes one line without a traceback."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, CONNECTION_ERRORS):
        record.msg, record.args = "%s: %s", (record.getMessage(), error or type(error).__name__)
        record.exc_info = None
    return True
