"""Opens the record and hands out transactions: many readers side by side, one writer at a time."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import URL, NullPool, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from storage.errors import Repeated, StorageError, Taken, plainly
from storage.upgrade import upgrade

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from sqlalchemy import Connection
    from sqlalchemy.engine.interfaces import DBAPIConnection
    from sqlalchemy.pool import ConnectionPoolEntry

__all__ = ["Database", "Repeated", "StorageError", "Taken", "Tx", "file_url"]

Tx = AsyncConnection

_PATIENCE = 30.0
"""How many seconds a writer waits for another process to finish."""

_READS = ("foreign_keys = ON", "query_only = ON")
_WRITES = ("foreign_keys = ON", "synchronous = FULL")
_ALTERS = ("foreign_keys = OFF", "synchronous = FULL")


class Database:
    """One open database. Make it with `open`, and `close` it at the end."""

    def __init__(self, place: Path) -> None:
        self._place = place
        self._reader = _engine(place, "BEGIN", _READS)
        # The writer's connection is its own, so that no number of readers keeps it waiting.
        self._writer = _engine(place, "BEGIN IMMEDIATE", _WRITES, pool_size=1, max_overflow=0)
        # SQLite's own lock is polled and unfair: within this process writers queue here instead.
        self._turn = asyncio.Lock()
        self._writing: asyncio.Task[Any] | None = None

    @classmethod
    async def open(cls, url: str) -> Database:
        """Open the database at `url` (`sqlite+aiosqlite:////folder/turnpost.db`), made and migrated as needed.

        Raises `StorageError` when the address is not of this form, the folder cannot be written, the file is no
        database, belongs to another program or to a newer version of this one.
        """
        place = _place(url)
        with plainly(place):
            await asyncio.to_thread(_prepare, place)
            engine = _engine(place, "BEGIN IMMEDIATE", _ALTERS, poolclass=NullPool)
            try:
                await upgrade(engine, place)
            finally:
                await engine.dispose()
        return cls(place)

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[Tx, None]:
        """Give a transaction that sees one moment of the record throughout and cannot write."""
        with plainly(self._place):
            async with self._reader.begin() as tx:
                yield tx

    @asynccontextmanager
    async def write(self) -> AsyncGenerator[Tx, None]:
        """Give the transaction of the only writer: committed at the end, rolled back by any exception.

        Waits for other writers, up to 30 seconds for those of another process. Raises `StorageError` when the disk or
        the file fails, and `RuntimeError` inside another `write` of the same task, which would wait for ever.
        """
        task = asyncio.current_task()
        if task is self._writing:
            raise RuntimeError("write() inside write(): pass the transaction on instead")
        async with self._turn:
            self._writing = task
            try:
                with plainly(self._place):
                    async with self._writer.begin() as tx:
                        yield tx
            finally:
                self._writing = None

    async def close(self) -> None:
        """Close all connections. The last process to do so folds the write-ahead log into the file."""
        await self._reader.dispose()
        await self._writer.dispose()


def file_url(place: Path) -> str:
    """Return the address of a database file, whatever signs its path holds."""
    return _address(place).render_as_string()


def _address(place: Path) -> URL:
    return URL.create("sqlite+aiosqlite", database=str(place))


def _place(url: str) -> Path:
    """Return the file that a database address names."""
    form = "sqlite+aiosqlite:////folder/turnpost.db"
    try:
        address = make_url(url)
    except (ArgumentError, ValueError):
        # The address itself is not shown: it may hold a password.
        raise StorageError(f"The database address cannot be read; it has the form {form}.") from None
    if address.drivername != "sqlite+aiosqlite":
        raise StorageError(f"Databases of the kind {address.drivername} are not supported; the address is {form}.")
    if not address.database or address.database.startswith((":", "file:")) or address.query:
        raise StorageError(f"The database address must name a file and nothing else: {form}.")
    return Path(address.database).absolute()


def _prepare(place: Path) -> None:
    """Make the folder and the file, and set the file to write-ahead logging, which it keeps."""
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


def _engine(place: Path, begin: str, pragmas: tuple[str, ...], **pool: Any) -> AsyncEngine:
    """Return an engine whose transactions start with `begin` and whose connections are set up by `pragmas`.

    The driver must not begin transactions itself: it would do so late, at the first write, and a transaction that has
    read by then fails at once when another has written (SQLAlchemy, "Transactions with SQLite and the sqlite3 driver").
    """
    engine = create_async_engine(
        _address(place),
        connect_args={"isolation_level": None, "timeout": _PATIENCE},
        **pool,
    )

    def connected(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    def began(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    event.listen(engine.sync_engine, "connect", connected)
    event.listen(engine.sync_engine, "begin", began)
    return engine
