"""Brings a database to the schema of this program before anything else touches it."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import NullPool, inspect

from storage.errors import StorageError
from storage.sqlite import copy, engine

if TYPE_CHECKING:
    from sqlalchemy import Connection
    from sqlalchemy.ext.asyncio import AsyncConnection

MIGRATIONS = Path(__file__).parent / "migrations"


async def upgrade(place: Path, migrations: Path = MIGRATIONS) -> None:
    """Run the steps in the folder `migrations` that the database at `place` lacks, all of them or none.

    Of two starting processes the second waits and finds the work done. Before the first step on a database that holds
    something, a copy is put beside it: `turnpost.db.before-0002`. Raises `StorageError` for a newer schema, another
    program's database, and a copy that cannot be made.
    """
    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    altering = engine(place, "alter", poolclass=NullPool)
    try:
        async with altering.begin() as tx:
            if await _lacking(tx, place, ScriptDirectory.from_config(config)):
                await tx.run_sync(_run, config)
                if (await tx.exec_driver_sql("PRAGMA foreign_key_check")).first() is not None:
                    raise StorageError(
                        f"The database {place} cannot be brought to this version, because some of its rows point "
                        "nowhere; it was left as it is."
                    )
    finally:
        await altering.dispose()


async def _lacking(tx: AsyncConnection, place: Path, steps: ScriptDirectory) -> bool:
    """Return whether there are steps to run. If so, a database that holds something has been copied."""
    found, tables = await tx.run_sync(_look)
    head = steps.get_current_head()
    if found == head:
        return False
    if found is None:
        if tables:
            raise StorageError(f"The database {place} belongs to another program; name another file.")
        return True
    if found not in {step.revision for step in steps.walk_revisions()}:
        raise StorageError(
            f"The database {place} was written by a newer Turnpost (schema {found}, this one knows {head}); "
            "install that version, or put an older backup in the file's place."
        )
    backup = place.with_name(f"{place.name}.before-{head}")
    try:
        await asyncio.to_thread(copy, place, backup)
    except (OSError, sqlite3.Error) as error:
        raise StorageError(f"No backup could be written to {backup}, so the database was left as it is.") from error
    return True


def _look(connection: Connection) -> tuple[str | None, list[str]]:
    return MigrationContext.configure(connection).get_current_revision(), inspect(connection).get_table_names()


def _run(connection: Connection, config: Config) -> None:
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
