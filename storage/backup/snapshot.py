"""Backups of an SQLite database: save and restore. All calls block, so they don't belong in an event loop."""

from __future__ import annotations

import os
import secrets
import sqlite3
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING

from storage.backup.check import check_copy, connect_readonly, count_rows
from storage.engine.errors import StorageError, translate_errors
from storage.engine.private_files import create_file, create_folder
from storage.queries.key_value import SALT, SIGNING_KEY

if TYPE_CHECKING:
    from collections.abc import Generator
    from datetime import datetime
    from pathlib import Path

_SUFFIXES = ("", "-wal", "-shm")
"""Suffixes of the files of one SQLite database: the file itself and, while it is in use, two more."""


def save(database_file: Path, target: Path) -> int:
    """Write a consistent copy of the database at `database_file`, which may be in use, to the new file `target`.

    Returns its size in bytes. The copy is checked, and is one file without a journal. It lacks the keys by which links
    are signed, so that a stolen backup lets nobody sign in. Raises `StorageError`, and then writes no `target`.
    """
    if not database_file.is_file():
        raise StorageError(f"There is no database {database_file}.")
    if target.exists() or target.is_symlink():
        raise StorageError(f"{target} exists already; name a new file.")
    copy = target.with_name(f"{target.name}.partial")
    try:
        _copy_and_check(database_file, copy)
        copy.rename(target)
        sync_folder(target.parent)
    except OSError as error:
        raise StorageError(f"{target} cannot be written ({error.strerror}).") from error
    finally:
        _remove_database(copy)
    return target.stat().st_size


def restore(database_file: Path, source: Path, now: datetime) -> Path | None:
    """Replace the database with a copy of the backup `source`, as `prepare` and `replace` do.

    Returns the new path of the replaced database, or None if there was none. Raises `StorageError`; then the database
    is unchanged.
    """
    with prepare(database_file, source) as copy:
        return replace(database_file, copy, now)


@contextmanager
def prepare(database_file: Path, source: Path) -> Generator[Path]:
    """Make a checked copy of the backup `source` beside the database, which is removed at the end if it is still there.

    The copy gets a new salt: numbers of rows are given again that were used since the backup was made, and the nonces
    that are made from them (`bot/outbox/sender.py`) must not be those of other posts. It gets no sessions, because
    some may have been ended since the backup was made.

    Raises `StorageError` when the backup isn't an intact database of this program or is newer than it, or when the copy
    can't be written.
    """
    if not source.is_file():
        raise StorageError(f"{source} is no file." if source.exists() else f"There is no file {source}.")
    if database_file.exists() and source.samefile(database_file):
        raise StorageError(f"{source} is the database itself; name a backup.")
    copy = database_file.with_name(f"{database_file.name}.restoring")
    try:
        with _name_folder(database_file):
            create_folder(database_file.parent)
            _copy_and_check(source, copy)
            _renew_salt(copy)
            _end_sessions(copy)
            sync_file(copy)
        yield copy
    finally:
        _remove_database(copy)


def replace(database_file: Path, copy: Path, now: datetime) -> Path | None:
    """Put a prepared copy in the place of the database.

    Returns the new path of the replaced database (a name with the time, beside it), or None if there was none. Raises
    `StorageError` when the database is in use, or when a file can't be renamed; then the database is unchanged.
    """
    with _name_folder(database_file):
        return _swap(database_file, copy, _name_with_time(database_file, now))


@contextmanager
def _name_folder(database_file: Path) -> Generator[None]:
    """Say in which folder a file can't be written."""
    try:
        yield
    except OSError as error:
        raise StorageError(f"The folder {database_file.parent} cannot be written ({error.strerror}).") from error


def _copy_and_check(source: Path, copy: Path) -> None:
    """Copy a database at one point in time without its signing keys, and check the copy.

    Raises `StorageError` and `OSError`.
    """
    _remove_database(copy)
    create_file(copy)
    rows = _copy(source, copy)
    sync_file(copy)
    check_copy(copy, source, rows)
    with _name_full_disk(copy), closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute("PRAGMA secure_delete = ON")  # so that the file doesn't hold them in unused space
        connection.execute("DELETE FROM meta WHERE key GLOB ?", (f"{SIGNING_KEY}*",))
    sync_file(copy)


def _copy(source: Path, copy: Path) -> dict[str, int]:
    """Copy a database, and return how many rows each of its tables had at that moment.

    All in one step: a writer isn't kept waiting, since the source has a write-ahead log, and nothing begins anew when
    it writes.
    """
    with translate_errors(source), closing(connect_readonly(source)) as old:
        old.execute("BEGIN")  # so that the rows are counted and copied as of one moment
        rows = count_rows(old)
        with _name_full_disk(copy), closing(sqlite3.connect(copy)) as new:
            old.backup(new)
            new.execute("PRAGMA journal_mode = DELETE")
    return rows


@contextmanager
def _name_full_disk(copy: Path) -> Generator[None]:
    """Say that the copy's disk is full, not that of the database."""
    try:
        yield
    except sqlite3.Error as error:
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_FULL:
            raise
        raise StorageError(f"The disk that holds {copy.parent} is full; free some space.") from error


def _renew_salt(copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute("UPDATE meta SET value = ? WHERE key = ?", (secrets.token_hex(3), SALT))


def _end_sessions(copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as connection, connection:
        if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'web_sessions'").fetchone():
            connection.execute("DELETE FROM web_sessions")


def _swap(database_file: Path, copy: Path, replaced: Path) -> Path | None:
    """Rename the files of the database and give its name to the copy; undo this if a step fails."""
    if database_file.exists():
        _close(database_file)
    moved: list[tuple[Path, Path]] = []
    try:
        for suffix in _SUFFIXES:
            old, new = database_file.with_name(database_file.name + suffix), replaced.with_name(replaced.name + suffix)
            if old.exists():
                old.rename(new)
                moved.append((old, new))
        copy.rename(database_file)
    except OSError:
        for old, new in reversed(moved):
            new.rename(old)
        raise
    sync_folder(database_file.parent)
    return replaced if (database_file, replaced) in moved else None


def _close(database_file: Path) -> None:
    """Move the write-ahead log into the file. Raises `StorageError` when others have the database open."""
    try:
        # SQLite leaves WAL mode only if there is no other connection, so even an idle bot is noticed.
        with closing(sqlite3.connect(database_file, timeout=1)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE").fetchone()
    except sqlite3.Error as error:
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
            raise StorageError(f"The database {database_file} is in use; stop the bot first.") from error
        # A damaged database is renamed as it is.


def _name_with_time(database_file: Path, now: datetime) -> Path:
    name = f"{database_file.name}.replaced-{now:%Y%m%d-%H%M%S}"
    names = {path.name for path in database_file.parent.iterdir()} if database_file.parent.is_dir() else set[str]()
    candidates = (f"{name}-{number}" for number in range(2, len(names) + 3))
    return database_file.with_name(
        name if name not in names else next(each for each in candidates if each not in names)
    )


def sync_file(file: Path) -> None:
    """Write a file to disk. Raises `OSError`."""
    with file.open("rb") as handle:
        os.fsync(handle.fileno())


def sync_folder(folder: Path) -> None:
    """Write the new names of a folder to disk, where the system supports it."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _remove_database(copy: Path) -> None:
    with suppress(OSError):
        for suffix in (*_SUFFIXES, "-journal"):
            copy.with_name(copy.name + suffix).unlink(missing_ok=True)
