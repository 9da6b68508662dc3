"""Brings a database to the schema of this program before anything else touches it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from sqlalchemy import NullPool, inspect, text

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from storage.engine.backend import Backend

SchemaState: TypeAlias = Literal["empty", "older", "current"]
"""How a database's schema stands to the one of this program."""

MIGRATIONS = Path(__file__).parents[1] / "migrations"


async def upgrade(place: Backend, migrations: Path = MIGRATIONS) -> None:
    """Run the steps in the folder `migrations` that the database at `place` lacks, all of them or none.

    Of two starting processes the second waits and finds the work done. Before the first step on a database that holds
    something, a copy is kept: a file `turnpost.db.before-0002` beside it, on PostgreSQL a schema `before_0002`. Raises
    `StorageError` for a newer schema, another program's database, and a copy that cannot be made.
    """
    altering = place.engine("alter", poolclass=NullPool)
    try:
        async with altering.begin() as tx:
            await place.begin_migration(tx)
            found = await tx.run_sync(_revision)
            if found != _newest(migrations):
                from storage.engine import (  # noqa: PLC0415 - alembic takes time and memory that few starts need
                    migration_scripts,
                )

                await migration_scripts.take(tx, place, migrations, found)
    finally:
        await altering.dispose()


async def check_schema(place: Backend, migrations: Path = MIGRATIONS) -> SchemaState:
    """Return how the schema of the database at `place` stands to this program's; nothing is changed.

    Raises `StorageError` for a newer schema and for another program's database.
    """
    reading = place.engine("read", poolclass=NullPool)
    try:
        async with reading.begin() as tx:
            found = await tx.run_sync(_revision)
            if found == _newest(migrations):
                return "current"
            from storage.engine import migration_scripts  # noqa: PLC0415 - as above

            return (
                "older" if await tx.run_sync(migration_scripts.holds_something, place, migrations, found) else "empty"
            )
    finally:
        await reading.dispose()


def _revision(connection: Connection) -> str | None:
    """Return the step that a database was brought to last, or None."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _newest(migrations: Path) -> str:
    """Return the last step: their files' names begin with their numbers."""
    return max(file.name.partition("_")[0] for file in (migrations / "versions").glob("0*.py"))
