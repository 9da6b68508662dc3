"""Backups of any database as one SQLite file, which can be restored into any kind of database."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from sqlalchemy import NullPool, func, insert, select, text

from storage.backup import snapshot
from storage.engine.backends import backend_of
from storage.engine.errors import StorageError
from storage.engine.migrate import check_schema, upgrade
from storage.engine.private_files import create_folder
from storage.engine.sqlite import SqliteFile, file_url
from storage.queries import row_ids
from storage.queries.batches import row_batches
from storage.schema import metadata

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Generator
    from datetime import datetime

    from sqlalchemy.ext.asyncio import AsyncConnection

    from storage.engine.backend import Backend

Verify: TypeAlias = "Callable[[str], Awaitable[None]]"
"""What checks the database at an address, and raises if it isn't sound."""
_LAST = text("SELECT seq FROM sqlite_sequence WHERE name = :name")
_TABLES_WITH_ID = [table for table in metadata.sorted_tables if "id" in table.c]
"""Tables whose ids count up. An id is never used again, because nonces are made from it."""


async def save(url: str, target: Path) -> int:
    """Write a checked copy of the database at `url`, at one point in time, to the new file `target`.

    Returns its size in bytes. Raises `StorageError`, and then writes no `target`.
    """
    backend = backend_of(url)
    if isinstance(backend, SqliteFile):
        return await asyncio.to_thread(snapshot.save, backend.path, target)
    with tempfile.TemporaryDirectory(dir=_folder(target), prefix=f".{target.name}.") as folder:
        copy = Path(folder) / "turnpost.db"
        with backend.translate_errors():
            if await check_schema(backend) != "current":
                raise StorageError(f"The {backend.name} is empty or of an older Turnpost; start the bot once.")
            await _copy_from_server(backend, SqliteFile(copy))
        return await asyncio.to_thread(snapshot.save, copy, target)


async def restore(url: str, source: Path, now: datetime, folder: Path, verify: Verify | None = None) -> Path | None:
    """Restore the backup `source` to the database at `url`: replace a file, or fill an empty database of a server.

    `verify` gets the address of a copy of it with the present schema, before anything else is changed; what it raises
    ends the restoration. For a server a copy of the backup is made in `folder` meanwhile, because a folder for
    temporary files may be small.

    Returns the new path of the replaced file, or None if there was none. Raises `StorageError` when the backup isn't an
    intact database of this program, the file is in use, the server's database has rows, or the copy can't be made; then
    nothing is changed.
    """
    backend = backend_of(url)
    if isinstance(backend, SqliteFile):
        with ExitStack() as stack:
            copy = await asyncio.to_thread(stack.enter_context, snapshot.prepare(backend.path, source))
            if verify:
                await _verify_copy(copy, source, verify)
            return await asyncio.to_thread(snapshot.replace, backend.path, copy, now)
    with _make_work_folder(folder) as work_folder:
        copy = work_folder / "turnpost.db"
        await asyncio.to_thread(snapshot.restore, copy, source, now)
        with backend.translate_errors():
            await upgrade(SqliteFile(copy))
            if verify:
                await _verify_copy(copy, source, verify)
            await upgrade(backend)
            await _copy_into_empty(SqliteFile(copy), backend)
    return None


async def _verify_copy(copy: Path, source: Path, verify: Verify) -> None:
    """Verify a copy of the backup `source`, an older one as this program's own steps would change it.

    Leaves the copy as it is. Raises what `verify` raises, and `StorageError`, whose sentence names the source.
    """
    try:
        if await check_schema(SqliteFile(copy)) == "current":
            await verify(file_url(copy))
            return
        with _make_work_folder(copy.parent) as work_folder:
            upgraded = work_folder / "turnpost.db"
            await asyncio.to_thread(shutil.copyfile, copy, upgraded)
            await upgrade(SqliteFile(upgraded))
            await verify(file_url(upgraded))
    except OSError as error:
        raise StorageError(f"The folder {copy.parent} cannot be written ({error.strerror}).") from error
    except StorageError as error:
        raise StorageError(str(error).replace(str(copy), str(source))) from error


@contextmanager
def _make_work_folder(parent: Path) -> Generator[Path]:
    """Make a folder inside `parent` that is removed at the end. Raises `StorageError` if it can't be made."""
    try:
        create_folder(parent)
        made = tempfile.TemporaryDirectory(dir=parent, prefix=".restore.")
    except OSError as error:
        raise StorageError(f"The folder {parent} cannot be written ({error.strerror}).") from error
    with made as folder:
        yield Path(folder)


def _folder(target: Path) -> Path:
    if target.exists() or target.is_symlink():
        raise StorageError(f"{target} exists already; name a new file.")
    if not target.parent.is_dir():
        raise StorageError(f"{target} cannot be written (there is no folder {target.parent}).")
    return target.parent


async def _copy_from_server(backend: Backend, copy: SqliteFile) -> None:
    await copy.prepare()
    await upgrade(copy)
    source, target = backend.engine("read", poolclass=NullPool), copy.engine("alter", poolclass=NullPool)
    try:
        async with source.begin() as old, target.begin() as new:
            await _copy(old, new)
            for table in _TABLES_WITH_ID:
                last = await old.execute(text("SELECT last_value FROM " + await _sequence(old, table.name)))
                await new.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), {"name": table.name})
                parameters = {"name": table.name, "last": last.scalar_one()}
                await new.execute(text("INSERT INTO sqlite_sequence VALUES (:name, :last)"), parameters)
            await row_ids.save_skipped(new, await row_ids.deleted_ids(old))
    finally:
        await source.dispose()
        await target.dispose()


async def _copy_into_empty(copy: SqliteFile, backend: Backend) -> None:
    source, target = copy.engine("read", poolclass=NullPool), backend.engine("alter", poolclass=NullPool)
    try:
        async with source.begin() as old, target.begin() as new:
            await backend.begin_migration(new)
            for table in metadata.sorted_tables:
                if await new.scalar(select(select(table).exists())):
                    raise StorageError(f"The {backend.name} holds a record already; a backup goes into an empty one.")
            await _copy(old, new)
            for table in _TABLES_WITH_ID:
                last = (await old.execute(_LAST, {"name": table.name})).scalar()
                if last:
                    parameters = {"sequence": await _sequence(new, table.name), "last": last}
                    await new.execute(text("SELECT setval(CAST(:sequence AS text)::regclass, :last)"), parameters)
    finally:
        await source.dispose()
        await target.dispose()


async def _copy(old: AsyncConnection, new: AsyncConnection) -> None:
    """Copy every row, in batches; tables that others refer to come first. Raises `StorageError` if rows are missing."""
    for table in metadata.sorted_tables:
        read = 0
        async for rows in row_batches(old, table):
            await new.execute(insert(table), [dict(row) for row in rows])
            read += len(rows)
        copied = (await new.execute(select(func.count()).select_from(table))).scalar_one()
        if copied != read:
            raise StorageError(f"The copy is not complete: it has {copied:,} rows of {table.name} instead of {read:,}.")


async def _sequence(tx: AsyncConnection, table: str) -> str:
    """Return the name of the sequence of a table's ids, quoted for a statement."""
    return str((await tx.execute(text("SELECT pg_get_serial_sequence(:table, 'id')"), {"table": table})).scalar_one())
