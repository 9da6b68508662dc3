"""The one loop that asks the record, again and again, what is due."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from bot.errors import log_error
from bot.referee.due_jobs import run_due_jobs
from bot.tasks import cancel_and_wait

if TYPE_CHECKING:
    from bot.client import Client

log = logging.getLogger(__name__)
EVERY = 30.0
"""Seconds between two looks: well below the silence after which clocks stand still."""


class Scheduler:
    """Looks what is due, in the guilds that this process reaches just then.

    `ran_at` is the time (`time.monotonic`) of the last look that went well, or of the beginning.
    """

    def __init__(self, bot: Client) -> None:
        self._bot = bot
        self._soon = asyncio.Event()
        self._running: asyncio.Task[None] | None = None
        self.ran_at = time.monotonic()

    def start(self) -> None:
        """Begin to look, beside whatever else runs."""
        self.ran_at = time.monotonic()
        self._running = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """End, wherever it is: what was not finished was not begun."""
        await cancel_and_wait([self._running])

    def look_soon(self) -> None:
        """Look at once instead of after the rest of the wait: guilds are reached that were not before."""
        self._soon.set()

    async def look(self) -> None:
        """Do what is due by now."""
        await run_due_jobs(self._bot.context, self._bot.reached)
        self.ran_at = time.monotonic()

    async def _run(self) -> None:
        while True:
            self._soon.clear()
            try:
                await self.look()
            except Exception as error:  # noqa: BLE001 - logged, and the next round tries again
                log_error(log, "What is due could not be looked up", error)
            with suppress(TimeoutError):
                async with asyncio.timeout(EVERY):
                    await self._soon.wait()
