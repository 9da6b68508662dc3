"""Open the record and hand out transactions: many readers side by side, one writer at a time."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any, Literal

from sqlalchemy.ext.asyncio import AsyncConnection

from storage.engine.backend import Guard
from storage.engine.backends import backend_of
from storage.engine.errors import LOCK_TIMEOUT, AlreadyStored, StorageError, UnreadableRow, WriteConflict
from storage.engine.migrate import check_schema, upgrade
from storage.engine.sqlite import file_url

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Collection, Generator

    from storage.engine.backend import Backend
    from storage.engine.migrate import SchemaState

__all__ = ["AlreadyStored", "Database", "StorageError", "Tx", "UnreadableRow", "WriteConflict", "file_url"]

Tx = AsyncConnection

_tasks_in_transaction: set[asyncio.Task[Any] | None] = set()

_WAIT_TIMEOUT = 30.0
"""Seconds that a task waits for a free connection, or for the writers before it."""


def in_transaction() -> bool:
    """Return whether the current task has a transaction open, on any database."""
    return asyncio.current_task() in _tasks_in_transaction


@contextmanager
def _track_transaction() -> Generator[None]:
    task = asyncio.current_task()
    outermost = task not in _tasks_in_transaction
    _tasks_in_transaction.add(task)
    try:
        yield
    finally:
        if outermost:
            _tasks_in_transaction.discard(task)


class Database:
    """One open database. Make it with `open`, and `close` it at the end."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        # The writer has a connection of its own, so readers never keep it waiting.
        # A connection has memory of its own, on SQLite also a thread: the one used last is used next.
        self._reader = backend.engine(
            "read", pool_size=backend.readers, max_overflow=0, pool_timeout=_WAIT_TIMEOUT, pool_use_lifo=True
        )
        self._writer = backend.engine("write", pool_size=1, max_overflow=0)
        # Writers of this process queue here in order: SQLite's own lock is polled and unfair, and on PostgreSQL this
        # prevents deadlocks between them.
        self._write_lock = asyncio.Lock()
        self._writer_task: asyncio.Task[Any] | None = None
        self._guard = Guard()

    @classmethod
    async def open(cls, url: str) -> Database:
        """Open the database at `url`, after creating the file and migrating the schema if needed.

        Addresses are `sqlite+aiosqlite:////folder/turnpost.db` and `postgresql+asyncpg://user:password@host/name`.
        Raises `StorageError` when the address has another form, the folder can't be written, the file is no database,
        the server can't be reached, or the database belongs to another program or a newer version.
        """
        backend = backend_of(url)
        with backend.translate_errors():
            await backend.prepare()
            await upgrade(backend)
        return cls(backend)

    @classmethod
    async def open_existing(cls, url: str) -> Database:
        """Open an existing database without migrating it, because a bot may be running on it.

        Raises `StorageError` as `open` does, and when there is no database or one of an older version.
        """
        backend = backend_of(url)
        state = await cls.find_state(url)
        if state == "missing":
            raise StorageError(f"There is no {backend.name}.")
        if state != "current":
            what = "is empty" if state == "empty" else "was written by an older Turnpost"
            raise StorageError(f"The {backend.name} {what}; start the bot once, which brings it to this version.")
        return cls(backend)

    @staticmethod
    async def find_state(url: str) -> SchemaState | Literal["missing"]:
        """Return how the schema of a database compares to this program's, without changing anything.

        Raises `StorageError` as `open` does.
        """
        backend = backend_of(url)
        if backend.missing():
            return "missing"
        with backend.translate_errors():
            return await check_schema(backend)

    async def size(self) -> int:
        """Return how many bytes the database takes. Raises `StorageError` as `read` does."""
        async with self.read() as tx:
            return await self._backend.size(tx)

    @asynccontextmanager
    async def lock_shards(
        self, shards: Collection[int], count: int, lost: Callable[[], None]
    ) -> AsyncGenerator[None, None]:
        """Be the only process that runs these shards, out of `count`, while the context lasts.

        Raises `StorageError` if another process runs one of them; `read` and `write` raise it while it isn't certain
        that none does, for example when the server hasn't answered for half a minute. Calls `lost` if another process
        takes a shard over meanwhile.
        """
        async with self._backend.lock_shards(shards, count, lost) as guard:
            self._guard = guard
            try:
                yield
            finally:
                self._guard = Guard()

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[Tx, None]:
        """Begin a transaction that sees the record at one moment and can't write.

        Raises `StorageError` when the disk, the file or the server fails, when no connection is free for half a minute,
        and while it isn't certain that this process holds its shards.
        """
        await self._guard.ensure()
        with self._backend.translate_errors():
            async with self._reader.begin() as tx:
                with _track_transaction():
                    yield tx

    @asynccontextmanager
    async def write(self) -> AsyncGenerator[Tx, None]:
        """Begin the only write transaction of this process: committed at the end, rolled back by any exception.

        Waits up to 30 seconds for other writers of this process; then, at its first statement, 30 for those of another
        process on SQLite, or 10 for locked rows on PostgreSQL. On PostgreSQL other processes can change what is read
        here, unless its row is locked (`with_for_update`). Raises `StorageError` when the wait is too long, when the
        disk, the file or the server fails, and while it isn't certain that this process holds its shards. Raises
        `RuntimeError` inside another `write` of the same task, which would wait forever.
        """
        task = asyncio.current_task()
        if task is self._writer_task:
            raise RuntimeError("write() inside write(): pass the transaction on instead")
        await self._guard.ensure()
        async with self._wait_to_write():
            self._writer_task = task
            try:
                with self._backend.translate_errors():
                    async with self._writer.begin() as tx:
                        with _track_transaction():
                            yield tx
                        self._guard.check()
            finally:
                self._writer_task = None

    async def drop_old_rows(self) -> None:
        """Drop what is kept of rows that were deleted or changed, so that their text is nowhere any more.

        Call it after the transaction. Raises `StorageError`.
        """
        with self._backend.translate_errors():
            await self._backend.drop_old_rows()

    @asynccontextmanager
    async def _wait_to_write(self) -> AsyncGenerator[None, None]:
        """Wait until no other task of this process writes. Raises `StorageError` after 30 seconds."""
        try:
            async with asyncio.timeout(_WAIT_TIMEOUT):
                await self._write_lock.acquire()
        except TimeoutError:
            raise StorageError(LOCK_TIMEOUT.format(self._backend.name)) from None
        try:
            yield
        finally:
            self._write_lock.release()

    async def close(self) -> None:
        """Close all connections. The last process to do so folds the write-ahead log into the file."""
        await self._backend.close()
        await self._reader.dispose()
        await self._writer.dispose()
