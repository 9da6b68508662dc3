"""Check the data folder and the space on its disk. Nothing is changed."""

from __future__ import annotations

import os
import shutil
import tempfile
from typing import TYPE_CHECKING

from bot.admin.doctor.check import ok, problem, warning

if TYPE_CHECKING:
    from pathlib import Path

    from bot.admin.doctor.check import Check
    from bot.config import Settings

MIB = 2**20
LEAST_FREE = 100 * MIB
"""Bytes without which a database may not be written much longer."""
LITTLE_FREE = 256 * MIB
"""Bytes that should be free besides a copy of the database, which updates and backups make."""


def check_data_folder(settings: Settings) -> Check:
    """Check that the data folder can be written, or made."""
    folder = settings.turnpost_data.resolve()
    if not folder.exists():
        if os.access(_nearest(folder), os.W_OK):
            return ok("data folder", f"{folder} isn't there yet; the first start makes it.")
        return problem("data folder", f"{folder} can't be made: make it, or choose another TURNPOST_DATA.")
    try:
        with tempfile.TemporaryFile(dir=folder):
            return ok("data folder", f"{folder} can be written.")
    except OSError as error:
        reason = error.strerror or type(error).__name__
        return problem("data folder", f"{folder} can't be written ({reason}): let Turnpost's user write there.")


def check_disk(settings: Settings, size: int) -> Check:
    """Check that the disk of the data folder has room, for a database of `size` bytes there and a copy of it."""
    folder = _nearest(settings.turnpost_data.resolve())
    return judge_disk(f"the disk of {folder}", shutil.disk_usage(folder).free, size)


def judge_disk(disk: str, free: int, size: int) -> Check:
    """Return whether so many free bytes are enough, for a database of `size` bytes and a copy of it."""
    room = f"{free / MIB:,.0f} MiB are free on {disk}"
    if free < LEAST_FREE:
        return problem("disk", f"only {room}: free some, or matches can't be stored.")
    if free < size + LITTLE_FREE:
        return warning("disk", f"only {room}, too few for a copy of the database: free some before you update.")
    return ok("disk", f"{room}.")


def _nearest(folder: Path) -> Path:
    """Return the folder, or the nearest one around it that exists."""
    return next(each for each in (folder, *folder.parents) if each.exists())
