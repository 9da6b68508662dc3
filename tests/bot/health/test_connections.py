"""The server of the metrics and of health checks keeps few connections, and none for ever."""

from __future__ import annotations

import asyncio
import logging
import os
import resource
import socket
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest
from aiohttp import web

from bot.health import connections
from bot.health.connections import MOST, serve_site
from tests.ports import free_port, taken_port

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]

REQUEST = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"
MALFORMED = "A request could not be read (BadHttpMessage)"
FULL = f"There are more than {MOST} connections to a web server of this process: "


class Site:
    """A server that answers at once, at `/slow` only once it is let."""

    def __init__(self) -> None:
        self.port = 0
        self.arrived = asyncio.Semaphore(0)
        self.answer = asyncio.Event()
        self._clients: list[Streams] = []

    async def connect(self, text: bytes = b"") -> Streams:
        """Open a connection and send something."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        self._clients.append((reader, writer))
        writer.write(text)
        return reader, writer

    async def connect_many(self, count: int, text: bytes = b"") -> list[Streams]:
        """Open so many connections, in this order, so that each is accepted before the next."""
        return [await self.connect(text) for _ in range(count)]

    async def reply(self, _: web.Request) -> web.Response:
        return web.Response(text="here it is")

    async def reply_later(self, _: web.Request) -> web.Response:
        self.arrived.release()
        await self.answer.wait()
        return web.Response(text="late")

    async def fail(self, _: web.Request) -> web.Response:
        raise LookupError("nothing here")

    def close(self) -> None:
        """Close all connections."""
        for _, writer in self._clients:
            writer.close()


@asynccontextmanager
async def serve() -> AsyncGenerator[Site]:
    site, app = Site(), web.Application()
    app.router.add_get("/", site.reply)
    app.router.add_get("/slow", site.reply_later)
    app.router.add_get("/broken", site.fail)
    async with serve_site(app, "127.0.0.1", 0) as site.port:
        yield site
        site.close()


async def answer(streams: Streams) -> str:
    """Return the first line of the answer on a connection, nothing if the server closes it without one."""
    try:
        async with asyncio.timeout(60):
            return (await streams[0].readline()).decode().strip()
    except ConnectionError:
        return ""


async def test_one_connection_too_many_takes_the_place_of_the_one_that_is_idle_for_longest(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with serve() as site:
        stalled = await site.connect_many(MOST, b"GET / HTT")
        used = stalled[0]
        used[1].write(b"P/1.1\r\nHost: here\r\n\r\n")
        assert await answer(used) == "HTTP/1.1 200 OK", "as many as may be"
        assert FULL not in caplog.text
        newest = await site.connect(REQUEST)
        assert await answer(newest) == "HTTP/1.1 200 OK"
        assert await answer(stalled[1]) == "", "the first one has been used since"
        assert caplog.messages == [FULL + "the one that is idle for longest is closed"]
        for each in stalled[2:]:
            each[1].write(b"P/1.1\r\nHost: here\r\n\r\n")
            assert await answer(each) == "HTTP/1.1 200 OK"


async def test_connections_that_were_closed_make_room(caplog: pytest.LogCaptureFixture) -> None:
    async with serve() as site:
        await site.connect_many(MOST - 1)
        ended = await site.connect(REQUEST.replace(b"Host", b"Connection: close\r\nHost"))
        assert (await ended[0].read()).endswith(b"here it is")
        assert await answer(await site.connect(REQUEST)) == "HTTP/1.1 200 OK"
    assert FULL not in caplog.text


async def test_no_request_that_is_being_answered_is_cut_off(caplog: pytest.LogCaptureFixture) -> None:
    async with serve() as site:
        busy = await site.connect_many(MOST - 1, REQUEST.replace(b"/", b"/slow", 1))
        for _ in busy:
            await site.arrived.acquire()
        idle = await site.connect(REQUEST)
        assert await answer(idle) == "HTTP/1.1 200 OK"
        busy.append(await site.connect(REQUEST.replace(b"/", b"/slow", 1)))
        await site.arrived.acquire()
        assert "200 OK" not in await answer(idle), "nothing more comes"
        refused = await site.connect(REQUEST)
        assert await answer(refused) == ""
        site.answer.set()
        assert {await answer(each) for each in busy} == {"HTTP/1.1 200 OK"}
        again = await site.connect(REQUEST)
        assert await answer(again) == "HTTP/1.1 200 OK"
    closed = FULL + "the one that is idle for longest is closed"
    assert caplog.messages == [closed, FULL + "the newest is closed, as all are busy", closed]


@pytest.mark.parametrize(
    ("sent", "answered"),
    [
        (b"", ""),
        (b"GET / HTTP/1.1\r\nHost: he", ""),
        (REQUEST, "HTTP/1.1 200 OK"),
        (b"GET / HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n\r\nhalf", "HTTP/1.1 200 OK"),
    ],
    ids=["nothing", "half a header", "idle", "half a body"],
)
async def test_a_connection_that_stalls_is_closed_after_a_while(
    monkeypatch: pytest.MonkeyPatch, sent: bytes, answered: str
) -> None:
    monkeypatch.setattr(connections, "IDLE_TIMEOUT", 0.2)
    monkeypatch.setattr(connections, "LINGERING", 0.2)
    async with serve() as site:
        streams = await site.connect(sent)
        assert await answer(streams) == answered
        async with asyncio.timeout(60):
            await streams[0].read()  # to the end of the connection


@pytest.mark.parametrize(("level", "lines"), [(logging.WARNING, 1), (logging.ERROR, 0)])
async def test_a_malformed_request_is_no_error(caplog: pytest.LogCaptureFixture, level: int, lines: int) -> None:
    with caplog.at_level(level):
        async with serve() as site:
            assert await answer(await site.connect(b"GET / HTTP/1.1\r\n\r\n")) == "HTTP/1.0 400 Bad Request"
    assert caplog.messages == [MALFORMED] * lines


async def test_malformed_requests_are_one_line_a_minute(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serve() as site:

        async def send() -> None:
            assert await answer(await site.connect(b"GET / HTTP/1.1\r\n\r\n")) == "HTTP/1.0 400 Bad Request"

        for _ in range(3):
            await send()
        assert caplog.messages == [MALFORMED]
        monkeypatch.setattr(connections, "MALFORMED_EVERY", 0.0)
        await send()
        await send()
    assert caplog.messages == [MALFORMED, f"{MALFORMED}, and 2 more before", MALFORMED]


async def test_an_error_of_our_own_keeps_its_traceback(caplog: pytest.LogCaptureFixture) -> None:
    async with serve() as site:
        said = await answer(await site.connect(REQUEST.replace(b"/", b"/broken", 1)))
    assert said == "HTTP/1.1 500 Internal Server Error"
    (record,) = caplog.records
    assert (record.levelname, record.exc_info and record.exc_info[0]) == ("ERROR", LookupError)


async def test_a_process_without_files_waits_until_it_has_some(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(connections, "RETRY_DELAY", 0.05)
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    async with serve() as site:
        client = socket.socket()
        client.setblocking(False)  # noqa: FBT003 - the standard library's own
        lowest = os.dup(client.fileno())  # the next file would get this number
        os.close(lowest)
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (lowest, before[1]))
            await asyncio.get_running_loop().sock_connect(client, ("127.0.0.1", site.port))
            async with asyncio.timeout(60):
                while len(caplog.messages) < 2:  # noqa: ASYNC110 - a log tells nobody
                    await asyncio.sleep(0.01)
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, before)
        await asyncio.get_running_loop().sock_sendall(client, REQUEST)
        said = await asyncio.get_running_loop().sock_recv(client, 100)
        client.close()
    assert said.startswith(b"HTTP/1.1 200 OK")
    told = "A connection to a web server of this process can't be accepted: Too many open files"
    assert set(caplog.messages) == {told}


async def test_a_server_without_a_host_is_reached_at_all_addresses() -> None:
    port = free_port()
    async with serve_site(web.Application(), "", port) as given:
        assert given == port
        for address in ("127.0.0.1", "::1") if socket.has_ipv6 else ("127.0.0.1",):
            streams = await asyncio.open_connection(address, port)
            streams[1].write(REQUEST)
            assert await answer(streams) == "HTTP/1.1 404 Not Found"
            streams[1].close()


async def test_a_port_that_is_taken_is_told_and_nothing_is_left_open() -> None:
    with taken_port() as port, pytest.raises(OSError, match=r"^\[Errno \d+\] Address already in use$"):
        async with serve_site(web.Application(), "127.0.0.1", port):
            pass
