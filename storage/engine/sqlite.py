"""SQLite's own ways: the file, its journal, the settings of a connection, how a transaction begins."""

from __future__ import annotations

import asyncio
import fcntl
import sqlite3
import time
from contextlib import asynccontextmanager, closing
from typing import TYPE_CHECKING, Any

from sqlalchemy import URL, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.util import await_, greenlet_spawn

from storage.engine.backend import OVERLAP, Backend, Guard
from storage.engine.errors import StorageError, translate_errors

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Collection
    from contextlib import AbstractContextManager
    from pathlib import Path

    from sqlalchemy import Connection, Dialect
    from sqlalchemy.engine.interfaces import DBAPIConnection
    from sqlalchemy.ext.asyncio import AsyncConnection
    from sqlalchemy.pool import ConnectionPoolEntry

    from storage.engine.backend import Access

_PATIENCE = 30.0
"""How many seconds a writer waits for another process to finish."""

# What each kind of connection does: how its transactions begin, and its settings. A writer that began like a reader
# would fail at once when another has written since it read. SQLite alters a table by dropping it, so that foreign
# keys are off meanwhile (https://www.sqlite.org/lang_altertable.html, section 7).
_WAYS = {
    "read": ("BEGIN", ("foreign_keys = ON", "query_only = ON")),
    "write": ("BEGIN IMMEDIATE", ("foreign_keys = ON", "synchronous = FULL")),
    "alter": ("BEGIN IMMEDIATE", ("foreign_keys = OFF", "synchronous = FULL")),
}


def file_url(place: Path) -> str:
    """Return the address of a database file, whatever signs its path holds."""
    return _address(place).render_as_string()


def prepare(place: Path) -> None:
    """Make the folder and the file, and set the file to write-ahead logging, which it keeps. Blocks.

    Raises `StorageError` when the folder cannot be made or the disk does not allow such a log, and `sqlite3.Error`
    when the file cannot be opened or is no database.
    """
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(
            f"The folder {place.parent} cannot be made ({error.strerror}); check its name and permissions."
        ) from error
    with closing(sqlite3.connect(place, timeout=_PATIENCE, isolation_level=None)) as connection:
        if _set_wal(connection) != "wal":
            raise StorageError(
                f"The disk that holds {place} cannot be shared by readers and writers; use a local disk."
            )


def engine(path: Path, way: Access, **pool: Any) -> AsyncEngine:
    """Return an engine for one kind of work on the file. `pool` is passed on to SQLAlchemy.

    The driver begins no transaction itself, as it would do so late, at the first write (SQLAlchemy, "Transactions with
    SQLite and the sqlite3 driver").
    """
    begin, pragmas = _WAYS[way]
    made = create_async_engine(
        _address(path),
        connect_args={
            "isolation_level": None,
            "timeout": _PATIENCE,
        },
        pool_reset_on_return=None,  # a connection comes back with its transaction ended
        **pool,
    )

    def connect(
        dialect: Dialect, _entry: ConnectionPoolEntry, args: list[Any], kwargs: dict[str, Any]
    ) -> DBAPIConnection:
        return await_(_connect(dialect, args, kwargs))

    def configure(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    def begin_transaction(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    event.listen(made.sync_engine, "do_connect", connect)
    event.listen(made.sync_engine, "connect", configure)
    event.listen(made.sync_engine, "begin", begin_transaction)
    return made


async def _connect(dialect: Dialect, args: list[Any], kwargs: dict[str, Any]) -> DBAPIConnection:
    """Return a new connection; if the task is cancelled meanwhile, close it.

    aiosqlite's thread opens the file all the same, and forgets the connection without closing it.
    """
    opening = asyncio.create_task(greenlet_spawn(dialect.connect, *args, **kwargs))
    try:
        return await asyncio.shield(opening)
    except asyncio.CancelledError:
        await asyncio.wait([opening])
        if not opening.cancelled() and not opening.exception():
            await greenlet_spawn(opening.result().close)
        raise


def copy(place: Path, target: Path) -> None:
    """Copy a database that others may have open. The target's name appears only when the copy is whole. Blocks.

    Raises `OSError` or `sqlite3.Error`.
    """
    partial = target.with_name(f"{target.name}.partial")
    partial.unlink(missing_ok=True)
    with closing(sqlite3.connect(place)) as source, closing(sqlite3.connect(partial)) as made:
        source.backup(made)
    partial.replace(target)


class SqliteFile(Backend):
    """A record in one file, for one process of the bot."""

    kind = "file"
    readers = 15

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = f"database {path}"

    def engine(self, way: Access, **pool: Any) -> AsyncEngine:
        """Return an engine for one kind of work on the file."""
        return engine(self.path, way, **pool)

    def translate_errors(self) -> AbstractContextManager[None]:
        """Turn faults of the file or its disk into `StorageError`."""
        return translate_errors(self.path)

    async def prepare(self) -> None:
        """Make the folder and the file."""
        await asyncio.to_thread(prepare, self.path)

    def missing(self) -> bool:
        """Whether there is no such file."""
        return not self.path.is_file()

    async def begin_migration(self, tx: AsyncConnection) -> None:
        """Do nothing: a transaction that may write is alone here."""

    async def keep_copy(self, tx: AsyncConnection, version: str) -> None:
        """Put a copy of the file beside it."""
        del tx
        backup = self.path.with_name(f"{self.path.name}.before-{version}")
        try:
            await asyncio.to_thread(copy, self.path, backup)
        except (OSError, sqlite3.Error) as error:
            raise StorageError(f"No backup could be written to {backup}, so the database was left as it is.") from error

    async def end_migration(self, tx: AsyncConnection) -> None:
        """Check that every row that names another one names one that is there: nobody looked meanwhile."""
        if (await tx.exec_driver_sql("PRAGMA foreign_key_check")).first() is not None:
            raise StorageError(
                f"The {self.name} cannot be brought to this version, because some of its rows point "
                "nowhere; it was left as it is."
            )

    @asynccontextmanager
    async def lock_shards(self, shards: Collection[int], count: int, lost: Callable[[], None]) -> AsyncGenerator[Guard]:
        """Hold a lock on a file beside the database, which ends with the process. Nobody can take it away."""
        del lost
        if len(shards) < count:
            raise StorageError("A SQLite file serves one process, which must carry all shards; use PostgreSQL.")
        with self.path.with_name(f"{self.path.name}.lock").open("ab") as file:
            deadline = time.monotonic() + OVERLAP
            while not _locked(file.fileno()):
                if time.monotonic() > deadline:
                    raise StorageError(f"Another bot runs on the {self.name}; stop it first.")
                await asyncio.sleep(0.1)
            yield Guard()


def _locked(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _address(place: Path) -> URL:
    return URL.create("sqlite+aiosqlite", database=str(place))


def _set_wal(connection: sqlite3.Connection) -> str:
    # SQLite does not wait its usual time here when another process is opening the same new file.
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            return str(connection.execute("PRAGMA journal_mode = WAL").fetchone()[0])
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.02)
