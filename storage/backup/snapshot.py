"""Copies of the database for a safe place, and the way back. All calls block, and stay out of event loops."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from contextlib import closing, suppress
from typing import TYPE_CHECKING

from storage.engine.errors import StorageError, translate_errors
from storage.engine.migrate import MIGRATIONS, check_schema
from storage.engine.sqlite import SqliteFile

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

_SIDES = ("", "-wal", "-shm")
"""What SQLite keeps of one database: the file itself and, while in use, two files beside it."""


def save(place: Path, target: Path) -> int:
    """Write a consistent copy of the database at `place`, which may be in use, to the new file `target`.

    Returns its size in bytes. The copy was checked and is one file without a journal. Raises `StorageError`, and then
    there is no `target`.
    """
    if not place.is_file():
        raise StorageError(f"There is no database {place}.")
    if target.exists() or target.is_symlink():
        raise StorageError(f"{target} exists already; name a new file.")
    made = target.with_name(f"{target.name}.partial")
    try:
        _checked_copy(place, made)
        made.rename(target)
    except OSError as error:
        raise StorageError(f"{target} cannot be written ({error.strerror}).") from error
    finally:
        _drop(made)
    return target.stat().st_size


def restore(place: Path, source: Path, now: datetime) -> Path | None:
    """Put a copy of the backup `source` in the place of the database.

    Returns where the replaced database now is (a name with the time, beside it), or None if there was none. Raises
    `StorageError` when the backup is no sound database of this program or of a newer one, when anybody has the database
    open, or when a file cannot be written; then the database is as it was.
    """
    if not source.is_file():
        raise StorageError(f"{source} is no file." if source.exists() else f"There is no file {source}.")
    if place.exists() and source.samefile(place):
        raise StorageError(f"{source} is the database itself; name a backup.")
    made = place.with_name(f"{place.name}.restoring")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        _checked_copy(source, made)
        return _swap(place, made, _dated(place, now))
    except OSError as error:
        raise StorageError(f"The folder {place.parent} cannot be written ({error.strerror}).") from error
    finally:
        _drop(made)


def _checked_copy(source: Path, made: Path) -> None:
    """Copy a database as it is at one moment, and check the copy. Raises `StorageError` and `OSError`."""
    _drop(made)
    made.touch(mode=0o600)
    with translate_errors(source):
        _copy(source, made)
    try:
        with translate_errors(source):
            schema_state = asyncio.run(check_schema(SqliteFile(made)))
    except StorageError as error:
        raise StorageError(str(error).replace(str(made), str(source))) from error
    if schema_state == "empty":
        raise StorageError(f"The database {source} is empty.")
    from storage.engine.compare_schema import check_layout  # noqa: PLC0415 - alembic takes time and memory that few starts need

    with translate_errors(source):
        check_layout(made, source, MIGRATIONS)


def _copy(source: Path, made: Path) -> None:
    address = f"{source.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True)) as old, closing(sqlite3.connect(made)) as new:
        old.backup(new)
        new.execute("PRAGMA journal_mode = DELETE")
        sound = new.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",)
        if not sound or new.execute("PRAGMA foreign_key_check").fetchone() is not None:
            raise StorageError(f"The database {source} is damaged; use another backup.")


def _swap(place: Path, made: Path, replaced: Path) -> Path | None:
    """Give the database and what lies beside it other names, and its own to the copy; undone if any step fails."""
    if place.exists():
        _close(place)
    moved: list[tuple[Path, Path]] = []
    try:
        for side in _SIDES:
            old, new = place.with_name(place.name + side), replaced.with_name(replaced.name + side)
            if old.exists():
                old.rename(new)
                moved.append((old, new))
        made.rename(place)
    except OSError:
        for old, new in reversed(moved):
            new.rename(old)
        raise
    _settle(place.parent)
    return replaced if (place, replaced) in moved else None


def _close(place: Path) -> None:
    """Fold the write-ahead log into the file. Raises `StorageError` when others have the database open."""
    try:
        # SQLite leaves this mode only for a connection that is alone: even an idle bot's are noticed.
        with closing(sqlite3.connect(place, timeout=1)) as alone:
            alone.execute("PRAGMA journal_mode = DELETE").fetchone()
    except sqlite3.Error as error:
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
            raise StorageError(f"The database {place} is in use; stop the bot first.") from error
        # What is damaged is put aside as it is: that is what a backup is for.


def _dated(place: Path, now: datetime) -> Path:
    name = f"{place.name}.replaced-{now:%Y%m%d-%H%M%S}"
    taken = {path.name for path in place.parent.iterdir()} if place.parent.is_dir() else set[str]()
    numbered = (f"{name}-{number}" for number in range(2, len(taken) + 3))
    return place.with_name(name if name not in taken else next(each for each in numbered if each not in taken))


def _settle(folder: Path) -> None:
    """Have the new names of a folder written to disk, where the system knows how."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _drop(made: Path) -> None:
    with suppress(OSError):
        for side in (*_SIDES, "-journal"):
            made.with_name(made.name + side).unlink(missing_ok=True)
