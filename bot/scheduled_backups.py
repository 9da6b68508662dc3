"""Backups that the running bot makes by a schedule, each checked after it is written (docs/backups.md)."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import shutil
import time
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from multiprocessing import get_context
from typing import TYPE_CHECKING

from pebble import ProcessExpired, ProcessPool

from bot.process import cancel_and_wait
from storage.backup import transfer
from storage.backup.snapshot import sync_folder
from storage.engine.backends import backend_of
from storage.engine.errors import StorageError
from storage.engine.private_files import FOLDER_MODE, create_folder
from storage.engine.sqlite import SqliteFile

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from bot.config import BackupSchedule
    from bot.metrics import Metrics

log = logging.getLogger(__name__)
_TIME = "%Y%m%dT%H%M%SZ"
_NAME = re.compile(r"turnpost-(\d{8}T\d{6}Z)\.db")
_UNFINISHED = re.compile(r"\.unfinished-\d{8}T\d{6}Z")


@dataclass(frozen=True, slots=True)
class Backup:
    """A finished backup: its file, when it was made, and its size in bytes."""

    file: Path
    at: datetime
    size: int


def backup_name(at: datetime) -> str:
    """Return the name of the file of a backup made at a time in UTC."""
    return f"turnpost-{at:{_TIME}}.db"


def unfinished_folder(folder: Path, at: datetime) -> Path:
    """Return where a backup is written until it is checked."""
    return folder / f".unfinished-{at:{_TIME}}"


def list_backups(folder: Path) -> list[Backup]:
    """Return the backups in a folder, newest first: files whose names are those that this program gives."""
    found: list[Backup] = []
    for file in folder.iterdir():
        at = _time_of(file.name)
        if at and file.is_file() and not file.is_symlink():
            found.append(Backup(file, at, file.stat().st_size))
    return sorted(found, key=lambda backup: backup.at, reverse=True)


def remove_old(folder: Path, keep: int, newest: Path) -> None:
    """Remove all but the latest `keep` backups. `newest`, which has just been made, is never removed.

    It counts as the latest also where others have later names, from when the machine's clock was wrong.
    """
    others = [backup.file for backup in list_backups(folder) if backup.file != newest]
    for file in others[keep - 1 :]:
        file.unlink(missing_ok=True)


def remove_unfinished(folder: Path) -> None:
    """Remove what a process has left that was killed while it made a backup."""
    for left in folder.iterdir():
        if _UNFINISHED.fullmatch(left.name) and left.is_dir() and not left.is_symlink():
            shutil.rmtree(left, ignore_errors=True)


def _time_of(name: str) -> datetime | None:
    found = _NAME.fullmatch(name)
    if found:
        with suppress(ValueError):  # no such day
            return datetime.strptime(found[1], _TIME).replace(tzinfo=UTC)
    return None


NICENESS = 10
"""How far the process steps back for others, the bot first of all."""
RESERVE = 64 * 2**20
"""Bytes that a backup leaves free on its disk, which may be that of the database."""


def lower_priority() -> None:
    """Let other processes go first."""
    os.nice(NICENESS)


def make_backup(url: str, folder: Path, at: datetime) -> Path:
    """Copy the database at `url` to a new file in a folder, check the copy, and return its path.

    It gets its name only when it is checked. Raises `StorageError`, and then leaves no file.
    """
    target, work = folder / backup_name(at), unfinished_folder(folder, at)
    try:
        remove_unfinished(folder)
        _check_space(url, folder)
        work.mkdir(mode=FOLDER_MODE)
        try:
            copy = work / target.name
            asyncio.run(transfer.save(url, copy))
            copy.rename(target)
            sync_folder(folder)
        finally:
            shutil.rmtree(work, ignore_errors=True)
    except OSError as error:
        raise StorageError(f"The folder {folder} can't be written ({error.strerror}).") from error
    return target


def _check_space(url: str, folder: Path) -> None:
    """Raise `StorageError` if a copy as large as the database, or as the last backup, would fill the disk."""
    sizes = [backup.size for backup in list_backups(folder)[:1]]
    database = backend_of(url)
    if isinstance(database, SqliteFile):
        parts = (database.path, database.path.with_name(f"{database.path.name}-wal"))
        sizes.append(sum(part.stat().st_size for part in parts if part.exists()))
    needed, free = max(sizes, default=0) + RESERVE, shutil.disk_usage(folder).free
    if free < needed:
        raise StorageError(
            f"The disk that holds {folder} has {free / 2**20:,.0f} MiB free, and a backup needs "
            f"{needed / 2**20:,.0f} MiB; free some space."
        )


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

    schedule: BackupSchedule
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
        schedule: BackupSchedule,
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
