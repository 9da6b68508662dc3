"""The files of the backups: their names tell when each was made, so nothing else has to be remembered.

All calls block. They raise `OSError`.
"""

from __future__ import annotations

import re
import shutil
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

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
