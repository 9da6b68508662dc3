"""SQLite's own ways: the file, its journal, the settings of a connection, how a transaction begins."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from sqlalchemy import URL, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from storage.errors import StorageError

if TYPE_CHECKING:
    from sqlalchemy import Connection
    from sqlalchemy.engine.interfaces import DBAPIConnection
    from sqlalchemy.pool import ConnectionPoolEntry

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


def file_of(url: str) -> Path:
    """Return the file that a database address names. Raises `StorageError` for an address of any other form."""
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


def engine(place: Path, way: Literal["read", "write", "alter"], **pool: Any) -> AsyncEngine:
    """Return an engine for one kind of work on the file. `pool` is passed on to SQLAlchemy.

    The driver is kept from beginning transactions itself, which it does late, at the first write (SQLAlchemy,
    "Transactions with SQLite and the sqlite3 driver").
    """
    begin, pragmas = _WAYS[way]
    made = create_async_engine(
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

    event.listen(made.sync_engine, "connect", connected)
    event.listen(made.sync_engine, "begin", began)
    return made


def copy(place: Path, target: Path) -> None:
    """Copy a database that others may have open. The target's name appears only when the copy is whole. Blocks.

    Raises `OSError` or `sqlite3.Error`.
    """
    partial = target.with_name(f"{target.name}.partial")
    partial.unlink(missing_ok=True)
    with closing(sqlite3.connect(place)) as source, closing(sqlite3.connect(partial)) as made:
        source.backup(made)
    partial.replace(target)


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
