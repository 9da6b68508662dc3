"""The SQLite backend: the file, its journal, the settings of connections, how transactions begin."""

from __future__ import annotations

import asyncio
import fcntl
import logging
import re
import sqlite3
import time
from contextlib import asynccontextmanager, closing, suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from sqlalchemy import URL, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.util import await_, greenlet_spawn

from storage.engine.backend import TAKEOVER_TIMEOUT, Backend, Guard
from storage.engine.cursor import Cursor
from storage.engine.errors import StorageError, translate_errors
from storage.engine.private_files import create_file, create_folder
from storage.engine.sqlite_connection import SqliteConnection

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Collection
    from contextlib import AbstractContextManager
    from pathlib import Path

    from sqlalchemy import Dialect
    from sqlalchemy.engine.interfaces import DBAPIConnection
    from sqlalchemy.ext.asyncio import AsyncConnection
    from sqlalchemy.pool import ConnectionPoolEntry

    from storage.engine.backend import Access

_BESIDE = re.compile(r"-wal|-shm|-journal|\.lock|\.(before-|replaced-|restoring).*|")
"""How the names of the files go on that are kept beside a database, and of the database itself."""

log = logging.getLogger(__name__)
_LOCK_TIMEOUT = 30.0
"""Seconds that a writer waits for another process to finish."""

# How the transactions of each kind of connection begin, and its pragmas. A writer that began like a reader would fail
# if another process wrote after its first read. SQLite alters a table by dropping it, so foreign keys are off meanwhile
# (https://www.sqlite.org/lang_altertable.html, section 7).
_ACCESS_SETTINGS = {
    "read": ("BEGIN", ("foreign_keys = ON", "query_only = ON")),
    "write": ("BEGIN IMMEDIATE", ("foreign_keys = ON", "synchronous = FULL", "secure_delete = ON")),
    "alter": ("BEGIN IMMEDIATE", ("foreign_keys = OFF", "synchronous = FULL")),
}


_FOLD_TRIES, _FOLD_PAUSE = 10, 0.1
"""How often the log is tried to be folded into the file at once while somebody reads, and the seconds between."""
_FOLD_LATER = 1.0
"""Seconds between the tries after that."""


def file_url(path: Path) -> str:
    """Return the address of a database file; its path may hold any characters."""
    return _address(path).render_as_string()


def prepare(path: Path) -> None:
    """Create the folder and the file, and turn on write-ahead logging, which the file keeps. Blocks.

    Nobody else may read them: SQLite gives the log and the other files beside a database the mode of its file
    (https://www.sqlite.org/src/doc/trunk/src/os_unix.c, `findCreateFileMode`).

    Raises `StorageError` when the folder can't be created or the disk doesn't allow such a log, and `sqlite3.Error`
    when the file can't be opened or is no database.
    """
    try:
        create_folder(path.parent)
    except OSError as error:
        raise StorageError(
            f"The folder {path.parent} cannot be made ({error.strerror}); check its name and permissions."
        ) from error
    with suppress(OSError):  # it is there, or SQLite says what is wrong
        create_file(path)
    with closing(sqlite3.connect(path, timeout=_LOCK_TIMEOUT, isolation_level=None)) as connection:
        if _set_wal(connection) != "wal":
            raise StorageError(f"The disk that holds {path} cannot be shared by readers and writers; use a local disk.")


def engine(path: Path, access: Access, **pool: Any) -> AsyncEngine:
    """Return an engine for one kind of access to the file. `pool` is passed on to SQLAlchemy.

    The connection begins transactions, because the driver itself would do so only at the first write (SQLAlchemy,
    "Transactions with SQLite and the sqlite3 driver"), and a statement only for BEGIN would cost another trip to its
    thread.
    """
    begin, pragmas = _ACCESS_SETTINGS[access]
    made = create_async_engine(
        _address(path),
        connect_args={
            "factory": partial(SqliteConnection, begin=begin, pragmas=pragmas),
            "isolation_level": None,
            "timeout": _LOCK_TIMEOUT,
        },
        hide_parameters=True,  # an error of SQL would quote what people wrote
        pool_reset_on_return=None,  # a connection is returned with its transaction ended
        **pool,
    )

    def connect(
        dialect: Dialect, _entry: ConnectionPoolEntry, args: list[Any], kwargs: dict[str, Any]
    ) -> DBAPIConnection:
        return await_(_connect(dialect, args, kwargs))

    def use_own_cursor(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        driver = connection.driver_connection
        driver.cursor = partial(Cursor, driver)  # one trip to its thread for each statement

    event.listen(made.sync_engine, "do_connect", connect)
    event.listen(made.sync_engine, "connect", use_own_cursor)
    return made


async def _connect(dialect: Dialect, args: list[Any], kwargs: dict[str, Any]) -> DBAPIConnection:
    """Return a new connection, or close it if the task is cancelled meanwhile.

    aiosqlite's thread opens the file even then, and drops the connection without closing it.
    """
    opening = asyncio.create_task(greenlet_spawn(dialect.connect, *args, **kwargs))
    try:
        return await asyncio.shield(opening)
    except asyncio.CancelledError:
        await asyncio.wait([opening])
        if not opening.cancelled() and not opening.exception():
            await greenlet_spawn(opening.result().close)
        raise


def copy(path: Path, target: Path) -> None:
    """Copy a database that others may have open. The target appears only when the copy is complete. Blocks.

    Raises `OSError` or `sqlite3.Error`.
    """
    partial = target.with_name(f"{target.name}.partial")
    partial.unlink(missing_ok=True)
    create_file(partial)
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(partial)) as made:
        source.backup(made)
    partial.replace(target)


def find_files(path: Path) -> list[Path]:
    """Return the file of a database, if it is there, its log and lock, and the copies that are kept beside it. Blocks.

    Raises `OSError`.
    """
    path = path.resolve()  # where SQLite looks for the others, too
    return [
        file
        for file in sorted(path.parent.iterdir())
        if file.name.startswith(path.name) and _BESIDE.fullmatch(file.name.removeprefix(path.name))
    ]


class SqliteFile(Backend):
    """A database in one file, for one process of the bot."""

    kind = "file"
    readers = 15

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = f"database {path}"
        self._folding_later: asyncio.Task[None] | None = None

    def engine(self, access: Access, **pool: Any) -> AsyncEngine:
        """Return an engine for one kind of access to the file."""
        return engine(self.path, access, **pool)

    def translate_errors(self) -> AbstractContextManager[None]:
        """Turn faults of the file or its disk into `StorageError`."""
        return translate_errors(self.path)

    async def prepare(self) -> None:
        """Create the folder and the file."""
        await asyncio.to_thread(prepare, self.path)

    def missing(self) -> bool:
        """Return whether there is no such file."""
        return not self.path.is_file()

    async def size(self, tx: AsyncConnection) -> int:
        """Return how many bytes the pages of the file take, without those still in its log."""
        pages = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
        return (await tx.exec_driver_sql(pages)).scalar_one()

    async def drop_old_rows(self) -> None:
        """Fold the write-ahead log into the file and empty it, within a second or else as soon as nobody reads.

        What was deleted or changed is overwritten in the file itself (`secure_delete`), but the log keeps older pages.
        """
        for _ in range(_FOLD_TRIES):
            if await asyncio.to_thread(_fold_log, self.path):
                return
            await asyncio.sleep(_FOLD_PAUSE)
        if self._folding_later is None or self._folding_later.done():
            log.info("The write-ahead log of %s is emptied when nobody reads it any more.", self.path)
            self._folding_later = asyncio.create_task(self._fold_later())

    async def _fold_later(self) -> None:
        try:
            while not await asyncio.to_thread(_fold_log, self.path):  # noqa: ASYNC110 - readers elsewhere tell nobody
                await asyncio.sleep(_FOLD_LATER)
        except sqlite3.Error as error:
            log.warning("The write-ahead log of %s can't be emptied: %s. It is at the next stop.", self.path, error)

    async def close(self) -> None:
        """Stop waiting for readers: without connections, SQLite removes the write-ahead log."""
        if self._folding_later:
            self._folding_later.cancel()
            await asyncio.wait([self._folding_later])

    async def begin_migration(self, tx: AsyncConnection) -> None:
        """Do nothing: from its first statement, a write transaction is alone on SQLite."""

    async def keep_copy(self, tx: AsyncConnection, version: str) -> str:
        """Copy the file to one beside it, and return the name of that."""
        del tx
        backup = self.path.with_name(f"{self.path.name}.before-{version}")
        try:
            await asyncio.to_thread(copy, self.path, backup)
        except (OSError, sqlite3.Error) as error:
            raise StorageError(f"No backup could be written to {backup}, so the database was left as it is.") from error
        return str(backup)

    async def end_migration(self, tx: AsyncConnection) -> None:
        """Check all foreign keys, which were off during the migration."""
        if (await tx.exec_driver_sql("PRAGMA foreign_key_check")).first() is not None:
            raise StorageError(
                f"The {self.name} cannot be brought to this version, because some of its rows point "
                "nowhere; it was left as it is."
            )

    @asynccontextmanager
    async def lock_shards(self, shards: Collection[int], count: int, lost: Callable[[], None]) -> AsyncGenerator[Guard]:
        """Lock a file beside the database. The lock ends with the process and can't be lost."""
        del lost
        if len(shards) < count:
            raise StorageError("A SQLite file serves one process, which must carry all shards; use PostgreSQL.")
        lock = self.path.with_name(f"{self.path.name}.lock")
        with suppress(OSError):  # it is there, or can't be opened either
            create_file(lock)
        with lock.open("ab") as file:
            deadline = time.monotonic() + TAKEOVER_TIMEOUT
            while not _try_lock(file.fileno()):
                if time.monotonic() > deadline:
                    raise StorageError(f"Another bot runs on the {self.name}; stop it first.")
                await asyncio.sleep(0.1)
            yield Guard()


def _try_lock(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _address(path: Path) -> URL:
    return URL.create("sqlite+aiosqlite", database=str(path))


def _set_wal(connection: sqlite3.Connection) -> str:
    # SQLite doesn't apply its timeout here when another process is opening the same new file.
    deadline = time.monotonic() + _LOCK_TIMEOUT
    while True:
        try:
            return str(connection.execute("PRAGMA journal_mode = WAL").fetchone()[0])
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.02)


def _fold_log(path: Path) -> bool:
    """Fold the write-ahead log into the file and empty it (https://www.sqlite.org/pragma.html#pragma_wal_checkpoint).

    Returns False if somebody reads or writes.
    """
    with closing(sqlite3.connect(path, timeout=_FOLD_PAUSE)) as connection:
        busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not busy
