"""Measure the bot's event loop and its tasks for other threads."""

from __future__ import annotations

import asyncio
import math
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.process.tasks import cancel_and_wait

if TYPE_CHECKING:
    from datetime import datetime

    from bot.client.client import Client
    from bot.scheduled_backups.worker import BackupStatus, BackupWorker
    from bot.scheduler import Scheduler

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
