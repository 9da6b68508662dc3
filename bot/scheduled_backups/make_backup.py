"""Make one backup. This runs in a process of its own, so that neither the event loop nor a turn waits for it."""

from __future__ import annotations

import asyncio
import os
import shutil
from typing import TYPE_CHECKING

from bot.scheduled_backups.files import backup_name, list_backups, remove_unfinished, unfinished_folder
from storage.backup import transfer
from storage.backup.snapshot import sync_folder
from storage.engine.backends import backend_of
from storage.engine.errors import StorageError
from storage.engine.private_files import FOLDER_MODE
from storage.engine.sqlite import SqliteFile

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

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
