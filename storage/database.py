"""Opens the record and hands out transactions: many readers side by side, one writer at a time."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from sqlalchemy.ext.asyncio import AsyncConnection

from storage.errors import Repeated, StorageError, Taken, plainly
from storage.sqlite import engine, file_of, file_url, prepare
from storage.upgrade import judge, upgrade

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

__all__ = ["Database", "Repeated", "StorageError", "Taken", "Tx", "file_url"]

Tx = AsyncConnection


class Database:
    """One open database. Make it with `open`, and `close` it at the end."""

    def __init__(self, place: Path) -> None:
        self._place = place
        # The writer's connections are its own, so that no number of readers keeps it waiting.
        self._reader = engine(place, "read")
        self._writer = engine(place, "write")
        # SQLite's own lock is polled and unfair: within this process writers queue here, first come, first served.
        self._turn = asyncio.Lock()
        self._writing: asyncio.Task[Any] | None = None

    @classmethod
    async def open(cls, url: str) -> Database:
        """Open the database at `url` (`sqlite+aiosqlite:////folder/turnpost.db`), made and migrated as needed.

        Raises `StorageError` when the address is not of this form, the folder cannot be written, the file is no
        database, belongs to another program or to a newer version of this one.
        """
        place = file_of(url)
        with plainly(place):
            await asyncio.to_thread(prepare, place)
            await upgrade(place)
        return cls(place)

    @classmethod
    async def existing(cls, url: str) -> Database:
        """Open a database that is there already, and leave its schema alone: a bot may be running on it.

        Raises `StorageError` as `open` does, and where there is no database or one of an older version.
        """
        place = file_of(url)
        if not place.is_file():
            raise StorageError(f"There is no database {place}.")
        with plainly(place):
            standing = await judge(place)
        if standing != "current":
            what = "is empty" if standing == "empty" else "was written by an older Turnpost"
            raise StorageError(f"The database {place} {what}; start the bot once, which brings it to this version.")
        return cls(place)

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[Tx, None]:
        """Give a transaction that sees one moment of the record throughout and cannot write.

        Raises `StorageError` when the disk or the file fails.
        """
        with plainly(self._place):
            async with self._reader.begin() as tx:
                yield tx

    @asynccontextmanager
    async def write(self) -> AsyncGenerator[Tx, None]:
        """Give the transaction of the only writer: committed at the end, rolled back by any exception.

        Waits for other writers, up to 30 seconds for those of another process. Raises `StorageError` when the disk or
        the file fails, and `RuntimeError` inside another `write` of the same task, which would wait for ever.
        """
        task = asyncio.current_task()
        if task is self._writing:
            raise RuntimeError("write() inside write(): pass the transaction on instead")
        async with self._turn:
            self._writing = task
            try:
                with plainly(self._place):
                    async with self._writer.begin() as tx:
                        yield tx
            finally:
                self._writing = None

    async def close(self) -> None:
        """Close all connections. The last process to do so folds the write-ahead log into the file."""
        await self._reader.dispose()
        await self._writer.dispose()
