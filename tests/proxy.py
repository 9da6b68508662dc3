"""A TCP proxy to a server on loopback that can stop passing data without closing connections."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from sqlalchemy import make_url

from bot.process import cancel_and_wait

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

HOST = "127.0.0.1"
_CHUNK = 65536


class Proxy:
    """Passes data both ways until it is silenced; then keeps it until it is healed. Made by `proxy_to`."""

    def __init__(self, port: int) -> None:
        self.port = 0
        self._target = port
        self._open = _open_event()
        self._next = self._open
        self._connections = set[asyncio.Task[Any]]()
        self._server: asyncio.Server | None = None

    def silence(self, *, later: bool = True) -> None:
        """Pass nothing on the present connections and, with `later`, on later ones."""
        self._open.clear()
        self._next = self._open if later else _open_event()

    def heal(self) -> None:
        """Pass everything again, kept data first."""
        self._open.set()
        self._open = self._next

    def url(self, address: str) -> str:
        """Return the URL of a database through this proxy."""
        return make_url(address).set(host=HOST, port=self.port).render_as_string(hide_password=False)

    async def start(self) -> None:
        """Listen on a free port."""
        self._server = await asyncio.start_server(self._connect, HOST, 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Drop every connection."""
        assert self._server
        self._server.close()
        await cancel_and_wait(self._connections)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection, open_event = asyncio.current_task(), self._next
        assert connection
        self._connections.add(connection)
        writers = [writer]
        try:
            await open_event.wait()
            far_reader, far_writer = await asyncio.open_connection(HOST, self._target)
            writers.append(far_writer)
            await asyncio.gather(_copy(reader, far_writer, open_event), _copy(far_reader, writer, open_event))
        except (asyncio.CancelledError, OSError):  # nobody waits for this task
            pass
        finally:
            for each in writers:
                each.transport.abort()
            self._connections.discard(connection)


@asynccontextmanager
async def proxy_to(port: int) -> AsyncGenerator[Proxy]:
    """Run a proxy to the server at a port."""
    proxy = Proxy(port)
    await proxy.start()
    try:
        yield proxy
    finally:
        await proxy.stop()


def _open_event() -> asyncio.Event:
    event = asyncio.Event()
    event.set()
    return event


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, open_event: asyncio.Event) -> None:
    """Pass on the data of one direction, and its end."""
    while data := await reader.read(_CHUNK):
        await open_event.wait()
        writer.write(data)
        await writer.drain()
    await open_event.wait()
    writer.close()
