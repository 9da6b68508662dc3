"""The running bot tells on loopback whether it is well; `bot/health/client.py` asks it.

It answers from a thread with an event loop of its own, so that the bot's own loop may be as busy as it likes.
"""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from concurrent.futures import Future
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from aiohttp import web

from bot.health.checks import describe_condition, describe_record
from bot.health.client import address
from bot.health.monitor import Monitor
from bot.health.record import HealthRecord
from storage.engine.database import Database, StorageError

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable
    from pathlib import Path

    from bot.client.client import Client
    from bot.scheduler import Scheduler

log = logging.getLogger(__name__)
LOOPBACK = {"127.0.0.1", "localhost", "::1"}
STOP_TIMEOUT = 2.0
"""Seconds to wait for the thread to end."""


@asynccontextmanager
async def serve_health(bot: Client, scheduler: Scheduler, folder: Path, database: str) -> AsyncGenerator[None]:
    """Answer questions about the bot's health as long as the context lasts, at an address left in the data folder.

    `database` is the address of the record. Raises `StorageError`.
    """
    monitor = Monitor(bot, scheduler)
    server = HealthServer(monitor, database, bot.shards_carried.name)
    port = await asyncio.wrap_future(server.start())
    file = address(folder, bot.shards_carried)
    file.write_text(json.dumps({"url": f"http://127.0.0.1:{port}/health"}), "utf-8")
    monitor.start()
    try:
        yield
    finally:
        file.unlink(missing_ok=True)
        await monitor.stop()
        await asyncio.to_thread(server.stop)


class HealthServer:
    """Answers in a separate thread."""

    def __init__(self, monitor: Monitor, database: str, shards: str) -> None:
        self._monitor = monitor
        self._address = database
        self._shards = shards
        self._port: Future[int] = Future()
        self._ending: Callable[[], object] = lambda: None
        self._thread = threading.Thread(target=self._run, name="health", daemon=True)

    def start(self) -> Future[int]:
        """Start to answer; the port is known then."""
        self._thread.start()
        return self._port

    def stop(self) -> None:
        """Stop, without waiting long, because a write can hang. Blocks."""
        self._ending()
        self._thread.join(STOP_TIMEOUT)

    def _run(self) -> None:
        try:
            asyncio.run(self._answer())
        except Exception as error:
            if self._port.done():
                log.error("Questions about health are not answered any more", exc_info=error)  # noqa: TRY400
            else:
                self._port.set_exception(error)

    async def _answer(self) -> None:
        ended, loop = asyncio.Event(), asyncio.get_running_loop()
        self._ending = lambda: loop.call_soon_threadsafe(ended.set)
        database = await Database.open_existing(self._address)
        record = HealthRecord(database, f"health {self._shards}")

        async def answer(_: web.Request) -> web.Response:
            report = await self._report(record)
            return web.json_response(report, status=503 if report["problems"] else 200)

        app = web.Application(middlewares=[allow_only_loopback])
        app.router.add_get("/health", answer)
        runner = web.AppRunner(app, access_log=None, handle_signals=False)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        self._port.set_result(runner.addresses[0][1])
        await ended.wait()
        await runner.cleanup()
        if not record.busy:
            await database.close()

    async def _report(self, record: HealthRecord) -> dict[str, Any]:
        seen = self._monitor.condition
        found, written = await asyncio.gather(record.read(seen.now), record.write(seen.now), return_exceptions=True)
        problems = list(describe_condition(seen))
        for what, outcome in (("read", found), ("written", written)):
            if isinstance(outcome, StorageError):
                problems.append(f"The record can't be {what}: {outcome}")
            elif isinstance(outcome, BaseException):
                log.error("The health of the record could not be told", exc_info=outcome)
                problems.append(f"The record can't be {what}: {type(outcome).__name__}; see the log.")
        known = None if isinstance(found, BaseException) else found
        if known:
            problems += describe_record(known, seen.now)
        return {
            "connected": seen.connected,
            "shards": self._shards,
            "latency_ms": seen.latency_ms,
            "lag_ms": round(seen.lag * 1000),
            "waiting_posts": known.waiting if known else None,
            "problems": problems,
        }


@web.middleware
async def allow_only_loopback(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Refuse a question for any other host than this machine: a page elsewhere could have a name that leads here."""
    try:
        host = urlsplit(f"//{request.host}").hostname
    except ValueError:
        host = None
    if host not in LOOPBACK:
        raise web.HTTPForbidden(text="Ask 127.0.0.1.")
    return await handler(request)
