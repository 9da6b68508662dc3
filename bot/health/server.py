"""The running bot tells whether it is well, on loopback for `bot/health/client.py`; and its metrics, if it is asked to.

It answers from a thread with an event loop of its own, so that the bot's own loop may be as busy as it likes.
"""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from concurrent.futures import Future
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST

from bot.health.checks import describe_condition, describe_record
from bot.health.client import address
from bot.health.connections import serve_site
from bot.health.database import DatabaseHealth
from bot.health.measurements import Monitor
from bot.health.metrics_page import write_page
from storage.engine.database import Database, StorageError

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable
    from pathlib import Path

    from bot.client.client import Client
    from bot.health.database import Found
    from bot.health.measurements import Condition
    from bot.metrics.metrics import Metrics
    from bot.scheduled_backups.worker import BackupWorker
    from bot.scheduler import Scheduler

log = logging.getLogger(__name__)
LOOPBACK = {"127.0.0.1", "localhost", "::1"}
STOP_TIMEOUT = 2.0
"""Seconds to wait for the thread to end."""


@asynccontextmanager
async def serve_health(
    bot: Client,
    scheduler: Scheduler,
    folder: Path,
    database: str,
    metrics_address: tuple[str, int] | None = None,
    backups: BackupWorker | None = None,
) -> AsyncGenerator[None]:
    """Answer questions about the bot's health as long as the context lasts, at an address left in the data folder.

    `database` is the address of the record, `backups` makes its backups, if this process does. At `metrics_address`, a
    host and a port, anybody who reaches it reads the metrics (`/metrics`) and whether the bot is well (`/healthz`) and
    ready (`/readyz`). Raises `StorageError`, and `OSError` if that address can't be had.
    """
    monitor = Monitor(bot, scheduler, backups)
    server = HealthServer(monitor, bot.metrics, database, bot.shards_carried.name, metrics_address)
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

    def __init__(
        self, monitor: Monitor, metrics: Metrics, database: str, shards: str, metrics_address: tuple[str, int] | None
    ) -> None:
        self._monitor = monitor
        self._metrics = metrics
        self._metrics_address = metrics_address
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
        record = DatabaseHealth(database, f"health {self._shards}")

        loopback = web.Application(middlewares=[allow_only_loopback])
        loopback.router.add_get("/health", partial(self._answer_health, record))
        async with AsyncExitStack() as sites:
            if self._metrics_address:
                public = web.Application()
                public.router.add_get("/metrics", partial(self._answer_metrics, record))
                public.router.add_get("/healthz", partial(self._answer_health, record))
                public.router.add_get("/readyz", self._answer_ready)
                await sites.enter_async_context(serve_site(public, *self._metrics_address))
            self._port.set_result(await sites.enter_async_context(serve_site(loopback, "127.0.0.1", 0)))
            await ended.wait()
        if not record.busy:
            await database.close()

    async def _answer_health(self, record: DatabaseHealth, _: web.Request) -> web.Response:
        """Return a report, with status 503 if anything is wrong."""
        report = await self._report(record)
        return web.json_response(report, status=503 if report["problems"] else 200)

    async def _answer_ready(self, _: web.Request) -> web.Response:
        """Return whether the bot is connected to Discord, with status 503 if it isn't."""
        ready = self._monitor.condition.connected
        return web.json_response({"ready": ready}, status=200 if ready else 503)

    async def _answer_metrics(self, record: DatabaseHealth, _: web.Request) -> web.Response:
        """Return the page of metrics."""
        seen = self._monitor.condition
        found, written = await self._examine(record, seen)
        failed = isinstance(found, BaseException) or written is not None
        self._metrics.database_up.set(not failed)
        page = write_page(self._metrics, seen, None if isinstance(found, BaseException) else found)
        return web.Response(body=page, headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def _examine(
        self, record: DatabaseHealth, seen: Condition
    ) -> tuple[Found | BaseException, BaseException | None]:
        """Return what the record says, and None if it can be written; or else the errors."""
        return await asyncio.gather(record.read(seen.now), record.write(seen.now), return_exceptions=True)

    async def _report(self, record: DatabaseHealth) -> dict[str, Any]:
        seen = self._monitor.condition
        found, written = await self._examine(record, seen)
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
