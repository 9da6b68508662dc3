"""The ports of health checks and metrics, and what they answer."""

from __future__ import annotations

import asyncio
import json
import logging
import math
import threading
import time
from collections import Counter
from concurrent.futures import Future
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot.health.client import address
from bot.health.connections import serve_site
from bot.process import cancel_and_wait
from storage.engine.database import Database, StorageError
from storage.queries import failed_jobs, key_value, matches, outbox, undelivered

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Mapping, Sequence
    from datetime import datetime
    from pathlib import Path

    from bot.client.client import Client
    from bot.metrics import Metrics
    from bot.scheduled_backups import BackupStatus, BackupWorker
    from bot.scheduler import Scheduler
    from storage.queries.failed_jobs import FailedJob
    from storage.queries.undelivered import UndeliveredPost

log = logging.getLogger(__name__)
SLOW_LOOP = 3.0
"""Seconds for which the event loop may be blocked: the time that Discord allows for the response to a button."""
LONG = 120.0
"""Seconds for which a board may wait, or no jobs run."""


def describe_condition(seen: Condition) -> Iterator[str]:
    """Yield a sentence for each fault of the running bot."""
    limit = seen.session_limit_until
    if not seen.connected and limit and seen.now < limit:
        yield f"Discord lets this bot begin no session before {limit:%Y-%m-%d %H:%M} UTC; it waits and connects then."
    elif not seen.connected:
        yield "Discord's gateway is away; the bot connects again by itself."
    if seen.lag > SLOW_LOOP:
        yield f"The event loop was busy for {seen.lag:.0f} seconds."
    if seen.scheduler_idle > LONG:
        yield f"The scheduler has not run for {seen.scheduler_idle / 60:.0f} minutes; see the log."
    if seen.backups:
        yield from describe_backups(seen.backups, seen.now)


def describe_backups(status: BackupStatus, now: datetime) -> Iterator[str]:
    """Yield a sentence for each fault of the backups."""
    if status.problem:
        yield f"The backup failed, and is tried again: {status.problem}"
    if status.schedule.is_overdue(max(status.last or status.since, status.since), now):
        last = f"The last good backup is of {status.last:%Y-%m-%d %H:%M} UTC" if status.last else "There is no backup"
        yield f"{last}, but TURNPOST_BACKUPS asks for one {status.schedule.name}; see the log."


def describe_record(found: Found, now: datetime) -> Iterator[str]:
    """Yield a sentence for each fault in the record."""
    oldest = found.oldest
    if oldest and (waited := (now - oldest.created_at).total_seconds()) > LONG:
        yield f"The board of #{oldest.match_id} has waited for {waited / 60:.0f} minutes; see `turnpost outbox`."
    if found.lost:
        posts = "1 post was" if found.lost == 1 else f"{found.lost:,} posts were"
        yield f"{posts} given up in the last hour; see `turnpost outbox`."
    if found.aside:
        jobs = "1 due job is" if len(found.aside) == 1 else f"{len(found.aside):,} due jobs are"
        yield f"{jobs} set aside, first {found.aside[0].name}; see `turnpost verify`."


WITHIN = 3.0
"""Seconds for reading and writing; what takes longer is reported by the next check."""
LATELY = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Found:
    """What the record says: how many posts wait, the board that has waited longest, what was lost, what is set aside.

    `matches` has how many matches go on, by game. `lost` counts the posts that were given up within an hour and said
    nowhere else.
    """

    waiting: int
    oldest: UndeliveredPost | None
    lost: int
    aside: Sequence[FailedJob]
    matches: Mapping[str, int]


class DatabaseHealth:
    """Reads and writes the record for health checks, one of each at a time."""

    def __init__(self, database: Database, key: str) -> None:
        self._database = database
        self._key = key
        self._running: dict[str, asyncio.Task[Any]] = {}

    @property
    def busy(self) -> bool:
        """Whether a read or write is still running."""
        return any(not task.done() for task in self._running.values())

    async def read(self, now: datetime) -> Found:
        """Return the state of the record. Raises `StorageError`."""
        return await self._within("read", "A look at the record", lambda: self._read(now))

    async def write(self, now: datetime) -> None:
        """Write something small. Raises `StorageError`."""
        await self._within("write", "A small write to the record", lambda: self._write(now))

    async def _read(self, now: datetime) -> Found:
        async with self._database.read() as tx:
            return Found(
                await outbox.count_backlog(tx),
                await undelivered.oldest_board(tx),
                await undelivered.count_lost_since(tx, now - LATELY),
                await failed_jobs.list_all(tx),
                await matches.count_active(tx),
            )

    async def _write(self, now: datetime) -> None:
        async with self._database.write() as tx:
            await key_value.write(tx, self._key, now.isoformat())

    async def _within(self, name: str, what: str, call: Callable[[], Awaitable[Any]]) -> Any:
        """Return the result of a call, which is neither cancelled nor started again while it runs."""
        task = self._running.get(name) or asyncio.ensure_future(call())
        self._running[name] = task
        await asyncio.wait({task}, timeout=WITHIN)
        if not task.done():
            raise StorageError(f"{what} isn't done after {WITHIN:.0f} seconds.")
        self._running.pop(name, None)
        return task.result()


EVERY = 1.0
"""Seconds between two measurements."""
REMEMBERED = 60.0
"""Seconds for which a delay of the loop is remembered."""


@dataclass(frozen=True, slots=True)
class Condition:
    """What was measured: the gateway, the loop's longest delay within a minute, seconds since the scheduler ran.

    `session_limit_until` is until when Discord lets the bot begin no session, None if it always did. `backups` is None
    where this process makes none.
    """

    connected: bool
    latency_ms: float | None
    lag: float
    scheduler_idle: float
    now: datetime
    session_limit_until: datetime | None
    backups: BackupStatus | None


class Monitor:
    """Measures the bot every second on its event loop. Any thread may read `condition`."""

    def __init__(self, bot: Client, scheduler: Scheduler, backups: BackupWorker | None) -> None:
        self._bot = bot
        self._scheduler = scheduler
        self._backups = backups
        self._delays: tuple[tuple[float, float], ...] = ()
        self._running: asyncio.Task[None] | None = None
        self._look()

    def start(self) -> None:
        """Start to measure in a task."""
        self._look()
        self._running = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop."""
        await cancel_and_wait([self._running])

    @property
    def condition(self) -> Condition:
        """The bot's condition; a delay of the loop counts while it lasts."""
        now = time.monotonic()
        waiting = now - self._looked_at - EVERY
        lag = max(0.0, waiting, *(delay for at, delay in self._delays if now - at < REMEMBERED))
        backups = self._backups.status if self._backups else None
        idle, limit = now - self._scheduler.last_run, self._bot.session_limit_until
        return Condition(self._connected, self._latency_ms, lag, idle, self._now, limit, backups)

    def _look(self) -> None:
        bot = self._bot
        self._connected = bot.connected
        self._latency_ms = round(bot.latency * 1000, 1) if math.isfinite(bot.latency) else None
        self._now = bot.context.now()
        self._looked_at = time.monotonic()

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            now = time.monotonic()
            kept = [each for each in self._delays if now - each[0] < REMEMBERED]
            self._delays = (*kept, (now, now - self._looked_at - EVERY))
            self._look()


def write_page(metrics: Metrics, seen: Condition, found: Found | None) -> bytes:
    """Return the page; `found` is None if the record can't be read, and its metrics stay as they were."""
    metrics.connected.set(seen.connected)
    if seen.latency_ms is not None:
        metrics.latency.set(seen.latency_ms / 1000)
    metrics.lag.set(seen.lag)
    metrics.jobs_idle.set(seen.scheduler_idle)
    if found:
        _fill_from_record(metrics, found, seen.now)
    return generate_latest(metrics.registry)


def _fill_from_record(metrics: Metrics, found: Found, now: datetime) -> None:
    metrics.outbox_waiting.set(found.waiting)
    metrics.outbox_age.set((now - found.oldest.created_at).total_seconds() if found.oldest else 0)
    metrics.matches.clear()
    for game, count in found.matches.items():
        metrics.matches.labels(game).set(count)
    metrics.jobs_set_aside.clear()
    for kind, count in Counter(job.kind for job in found.aside).items():
        metrics.jobs_set_aside.labels(kind).set(count)


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
        found, failed = await self._examine(record, seen)
        self._metrics.database_up.set(not failed)
        page = write_page(self._metrics, seen, found)
        return web.Response(body=page, headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def _examine(self, record: DatabaseHealth, seen: Condition) -> tuple[Found | None, dict[str, BaseException]]:
        """Return what the record says, None if it can't be read, and the errors by what it can't be."""
        found, written = await asyncio.gather(record.read(seen.now), record.write(seen.now), return_exceptions=True)
        outcomes = {"read": found, "written": written}
        failed = {what: outcome for what, outcome in outcomes.items() if isinstance(outcome, BaseException)}
        return None if isinstance(found, BaseException) else found, failed

    async def _report(self, record: DatabaseHealth) -> dict[str, Any]:
        seen = self._monitor.condition
        found, failed = await self._examine(record, seen)
        problems = list(describe_condition(seen))
        for what, error in failed.items():
            if isinstance(error, StorageError):
                problems.append(f"The record can't be {what}: {error}")
            else:
                log.error("The health of the record could not be told", exc_info=error)
                problems.append(f"The record can't be {what}: {type(error).__name__}; see the log.")
        if found:
            problems += describe_record(found, seen.now)
        return {
            "connected": seen.connected,
            "shards": self._shards,
            "latency_ms": seen.latency_ms,
            "lag_ms": round(seen.lag * 1000),
            "waiting_posts": found.waiting if found else None,
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
