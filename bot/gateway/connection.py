"""The way to the gateway: where it fails before a session began, it is tried again with growing distance.

discord.py ends the client with an `AttributeError` there (its issue 10520), or tries again without a pause.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from contextvars import ContextVar
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any, TypeVar

import discord
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.http import HTTPClient

from bot.process.errors import NETWORK_ERRORS

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    import aiohttp

T = TypeVar("T")
log = logging.getLogger(__name__)
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
_from_client = DiscordWebSocket.from_client
_ws_connect = HTTPClient.ws_connect
_opened: ContextVar[list[aiohttp.ClientWebSocketResponse]] = ContextVar("opened")
"""The sockets of the current attempt, to close if it fails."""


class GatewayUnreachable(Exception):  # noqa: N818 - what the log says
    """The gateway can't be reached. The message is the reason."""


def retry_failed_connections() -> None:
    """Let a connection that fails be tried again, and be logged in a sentence. Call it before login."""
    HTTPClient.ws_connect = _open_socket
    DiscordWebSocket.from_client = classmethod(_connect)  # pyright: ignore[reportAttributeAccessIssue]
    for name in ("discord.client", "discord.shard"):
        logging.getLogger(name).addFilter(_shorten_record)


async def connect_with_retries(connect: Callable[[], Awaitable[T]]) -> T:
    """Return the result of the first attempt that doesn't raise `GatewayUnreachable`."""
    for wait in chain(RETRY_DELAYS, repeat(RETRY_DELAYS[-1])):
        try:
            return await connect()
        except GatewayUnreachable as failed:
            log.warning("The gateway can't be reached (%s); trying again in %d s", failed, wait)
            await asyncio.sleep(wait)
    raise AssertionError("the waits have no end")


async def _connect(_: type[DiscordWebSocket], client: discord.Client, **how: Any) -> DiscordWebSocket:
    """Open a connection as discord.py does. Raises what it raises, and `GatewayUnreachable` without a session.

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
