"""Brings a database to the schema of this program before anything else touches it."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect

from storage.errors import StorageError

if TYPE_CHECKING:
    from sqlalchemy import Connection
    from sqlalchemy.ext.asyncio import AsyncEngine

MIGRATIONS = Path(__file__).parent / "migrations"


async def upgrade(engine: AsyncEngine, place: Path, migrations: Path = MIGRATIONS) -> None:
    """Run the steps that the database at `place` lacks, all of them or none.

    `engine` must begin its transactions as a writer, so that of two starting processes the second waits and finds the
    work done, and have foreign keys off, because SQLite alters a table by dropping it. Before the first step on a
    database that holds something, a copy is put beside it: `turnpost.db.before-0002`. Raises `StorageError` for a
    newer schema, another program's database, and a copy that cannot be made.
    """
    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    steps = ScriptDirectory.from_config(config)
    head = steps.get_current_head()
    async with engine.begin() as tx:
        found, tables = await tx.run_sync(_look)
        if found == head:
            return
        if found is None and tables:
            raise StorageError(f"The database {place} belongs to another program; name another file.")
        if found is not None and found not in {step.revision for step in steps.walk_revisions()}:
            raise StorageError(
                f"The database {place} was written by a newer Turnpost (schema {found}, this one knows {head}); "
                "install that version, or put an older backup in the file's place."
            )
        if found is not None:
            await asyncio.to_thread(_copy, place, place.with_name(f"{place.name}.before-{head}"))
        await tx.run_sync(_run, config)
        if (await tx.exec_driver_sql("PRAGMA foreign_key_check")).first() is not None:
            raise StorageError(f"The database {place} holds rows that point nowhere, so it was left as it is.")


def _look(connection: Connection) -> tuple[str | None, list[str]]:
    return MigrationContext.configure(connection).get_current_revision(), inspect(connection).get_table_names()


def _run(connection: Connection, config: Config) -> None:
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _copy(place: Path, target: Path) -> None:
    """Copy a database that others may have open. The name appears only when the copy is whole."""
    partial = target.with_name(f"{target.name}.partial")
    try:
        partial.unlink(missing_ok=True)
        with closing(sqlite3.connect(place)) as source, closing(sqlite3.connect(partial)) as copy:
            source.backup(copy)
        partial.replace(target)
    except (OSError, sqlite3.Error) as error:
        raise StorageError(f"No backup could be written to {target}, so the database was left as it is.") from error
