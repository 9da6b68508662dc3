"""Check a copy of a database: opened anew and read-only, so that what is on the disk counts. All calls block.

What people deleted since it was made is found in the database that it replaced.
"""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

from storage.engine.errors import StorageError, translate_errors
from storage.engine.migrate import MIGRATIONS, check_schema
from storage.engine.sqlite import SqliteFile
from storage.queries.personal_data import RENAMED
from storage.queries.rows import FORMER_IDS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sqlalchemy import Column


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


def find_deleted_people(copy: Path, replaced: Path) -> list[int] | None:
    """Return the ids of people who deleted their data in the database `replaced` and whose data is in its older `copy`.

    They asked in `replaced` and not yet in the copy, another id has taken their place in a match, a challenge or an
    event, or, if the two have a match in common, what they chose or their puzzles are gone. A deletion leaves no other
    trace, so people who only watched or took a vacation aren't found. Returns None if `replaced` can't be read.
    """
    with closing(connect_readonly(copy)) as connection:
        try:
            connection.execute("ATTACH ? AS replaced", (f"{replaced.absolute().as_uri()}?mode=ro",))
            found = {user_id for query in _DELETED_SINCE for user_id in _find_people(connection, query)}
            return sorted(found - _find_people(connection, "SELECT user_id FROM main.deletions"))
        except sqlite3.Error:
            return None


def _find_people(connection: sqlite3.Connection, query: str) -> set[int]:
    """Return the ids that a query selects; none if it names a table or column that an earlier release didn't have."""
    try:
        return {user_id for (user_id,) in connection.execute(query)}
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_ERROR:
            return set()
        raise


def _replaced_by_another(column: Column[Any]) -> str:
    """Return the query for ids of people in a column in whose place another id stands now."""
    table, name = column.table.name, column.name
    same = " AND ".join(f'old."{key.name}" = new."{key.name}"' for key in column.table.primary_key)
    former = f"BETWEEN {FORMER_IDS.start} AND {FORMER_IDS.stop - 1}"
    return (
        f'SELECT old."{name}" FROM main.{table} AS old JOIN replaced.{table} AS new ON {same} '  # noqa: S608 - our own names
        f'WHERE new."{name}" {former} AND old."{name}" > 0 AND old."{name}" NOT {former}'
    )


_DELETED_SINCE = (
    "SELECT user_id FROM replaced.deletions",
    *(_replaced_by_another(column) for column in RENAMED if column.name not in column.table.primary_key),
    *(
        f"SELECT user_id FROM main.{table} WHERE user_id NOT IN (SELECT user_id FROM replaced.{table}) "  # noqa: S608 - our own names
        "AND EXISTS (SELECT 1 FROM main.matches AS old JOIN replaced.matches AS new USING (id, game, created_at))"
        for table in ("people", "puzzle_attempts")
    ),
)


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
