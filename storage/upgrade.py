"""Brings a database to the schema of this program before anything else touches it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import NullPool, inspect

from storage.errors import StorageError

if TYPE_CHECKING:
    from sqlalchemy import Connection
    from sqlalchemy.ext.asyncio import AsyncConnection

    from storage.place import Place

Standing: TypeAlias = Literal["empty", "older", "current"]
"""How a database's schema stands to the one of this program."""

MIGRATIONS = Path(__file__).parent / "migrations"


async def upgrade(place: Place, migrations: Path = MIGRATIONS) -> None:
    """Run the steps in the folder `migrations` that the database at `place` lacks, all of them or none.

    Of two starting processes the second waits and finds the work done. Before the first step on a database that holds
    something, a copy is kept: a file `turnpost.db.before-0002` beside it, on PostgreSQL a schema `before_0002`. Raises
    `StorageError` for a newer schema, another program's database, and a copy that cannot be made.
    """
    config = _config(migrations)
    altering = place.engine("alter", poolclass=NullPool)
    try:
        async with altering.begin() as tx:
            await place.begin_steps(tx)
            if await _lacking(tx, place, ScriptDirectory.from_config(config)):
                await tx.run_sync(_run, config)
                await place.end_steps(tx)
    finally:
        await altering.dispose()


async def judge(place: Place, migrations: Path = MIGRATIONS) -> Standing:
    """Return how the schema of the database at `place` stands to this program's; nothing is changed.

    Raises `StorageError` for a newer schema and for another program's database.
    """
    reading = place.engine("read", poolclass=NullPool)
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


async def _lacking(tx: AsyncConnection, place: Place, steps: ScriptDirectory) -> bool:
    """Return whether there are steps to run. If so, a database that holds something has been copied."""
    standing = await tx.run_sync(_judge, place, steps)
    if standing == "older":
        await place.set_aside(tx, str(steps.get_current_head()))
    return standing != "current"


def _judge(connection: Connection, place: Place, steps: ScriptDirectory) -> Standing:
    found, head = MigrationContext.configure(connection).get_current_revision(), steps.get_current_head()
    if found == head:
        return "current"
    if found is None:
        if inspect(connection).get_table_names():
            raise StorageError(f"The {place.name} belongs to another program; name another {place.kind}.")
        return "empty"
    if found not in {step.revision for step in steps.walk_revisions()}:
        raise StorageError(
            f"The {place.name} was written by a newer Turnpost (schema {found}, this one knows {head}); "
            f"install that version, or put an older backup in the {place.kind}'s place."
        )
    return "older"


def _run(connection: Connection, config: Config) -> None:
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
