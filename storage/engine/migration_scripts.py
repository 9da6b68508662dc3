"""The steps from one schema to the next, as alembic knows them. Loaded only where the schema isn't this program's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import inspect

from storage.engine.errors import StorageError

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import Connection
    from sqlalchemy.ext.asyncio import AsyncConnection

    from storage.engine.backend import Backend


async def take(tx: AsyncConnection, place: Backend, migrations: Path, found: str | None) -> None:
    """Run the steps that a database at revision `found` lacks; one that holds something is copied first."""
    if await tx.run_sync(holds_something, place, migrations, found):
        await place.keep_copy(tx, str(_steps(migrations).get_current_head()))
    await tx.run_sync(run, migrations)
    await place.end_migration(tx)


def holds_something(connection: Connection, place: Backend, migrations: Path, found: str | None) -> bool:
    """Return whether a database at revision `found` has tables of ours.

    Raises `StorageError` for a newer schema and for another program's database.
    """
    steps = _steps(migrations)
    if found is None:
        if inspect(connection).get_table_names():
            raise StorageError(f"The {place.name} belongs to another program; name another {place.kind}.")
        return False
    if found not in {step.revision for step in steps.walk_revisions()}:
        raise StorageError(
            f"The {place.name} was written by a newer Turnpost (schema {found}, this one knows "
            f"{steps.get_current_head()}); install that version, or put an older backup in the {place.kind}'s place."
        )
    return True


def _config(migrations: Path) -> Config:
    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def _steps(migrations: Path) -> ScriptDirectory:
    return ScriptDirectory.from_config(_config(migrations))


def run(connection: Connection, migrations: Path, revision: str = "head") -> None:
    """Run the steps that lead to a revision, those that were taken left out."""
    config = _config(migrations)
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
