"""Bring a database to the schema of this program before anything else uses it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from sqlalchemy import NullPool, inspect, text

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from storage.engine.backend import Backend

SchemaState: TypeAlias = Literal["empty", "older", "current"]
"""How the schema of a database compares to that of this program."""

MIGRATIONS = Path(__file__).parents[1] / "migrations"


async def upgrade(backend: Backend, migrations: Path = MIGRATIONS) -> None:
    """Run the migrations in a folder that a database lacks, all of them or none.

    If two processes start together, the second waits and finds the work done. A database that isn't empty is copied
    first: to a file `turnpost.db.before-0002` beside it, on PostgreSQL to a schema `before_0002`. Raises `StorageError`
    for a newer schema, another program's database, and a copy that can't be made.
    """
    engine = backend.engine("alter", poolclass=NullPool)
    try:
        async with engine.begin() as tx:
            await backend.begin_migration(tx)
            found = await tx.run_sync(_revision)
            if found != _newest(migrations):
                from storage.engine import (  # noqa: PLC0415 - alembic takes time and memory that few starts need
                    migration_scripts,
                )

                await migration_scripts.run_missing(tx, backend, migrations, found)
    finally:
        await engine.dispose()


async def check_schema(backend: Backend, migrations: Path = MIGRATIONS) -> SchemaState:
    """Return how the schema of a database compares to this program's. Changes nothing.

    Raises `StorageError` for a newer schema and for another program's database.
    """
    engine = backend.engine("read", poolclass=NullPool)
    try:
        async with engine.begin() as tx:
            found = await tx.run_sync(_revision)
            if found == _newest(migrations):
                return "current"
            from storage.engine import migration_scripts  # noqa: PLC0415 - as above

            return (
                "older" if await tx.run_sync(migration_scripts.has_our_tables, backend, migrations, found) else "empty"
            )
    finally:
        await engine.dispose()


def _revision(connection: Connection) -> str | None:
    """Return the last migration of a database, or None."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _newest(migrations: Path) -> str:
    """Return the number of the last migration, with which its file's name begins."""
    return max(file.name.partition("_")[0] for file in (migrations / "versions").glob("0*.py"))
