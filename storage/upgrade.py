"""Brings a database to the schema of this program before anything else touches it."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

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

Standing: TypeAlias = Literal["empty", "older", "current"]
"""How a database's schema stands to the one of this program."""

MIGRATIONS = Path(__file__).parent / "migrations"


async def upgrade(place: Path, migrations: Path = MIGRATIONS) -> None:
    """Run the steps in the folder `migrations` that the database at `place` lacks, all of them or none.

    Of two starting processes the second waits and finds the work done. Before the first step on a database that holds
    something, a copy is put beside it: `turnpost.db.before-0002`. Raises `StorageError` for a newer schema, another
    program's database, and a copy that cannot be made.
    """
    config = _config(migrations)
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


async def judge(place: Path, migrations: Path = MIGRATIONS) -> Standing:
    """Return how the schema of the database at `place` stands to this program's; nothing is changed.

    Raises `StorageError` for a newer schema and for another program's database.
    """
    reading = engine(place, "read", poolclass=NullPool)
    try:
        async with reading.begin() as tx:
            return await tx.run_sync(_judge, place, ScriptDirectory.from_config(_config(migrations)))
    finally:
        await reading.dispose()


def _config(migrations: Path) -> Config:
    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


async def _lacking(tx: AsyncConnection, place: Path, steps: ScriptDirectory) -> bool:
    """Return whether there are steps to run. If so, a database that holds something has been copied."""
    standing = await tx.run_sync(_judge, place, steps)
    if standing != "older":
        return standing == "empty"
    backup = place.with_name(f"{place.name}.before-{steps.get_current_head()}")
    try:
        await asyncio.to_thread(copy, place, backup)
    except (OSError, sqlite3.Error) as error:
        raise StorageError(f"No backup could be written to {backup}, so the database was left as it is.") from error
    return True


def _judge(connection: Connection, place: Path, steps: ScriptDirectory) -> Standing:
    found, head = MigrationContext.configure(connection).get_current_revision(), steps.get_current_head()
    if found == head:
        return "current"
    if found is None:
        if inspect(connection).get_table_names():
            raise StorageError(f"The database {place} belongs to another program; name another file.")
        return "empty"
    if found not in {step.revision for step in steps.walk_revisions()}:
        raise StorageError(
            f"The database {place} was written by a newer Turnpost (schema {found}, this one knows {head}); "
            "install that version, or put an older backup in the file's place."
        )
    return "older"


def _run(connection: Connection, config: Config) -> None:
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
