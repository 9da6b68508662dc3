"""The loop that runs due jobs."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from bot.process import cancel_and_wait, log_error
from bot.referee.due_jobs import run_due_jobs

if TYPE_CHECKING:
    from bot.client.client import Client

log = logging.getLogger(__name__)
INTERVAL = 30.0
"""Seconds between two rounds: much less than the gap that counts as an outage."""


class Scheduler:
    """Runs due jobs every 30 seconds, in the guilds that this process reaches then.

    `last_run` is the time (`time.monotonic`) of the last round that succeeded, or of the start.
    """

    def __init__(self, bot: Client) -> None:
        self._bot = bot
        self._soon = asyncio.Event()
        self._running: asyncio.Task[None] | None = None
        self.last_run = time.monotonic()

    def start(self) -> None:
        """Start the loop."""
        self.last_run = time.monotonic()
        self._running = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop at any point: a job that didn't finish is rolled back."""
        await cancel_and_wait([self._running])

    def run_soon(self) -> None:
        """Run the next round now, because more guilds are reached."""
        self._soon.set()

    async def run_due_jobs(self) -> None:
        """Run the jobs that are due."""
        await run_due_jobs(self._bot.context, self._bot.reached)
        self.last_run = time.monotonic()
        self._bot.metrics.job_rounds.inc()

    async def _run(self) -> None:
        while True:
            self._soon.clear()
            try:
                await self.run_due_jobs()
            except Exception as error:  # noqa: BLE001 - logged, and the next round tries again
                log_error(log, "What is due could not be looked up", error)
            with suppress(TimeoutError):
                async with asyncio.timeout(INTERVAL):
                    await self._soon.wait()
