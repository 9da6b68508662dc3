"""Opens the record and hands out transactions: many readers side by side, one writer at a time."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any

from sqlalchemy.ext.asyncio import AsyncConnection

from storage.engine.backend import Guard
from storage.engine.backends import backend_of
from storage.engine.errors import LOCK_TIMEOUT, AlreadyStored, StorageError, UnreadableRow, WriteConflict
from storage.engine.migrate import check_schema, upgrade
from storage.engine.sqlite import file_url

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Collection, Generator

    from storage.engine.backend import Backend

__all__ = ["AlreadyStored", "Database", "StorageError", "Tx", "UnreadableRow", "WriteConflict", "file_url"]

Tx = AsyncConnection

_inside: set[asyncio.Task[Any] | None] = set()
"""The tasks that have a transaction open."""

_TURN = 30.0
"""How many seconds a task waits until a connection is free for it, or those that write before it are done."""


def in_transaction() -> bool:
    """Whether the present task has a transaction open, on whatever database."""
    return asyncio.current_task() in _inside


@contextmanager
def _counted() -> Generator[None]:
    task = asyncio.current_task()
    outermost = task not in _inside
    _inside.add(task)
    try:
        yield
    finally:
        if outermost:
            _inside.discard(task)


class Database:
    """One open database. Make it with `open`, and `close` it at the end."""

    def __init__(self, place: Backend) -> None:
        self._place = place
        # The writer's connection is its own, so that no number of readers keeps it waiting.
        self._reader = place.engine("read", pool_size=place.readers, max_overflow=0, pool_timeout=_TURN)
        self._writer = place.engine("write", pool_size=1, max_overflow=0)
        # Writers of this process queue here, first come, first served: SQLite's own lock is polled and unfair, and
        # on PostgreSQL they cannot wait for each other in a circle.
        self._turn = asyncio.Lock()
        self._writing: asyncio.Task[Any] | None = None
        self._guard = Guard()

    @classmethod
    async def open(cls, url: str) -> Database:
        """Open the database at `url`, made (if it is a file) and migrated as needed.

        Addresses are `sqlite+aiosqlite:////folder/turnpost.db` and `postgresql+asyncpg://user:password@host/name`.
        Raises `StorageError` when the address is not of these forms, the folder cannot be written, the file is no
        database, the server cannot be reached, or the database belongs to another program or to a newer version.
        """
        place = backend_of(url)
        with place.translate_errors():
            await place.prepare()
            await upgrade(place)
        return cls(place)

    @classmethod
    async def open_existing(cls, url: str) -> Database:
        """Open a database that is there already, and leave its schema alone: a bot may be running on it.

        Raises `StorageError` as `open` does, and where there is no database or one of an older version.
        """
        place = backend_of(url)
        if place.missing():
            raise StorageError(f"There is no {place.name}.")
        with place.translate_errors():
            standing = await check_schema(place)
        if standing != "current":
            what = "is empty" if standing == "empty" else "was written by an older Turnpost"
            raise StorageError(f"The {place.name} {what}; start the bot once, which brings it to this version.")
        return cls(place)

    @asynccontextmanager
    async def lock_shards(
        self, shards: Collection[int], count: int, lost: Callable[[], None]
    ) -> AsyncGenerator[None, None]:
        """Be the only process that carries these shards, of so many in all, as long as the context lasts.

        Whenever that isn't certain, as when the server has not answered for half a minute, `read` and `write` raise
        `StorageError`. Raises it too where another process carries one of the shards. Calls `lost` should another one
        come to do so meanwhile.
        """
        async with self._place.lock_shards(shards, count, lost) as guard:
            self._guard = guard
            try:
                yield
            finally:
                self._guard = Guard()

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[Tx, None]:
        """Give a transaction that sees one moment of the record throughout and cannot write.

        Raises `StorageError` when the disk, the file or the server fails, when as many others read for half a minute as
        can at a time, and while it isn't certain that this process carries its shards.
        """
        await self._guard.ensure()
        with self._place.translate_errors():
            async with self._reader.begin() as tx:
                with _counted():
                    yield tx

    @asynccontextmanager
    async def write(self) -> AsyncGenerator[Tx, None]:
        """Give the transaction of the process's only writer: committed at the end, rolled back by any exception.

        Waits for other writers: up to 30 seconds for those of this process, as long for those of another on SQLite, 10
        on PostgreSQL for those that hold the same rows. What is read here can be changed by others meanwhile there,
        unless its row is held (`with_for_update`). Raises `StorageError` when that is not enough, when the disk, the
        file or the server fails, and while it isn't certain that this process carries its shards. Raises `RuntimeError`
        inside another `write` of the same task, which would wait for ever.
        """
        task = asyncio.current_task()
        if task is self._writing:
            raise RuntimeError("write() inside write(): pass the transaction on instead")
        await self._guard.ensure()
        async with self._its_turn():
            self._writing = task
            try:
                with self._place.translate_errors():
                    async with self._writer.begin() as tx:
                        with _counted():
                            yield tx
                        self._guard.check()
            finally:
                self._writing = None

    @asynccontextmanager
    async def _its_turn(self) -> AsyncGenerator[None, None]:
        """Wait until no other task of this process writes. Raises `StorageError` when that takes too long."""
        try:
            async with asyncio.timeout(_TURN):
                await self._turn.acquire()
        except TimeoutError:
            raise StorageError(LOCK_TIMEOUT.format(self._place.name)) from None
        try:
            yield
        finally:
            self._turn.release()

    async def close(self) -> None:
        """Close all connections. The last process to do so folds the write-ahead log into the file."""
        await self._reader.dispose()
        await self._writer.dispose()
