"""Backups of any database, always one SQLite file: so they also lead from one kind of database to another."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import NullPool, insert, select, text

from storage.backup import snapshot
from storage.engine.backends import backend_of
from storage.engine.errors import StorageError
from storage.engine.migrate import check_schema, upgrade
from storage.engine.sqlite import SqliteFile
from storage.tables import row_ids
from storage.tables.schema import metadata

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy.ext.asyncio import AsyncConnection

    from storage.engine.backend import Backend

_BATCH = 500
_LAST = text("SELECT seq FROM sqlite_sequence WHERE name = :name")
_COUNTED = [table for table in metadata.sorted_tables if "id" in table.c]
"""The tables that count their rows up. Numbers stay used: a nonce is made of one."""


async def save(url: str, target: Path) -> int:
    """Write a checked copy of the database at `url`, as it is at one moment, to the new file `target`.

    Returns its size in bytes. Raises `StorageError`, and then there is no `target`.
    """
    place = backend_of(url)
    if isinstance(place, SqliteFile):
        return await asyncio.to_thread(snapshot.save, place.path, target)
    with tempfile.TemporaryDirectory(dir=_folder(target), prefix=f".{target.name}.") as folder:
        made = Path(folder) / "turnpost.db"
        with place.translate_errors():
            if await check_schema(place) != "current":
                raise StorageError(f"The {place.name} is empty or of an older Turnpost; start the bot once.")
            await _fill(place, SqliteFile(made))
        return await asyncio.to_thread(snapshot.save, made, target)


async def restore(url: str, source: Path, now: datetime) -> Path | None:
    """Put the backup `source` into the database at `url`: in a file's place, or into an empty database of a server.

    Returns where the replaced file now is, or None if there was none. Raises `StorageError` when the backup is no
    sound database of this program, the file is in use, or the server's database holds anything; then all is as it was.
    """
    place = backend_of(url)
    if isinstance(place, SqliteFile):
        return await asyncio.to_thread(snapshot.restore, place.path, source, now)
    with tempfile.TemporaryDirectory(prefix="turnpost-restore-") as folder:
        made = SqliteFile(Path(folder) / "turnpost.db")
        await asyncio.to_thread(snapshot.restore, made.path, source, now)
        with place.translate_errors():
            await upgrade(made)
            await upgrade(place)
            await _empty_into(made, place)
    return None


def _folder(target: Path) -> Path:
    if target.exists() or target.is_symlink():
        raise StorageError(f"{target} exists already; name a new file.")
    if not target.parent.is_dir():
        raise StorageError(f"{target} cannot be written (there is no folder {target.parent}).")
    return target.parent


async def _fill(place: Backend, made: SqliteFile) -> None:
    await made.prepare()
    await upgrade(made)
    source, target = place.engine("read", poolclass=NullPool), made.engine("alter", poolclass=NullPool)
    try:
        async with source.begin() as old, target.begin() as new:
            await _copy(old, new)
            for table in _COUNTED:
                last = await old.execute(text("SELECT last_value FROM " + await _sequence(old, table.name)))
                await new.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), {"name": table.name})
                used = {"name": table.name, "last": last.scalar_one()}
                await new.execute(text("INSERT INTO sqlite_sequence VALUES (:name, :last)"), used)
            await row_ids.save_skipped(new, await row_ids.deleted_ids(old))
    finally:
        await source.dispose()
        await target.dispose()


async def _empty_into(made: SqliteFile, place: Backend) -> None:
    source, target = made.engine("read", poolclass=NullPool), place.engine("alter", poolclass=NullPool)
    try:
        async with source.begin() as old, target.begin() as new:
            await place.begin_migration(new)
            for table in metadata.sorted_tables:
                if (await new.execute(select(table).limit(1))).first() is not None:
                    raise StorageError(f"The {place.name} holds a record already; a backup goes into an empty one.")
            await _copy(old, new)
            for table in _COUNTED:
                found = await old.execute(
                    text("SELECT seq FROM sqlite_sequence WHERE name = :name"), {"name": table.name}
                )
                last = found.scalar()
                if last:
                    used = {"sequence": await _sequence(new, table.name), "last": last}
                    await new.execute(text("SELECT setval(CAST(:sequence AS text)::regclass, :last)"), used)
    finally:
        await source.dispose()
        await target.dispose()


async def _copy(old: AsyncConnection, new: AsyncConnection) -> None:
    """Copy every row, so many at a time; tables that others point to come first."""
    for table in metadata.sorted_tables:
        rows = (await old.stream(select(table))).mappings()
        async for some in rows.partitions(_BATCH):
            await new.execute(insert(table), [dict(row) for row in some])


async def _sequence(tx: AsyncConnection, table: str) -> str:
    """Return the name of what numbers a table's rows, ready for a statement."""
    return str((await tx.execute(text("SELECT pg_get_serial_sequence(:table, 'id')"), {"table": table})).scalar_one())
