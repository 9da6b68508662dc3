"""Serve a web application by few connections at a time, so that nobody can use up the files of the process.

asyncio's own servers accept whatever comes, and where files run out they write thousands of lines a second.
"""

from __future__ import annotations

import asyncio
import logging
import os
import resource
import socket
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import TYPE_CHECKING, cast

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from bot.process import cancel_and_wait

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable

    from aiohttp.typedefs import Handler

log = logging.getLogger(__name__)
MOST = 32
"""Connections at a time for health and metrics: Prometheus has one, a container's health check another."""
BACKLOG = 64
"""Connections that the system keeps until they are accepted, which takes no files of this process."""
IDLE_TIMEOUT = 20.0
"""Seconds that a connection may wait for the rest of a request, or for the next one.

No usual interval of Prometheus, so that it isn't closed just when the next request is on its way.
"""
LINGERING = 1.0
"""Seconds that an answered request may take to send a body that nobody asked for."""
END_TIMEOUT = 1.0
"""Seconds that requests have to end when the server does."""
RETRY_DELAY = 1.0
"""Seconds before the next connection is accepted where one couldn't be, for example for want of files."""
MALFORMED = (HttpProcessingError, web.RequestPayloadError)
"""What aiohttp raises for requests that aren't HTTP."""
MALFORMED_EVERY = 60.0
"""Seconds between two lines of the log about them."""


@asynccontextmanager
async def serve_site(app: web.Application, host: str, port: int, *, most: int = MOST) -> AsyncGenerator[int]:
    """Serve an application by `most` connections as long as the context lasts, and give its port. Raises `OSError`.

    They take at most half of the files that the process may open, which all else needs as well.
    """
    connections = Connections(min(most, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 2))
    app.middlewares.append(connections.note_request)
    runner = web.AppRunner(
        app,
        access_log=None,
        handle_signals=False,
        shutdown_timeout=END_TIMEOUT,
        keepalive_timeout=IDLE_TIMEOUT,
        lingering_time=LINGERING,
    )
    logger, malformed = logging.getLogger("aiohttp.server"), MalformedRequests()
    async with AsyncExitStack() as stack:
        logger.addFilter(malformed)
        stack.callback(logger.removeFilter, malformed)
        await runner.setup()
        stack.push_async_callback(runner.cleanup)
        server = cast("web.Server", runner.server)  # it is set up
        listening = [stack.enter_context(each) for each in await _listen(host, port)]
        accepting = [asyncio.create_task(connections.accept(each, server)) for each in listening]
        stack.push_async_callback(cancel_and_wait, accepting)
        yield listening[0].getsockname()[1]


class Connections:
    """The connections of a server. One more than `most` takes the place of the one that has been idle for longest."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: dict[asyncio.Transport, None] = {}  # idle for longest first
        self._busy: set[asyncio.Transport] = set()

    async def accept(self, listening: socket.socket, protocol: Callable[[], asyncio.BaseProtocol]) -> None:
        """Accept connections for ever."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                accepted, _ = await loop.sock_accept(listening)
            except ConnectionError:  # it was closed before it was accepted
                continue
            except OSError as error:
                log.warning("A connection to a web server of this process can't be accepted: %s", error.strerror)
                await asyncio.sleep(RETRY_DELAY)
                continue
            if not self._make_room():
                accepted.close()
                await asyncio.sleep(0)  # a connection that waits is accepted without giving way to others
                continue
            with suppress(OSError):
                transport, _ = await loop.connect_accepted_socket(protocol, accepted)
                self._open[transport] = None

    @web.middleware
    async def note_request(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Keep a connection from being closed while its request is answered."""
        transport = request.transport
        if transport is None:  # it was closed meanwhile
            return await handler(request)
        self._busy.add(transport)
        try:
            return await handler(request)
        finally:
            self._busy.discard(transport)
            if self._open.pop(transport, self) is None:
                self._open[transport] = None  # idle from now on

    def _make_room(self) -> bool:
        """Close a connection if there are as many as may be. Returns False if all of them are busy."""
        self._open = {each: None for each in self._open if not _is_closed(each)}
        if len(self._open) < self._most:
            return True
        idle = next((each for each in self._open if each not in self._busy), None)
        what = "the newest is closed, as all are busy" if idle is None else "the one that is idle for longest is closed"
        log.warning("There are more than %d connections to a web server of this process: %s", self._most, what)
        if idle is None:
            return False
        del self._open[idle]
        idle.abort()  # whatever its class: uvloop's are no instances of `asyncio.Transport`
        return True


def _is_closed(transport: asyncio.Transport) -> bool:
    opened = transport.get_extra_info("socket")
    return opened is None or opened.fileno() == -1


async def _listen(host: str, port: int) -> list[socket.socket]:
    """Listen at each address that a host has. Raises `OSError`."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    async with AsyncExitStack() as stack:
        opened: list[socket.socket] = []
        for family, address in dict.fromkeys((each[0], each[4]) for each in found):
            try:
                opened.append(stack.enter_context(socket.create_server(address, family=family, backlog=BACKLOG)))
            except OSError as error:  # whose own words name the address once more
                raise OSError(error.errno, os.strerror(error.errno or 0)) from error
            opened[-1].setblocking(False)  # noqa: FBT003 - the standard library's own
        stack.pop_all()
        return opened


class MalformedRequests(logging.Filter):
    """Lets aiohttp's records pass; malformed requests become one line a minute, without a traceback.

    Whoever reaches the port can send them, so they are no errors of ours. Their text, a stranger's, is left out.
    """

    def __init__(self) -> None:
        super().__init__()
        self._told_at = -MALFORMED_EVERY
        self._more = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a record is to be written, and shorten it if it is about a malformed request."""
        error = record.exc_info[1] if record.exc_info else None
        if not isinstance(error, MALFORMED):
            return True
        if not log.isEnabledFor(logging.WARNING):
            return False
        if record.created - self._told_at < MALFORMED_EVERY:
            self._more += 1
            return False
        more, self._told_at, self._more = self._more, record.created, 0
        record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
        record.msg, record.args = "A request could not be read (%s)", (type(error).__name__,)
        if more:
            record.msg, record.args = f"{record.msg}, and %d more before", (*record.args, more)
        record.exc_info = None
        return True
