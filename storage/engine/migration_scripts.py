"""Run migrations with alembic. This module is loaded only when the schema isn't this program's."""

from __future__ import annotations

import logging
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


log = logging.getLogger(__name__)

_LAST_WITH_ALL_STEPS = ("28 November 2026", "e90a3153")
"""The day and the commit of the last version that has the steps between the releases, which one step replaces now."""


async def run_missing(tx: AsyncConnection, backend: Backend, migrations: Path, found: str | None) -> None:
    """Run the migrations that a database at revision `found` lacks, after keeping a copy if it isn't empty."""
    if await tx.run_sync(has_our_tables, backend, migrations, found):
        newest = str(_script_directory(migrations).get_current_head())
        kept = await backend.keep_copy(tx, newest)
        log.info("The database is brought from schema %s to %s; what was there is kept as %s", found, newest, kept)
    await tx.run_sync(run, migrations)
    await backend.end_migration(tx)


def has_our_tables(connection: Connection, backend: Backend, migrations: Path, found: str | None) -> bool:
    """Return whether a database at revision `found` has tables of this program.

    Raises `StorageError` for a newer schema, one between two releases, and another program's database.
    """
    scripts = _script_directory(migrations)
    newest = str(scripts.get_current_head())
    if found is None:
        if inspect(connection).get_table_names():
            raise StorageError(f"The {backend.name} belongs to another program; name another {backend.kind}.")
        return False
    if found not in {script.revision for script in scripts.walk_revisions()}:
        if found < newest:
            day, commit = _LAST_WITH_ALL_STEPS
            raise StorageError(
                f"The {backend.name} was written by a Turnpost between two releases (schema {found}); start the "
                f"version of {day} on it once (git checkout {commit}), then this one."
            )
        raise StorageError(
            f"The {backend.name} was written by a newer Turnpost (schema {found}, this one knows {newest}); install "
            f"that version, or put an older backup in the {backend.kind}'s place."
        )
    return True


def _config(migrations: Path) -> Config:
    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def _script_directory(migrations: Path) -> ScriptDirectory:
    return ScriptDirectory.from_config(_config(migrations))


def run(connection: Connection, migrations: Path, revision: str = "head") -> None:
    """Run the migrations that lead to a revision, except those that have run."""
    config = _config(migrations)
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
