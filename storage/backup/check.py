"""Check a copy of a database: opened anew and read-only, so that what is on the disk counts. All calls block."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from storage.engine.errors import StorageError, translate_errors
from storage.engine.migrate import MIGRATIONS, check_schema
from storage.engine.sqlite import SqliteFile

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def check_copy(copy: Path, source: Path, rows: Mapping[str, int]) -> None:
    """Check that a copy is an intact database of this program, and holds as many rows by table as its source did.

    Raises `StorageError`, whose sentence names the source.
    """
    with translate_errors(source):
        with closing(connect_readonly(copy)) as connection:
            intact = connection.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",)
            if not intact or connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
                raise StorageError(f"The database {source} is damaged; use another backup.")
            copied = count_rows(connection)
        _check_layout(copy, source)
    differing = sorted(table for table in rows.keys() | copied.keys() if rows.get(table) != copied.get(table))
    if differing:
        first = differing[0]
        raise StorageError(
            f"The copy of {source} is not complete: it has {copied.get(first, 0):,} rows of {first} instead of "
            f"{rows.get(first, 0):,}. Check the disk."
        )


def count_rows(connection: sqlite3.Connection) -> dict[str, int]:
    """Return how many rows each table of a SQLite database has."""
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return {name: _count(connection, name) for name in tables}


def connect_readonly(file: Path) -> sqlite3.Connection:
    """Connect to a SQLite database that is not to be changed; transactions are the caller's."""
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)


def _count(connection: sqlite3.Connection, table: str) -> int:
    quoted = '"' + table.replace('"', '""') + '"'
    return int(connection.execute(f"SELECT count(*) FROM {quoted}").fetchone()[0])  # noqa: S608 - a table's own name


def _check_layout(copy: Path, source: Path) -> None:
    """Check the revision, tables, columns, keys and indexes."""
    try:
        schema_state = asyncio.run(check_schema(SqliteFile(copy)))
    except StorageError as error:
        raise StorageError(str(error).replace(str(copy), str(source))) from error
    if schema_state == "empty":
        raise StorageError(f"The database {source} is empty.")
    from storage.engine.compare_schema import check_layout  # noqa: PLC0415 - alembic takes time and memory that few starts need

    check_layout(copy, source, MIGRATIONS)
