"""The worker that makes backups by the schedule while the bot runs."""

from __future__ import annotations

import asyncio
import logging
import time
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from multiprocessing import get_context
from typing import TYPE_CHECKING

from pebble import ProcessExpired, ProcessPool

from bot.process.tasks import cancel_and_wait
from bot.scheduled_backups.files import list_backups, remove_old
from bot.scheduled_backups.make_backup import lower_priority, make_backup
from storage.engine.errors import StorageError
from storage.engine.private_files import create_folder

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from pathlib import Path

    from bot.metrics.metrics import Metrics
    from bot.scheduled_backups.files import Backup
    from bot.scheduled_backups.schedule import Schedule

log = logging.getLogger(__name__)
ROUND = 30.0
"""Seconds between two looks whether a backup is due."""
TIME_LIMIT = 3600.0
"""Seconds that one backup may take."""
START_LIMIT = 60.0
"""Seconds more that its process may take to start; one that was killed in the wrong moment never answers."""
FIRST_RETRY, LAST_RETRY = timedelta(minutes=1), timedelta(hours=1)
"""How soon a backup that failed is tried again: then after twice as long each time, up to the second."""
STOP_TIMEOUT = 2.0
"""Seconds that the process which makes a backup gets to end when the bot stops."""


@dataclass(frozen=True, slots=True)
class BackupStatus:
    """What is known of the backups: when the last good one was made, and what keeps the next one from being made."""

    schedule: Schedule
    since: datetime
    last: datetime | None = None
    problem: str | None = None


class BackupWorker:
    """Makes a backup whenever one is due, in a process of its own, and removes the oldest ones beyond those to keep.

    `url` is the address of the database, `now` returns the time in UTC. `makes_folder` says that the folder is made if
    it isn't there: one that the operator named may be a disk that is away. Any thread may read `status`.
    """

    def __init__(
        self,
        schedule: Schedule,
        url: str,
        folder: Path,
        now: Callable[[], datetime],
        metrics: Metrics,
        *,
        makes_folder: bool,
    ) -> None:
        self._schedule = schedule
        self._url = url
        self._folder, self._makes_folder = folder, makes_folder
        self._now = now
        self._metrics = metrics
        self._failures = 0
        self._retry_at: datetime | None = None
        self._running: asyncio.Task[None] | None = None
        self.status = BackupStatus(schedule, now())
        metrics.backup_interval.set(schedule.interval.total_seconds())

    def start(self) -> None:
        """Start the loop."""
        self._running = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop, and end a backup that is being made; the next start makes it anew."""
        await cancel_and_wait([self._running])

    async def run_round(self) -> None:
        """Make a backup if one is due. What fails is logged, counted, and noted in `status`."""
        now = self._now()
        if self._retry_at and now < self._retry_at <= now + LAST_RETRY:
            return
        try:
            found = await asyncio.to_thread(self._look)
            # One from the future was made while the machine's clock was wrong.
            last = next((backup for backup in found if backup.at <= now), None)
            self._note_last(last)
            if self._schedule.is_due(last.at if last else None, now):
                await self._make(now)
        except StorageError as error:
            self._note_failure(str(error))
        except OSError as error:
            self._note_failure(f"The folder {self._folder} can't be used ({error.strerror}).")
        except Exception as error:
            log.exception("A backup failed unexpectedly")
            self._note_failure(f"{type(error).__name__}; see the log.")
        else:
            self._failures, self._retry_at = 0, None
            self.status = replace(self.status, problem=None)

    async def _run(self) -> None:
        while True:
            await self.run_round()
            await asyncio.sleep(ROUND)

    def _look(self) -> list[Backup]:
        """Return the backups that are there, newest first."""
        if self._makes_folder:
            create_folder(self._folder)
        return list_backups(self._folder)

    async def _make(self, now: datetime) -> None:
        """Make a backup, then remove old ones. Raises `StorageError` and `OSError`."""
        began = time.monotonic()
        made = await self._make_in_process(now)
        self._metrics.backup_duration.set(time.monotonic() - began)
        backup = next(each for each in await asyncio.to_thread(list_backups, self._folder) if each.file == made)
        self._note_last(backup)
        log.info("Backup %s is made and checked (%s bytes)", made.name, f"{backup.size:,}")
        await asyncio.to_thread(remove_old, self._folder, self._schedule.keep, made)

    async def _make_in_process(self, now: datetime) -> Path:
        """Return the file of a new backup. Raises `StorageError`."""
        pool = ProcessPool(max_workers=1, initializer=lower_priority, context=get_context("spawn"))
        request = (self._url, self._folder, now)
        try:
            async with asyncio.timeout(TIME_LIMIT + START_LIMIT):
                return await asyncio.wrap_future(pool.schedule(make_backup, args=request, timeout=TIME_LIMIT))
        except TimeoutError:
            raise StorageError(f"It took more than {TIME_LIMIT / 60:.0f} minutes.") from None
        except (ProcessExpired, BrokenProcessPool):
            raise StorageError(
                "The process that made it was killed; look whether the machine is out of memory."
            ) from None
        finally:
            pool.stop()
            with suppress(TimeoutError):
                await asyncio.to_thread(pool.join, STOP_TIMEOUT)

    def _note_last(self, backup: Backup | None) -> None:
        self.status = replace(self.status, last=backup.at if backup else None)
        self._metrics.backup_last_success.set(backup.at.timestamp() if backup else 0)
        self._metrics.backup_size.set(backup.size if backup else 0)

    def _note_failure(self, problem: str) -> None:
        delay = min(FIRST_RETRY * 2 ** min(self._failures, 10), LAST_RETRY)
        self._failures += 1
        self._retry_at = self._now() + delay
        self._metrics.backup_failures.inc()
        self.status = replace(self.status, problem=problem)
        log.error("The backup failed, and is tried again in %d min: %s", delay / timedelta(minutes=1), problem)
