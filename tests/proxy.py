"""A way to a server on loopback that can fall silent: nothing comes through any more, and nobody closes anything."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from sqlalchemy import make_url

from bot.process.tasks import cancel_and_wait

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

HOST = "127.0.0.1"
_AT_ONCE = 65536


class Proxy:
    """Passes on what comes, both ways, until it is silenced; then keeps it until it is healed. Made by `proxy_to`."""

    def __init__(self, port: int) -> None:
        self.port = 0
        self._target = port
        self._open = _opened()
        self._next = self._open
        self._connections = set[asyncio.Task[Any]]()
        self._server: asyncio.Server | None = None

    def silence(self, *, later: bool = True) -> None:
        """Let nothing through on the connections that there are, nor, with `later`, on those that are made later."""
        self._open.clear()
        self._next = self._open if later else _opened()

    def heal(self) -> None:
        """Let everything through again, what was kept first."""
        self._open.set()
        self._open = self._next

    def url(self, address: str) -> str:
        """Return a database's address by way of here."""
        return make_url(address).set(host=HOST, port=self.port).render_as_string(hide_password=False)

    async def start(self) -> None:
        """Begin to take connections, on a free port."""
        self._server = await asyncio.start_server(self._connect, HOST, 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Drop every connection."""
        assert self._server
        self._server.close()
        await cancel_and_wait(self._connections)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection, passing = asyncio.current_task(), self._next
        assert connection
        self._connections.add(connection)
        writers = [writer]
        try:
            await passing.wait()
            far_reader, far_writer = await asyncio.open_connection(HOST, self._target)
            writers.append(far_writer)
            await asyncio.gather(_copy(reader, far_writer, passing), _copy(far_reader, writer, passing))
        except (asyncio.CancelledError, OSError):  # nobody waits for this task
            pass
        finally:
            for each in writers:
                each.transport.abort()
            self._connections.discard(connection)


@asynccontextmanager
async def proxy_to(port: int) -> AsyncGenerator[Proxy]:
    """Give a way to the server at a port, as long as the context lasts."""
    proxy = Proxy(port)
    await proxy.start()
    try:
        yield proxy
    finally:
        await proxy.stop()


def _opened() -> asyncio.Event:
    event = asyncio.Event()
    event.set()
    return event


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, passing: asyncio.Event) -> None:
    """Pass on what comes one way, its end too."""
    while data := await reader.read(_AT_ONCE):
        await passing.wait()
        writer.write(data)
        await writer.drain()
    await passing.wait()
    writer.close()
