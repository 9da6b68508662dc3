"""Compare the layout of a SQLite database (tables, columns, keys, indexes, triggers) with that of our migrations."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, TypeAlias, cast

from sqlalchemy import StaticPool, create_engine

from storage.engine import migration_scripts
from storage.engine.errors import StorageError

if TYPE_CHECKING:
    from pathlib import Path

Layout: TypeAlias = set[tuple[object, ...]]

_LAYOUT = """
    SELECT 'table ' || m.name || ', column ' || c.name, c.type, c."notnull", c.pk, c.dflt_value,
           m.sql LIKE '%AUTOINCREMENT%'
      FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'
    UNION ALL
    SELECT 'table ' || m.name || ', foreign key ' || k."from", k."table", k."to", k.on_delete, 0, 0
      FROM sqlite_master m, pragma_foreign_key_list(m.name) k WHERE m.type = 'table'
    UNION ALL
    SELECT 'index ' || i.name, m.name, group_concat(x.name), i."unique", i.partial,
           (SELECT substr(sql, instr(sql, ' WHERE ')) FROM sqlite_master WHERE name = i.name AND i.partial)
      FROM sqlite_master m, pragma_index_list(m.name) i, pragma_index_info(i.name) x
      WHERE m.type = 'table' GROUP BY m.name, i.name
    UNION ALL
    SELECT type || ' ' || name, tbl_name, sql, 0, 0, 0 FROM sqlite_master WHERE type IN ('trigger', 'view')
"""


def check_layout(path: Path, name: Path, migrations: Path) -> None:
    """Compare a database with what the migrations up to its own revision create. Blocks.

    Raises `StorageError`, which calls the database `name`, for anything that is missing, added or different.
    """
    with closing(sqlite3.connect(path)) as connection:
        revision = str(connection.execute("SELECT version_num FROM alembic_version").fetchone()[0])
        found = _read_layout(connection)
    wanted = _create_layout(migrations, revision)
    differing = sorted(
        (str(name) for name, *_ in found ^ wanted), key=lambda name: (not name.startswith("table"), name)
    )
    if differing:
        first = differing[0]
        there, needed = ({str(name) for name, *_ in each} for each in (found, wanted))
        how = "lacks the" if first not in there else "has another" if first in needed else "has a strange"
        raise StorageError(f"The database {name} is not laid out as Turnpost's: it {how} {first}. Use another backup.")


def _create_layout(migrations: Path, revision: str) -> Layout:
    """Return the layout of a new database after the migrations up to a revision."""
    engine = create_engine("sqlite://", poolclass=StaticPool)
    try:
        with engine.begin() as connection:
            migration_scripts.run(connection, migrations, revision)
            raw = connection.connection.driver_connection
            return _read_layout(cast("sqlite3.Connection", raw))
    finally:
        engine.dispose()


def _read_layout(connection: sqlite3.Connection) -> Layout:
    return {tuple(row) for row in connection.execute(_LAYOUT)}
