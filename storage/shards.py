"""Locks on a PostgreSQL server that say which process carries which shards."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from storage.errors import StorageError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

_WATCH_EVERY = 10.0
_LONGEST = 10.0
"""Seconds that closing a connection may take, which a server that is gone doesn't answer."""

# Advisory locks have two numbers: the first says what is locked, a shard or how many there are in all.
_SHARD, _COUNT = 0x54505355, 0x54505356
_SHARE = text("SELECT pg_advisory_lock_shared(:what, :number)")
_LOCK = text("SELECT pg_try_advisory_lock(:what, :number)")
_OTHERS = text(
    "SELECT objid::int FROM pg_locks WHERE locktype = 'advisory' AND classid = :what AND objid <> :number "
    "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)


class Hold:
    """The locks of one process: they belong to a connection, and are taken anew when that is lost."""

    def __init__(self, engine: AsyncEngine, shards: Collection[int], count: int) -> None:
        self._engine = engine
        self._shards = shards
        self._count = count
        self._connection: AsyncConnection | None = None

    async def take(self, patience: float = 0.0) -> None:
        """Take the locks, within so many seconds. Raises `StorageError` where another process has one of them."""
        self._connection = await self._engine.connect()
        await self._connection.execution_options(isolation_level="AUTOCOMMIT")
        deadline = time.monotonic() + patience
        while (taken := await self._not_free(self._connection)) is not None:
            await self._connection.execute(text("SELECT pg_advisory_unlock_all()"))
            if time.monotonic() > deadline:
                raise StorageError(taken)
            await asyncio.sleep(0.1)

    async def watch(self, lost: Callable[[], None]) -> None:
        """Keep the connection, and get the locks back when it breaks; call `lost` where another process was quicker."""
        while True:
            await asyncio.sleep(_WATCH_EVERY)
            try:
                if self._connection is None:
                    await self.take()
                else:
                    await self._connection.execute(text("SELECT 1"))
            except (DBAPIError, OSError):  # the server is away: its other connections say so often enough
                await self._drop()
            except StorageError:
                lost()
                return

    async def release(self) -> None:
        """Give the locks up."""
        await self._drop()
        await self._engine.dispose()

    async def _not_free(self, connection: AsyncConnection) -> str | None:
        """Lock the shards and how many they are of, or say in a sentence what is in the way."""
        number = {"what": _COUNT, "number": self._count}
        await connection.execute(_SHARE, number)
        other = (await connection.execute(_OTHERS, number)).scalars().first()
        if other is not None:
            return (
                f"Another process runs on this database with {other} shards in all, not {self._count}; "
                "stop all processes before you change the number."
            )
        for shard in sorted(self._shards):
            if not (await connection.execute(_LOCK, {"what": _SHARD, "number": shard})).scalar_one():
                return f"Another process on this database carries shard {shard} already; stop it first."
        return None

    async def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(DBAPIError, OSError):
                async with asyncio.timeout(_LONGEST):
                    await connection.close()
