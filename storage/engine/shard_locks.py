"""Locks on a PostgreSQL server that say which process carries which shards."""

from __future__ import annotations

import asyncio
import math
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from storage.engine.backend import Guard
from storage.engine.errors import StorageError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

_WATCH_EVERY = 5.0
_CERTAIN = 30.0
"""Seconds for which the locks are certain to be ours after an answer.

Well below the minute before which the server frees nothing (`storage.engine.postgres`).
"""
_ANSWER = 10.0
"""Seconds that the server may take to confirm the locks, to give them again, or to close a connection."""
_NEVER = -math.inf
_UNCERTAIN = "The PostgreSQL server has not confirmed lately that this process carries its shards; nothing is done."

# Advisory locks have two numbers: the first says what is locked, a shard or how many there are in all.
_SHARD, _COUNT = 0x54505355, 0x54505356
_SHARE = text("SELECT pg_advisory_lock_shared(:what, :number)")
_LOCK = text("SELECT pg_try_advisory_lock(:what, :number)")
_OTHERS = text(
    "SELECT objid::int FROM pg_locks WHERE locktype = 'advisory' AND classid = :what AND objid <> :number "
    "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
_SESSION = text("SELECT pid, backend_start::text AS since FROM pg_stat_activity WHERE pid = pg_backend_pid()")
_END = text(
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE pid = :pid AND backend_start::text = :since"
)


class ShardLocks(Guard):
    """The locks of one process: they belong to a connection, and are taken anew when that is lost."""

    def __init__(self, engine: AsyncEngine, shards: Collection[int], count: int) -> None:
        self._engine = engine
        self._shards = shards
        self._count = count
        self._connection: AsyncConnection | None = None
        self._session: dict[str, object] | None = None  # of the server, that has or had the locks
        self._confirmed = _NEVER
        self._ended = asyncio.Event()  # is set when the connection has ended
        self._renewing: asyncio.Task[bool] | None = None

    async def take(self, patience: float = 0.0) -> None:
        """Take the locks, within so many seconds. Raises `StorageError` where another process has one of them."""
        self._connection = connection = await self._engine.connect()
        await connection.execution_options(isolation_level="AUTOCOMMIT")
        driver: Any = (await connection.get_raw_connection()).driver_connection

        def end(_: object) -> None:
            self._end(connection)

        driver.add_termination_listener(end)
        if self._session:  # the server may still hold our former connection, at whose other end nobody is
            await connection.execute(_END, self._session)
        began = asked = time.monotonic()
        while (taken := await self._not_free(connection)) is not None:
            await connection.execute(text("SELECT pg_advisory_unlock_all()"))
            if asked >= began + patience:
                raise StorageError(taken)
            await asyncio.sleep(0.1)
            asked = time.monotonic()
        self._session = dict((await connection.execute(_SESSION)).mappings().one())
        self._confirmed = asked

    async def watch(self, lost: Callable[[], None]) -> None:
        """Have the locks confirmed again and again, and get them back when their connection breaks.

        Calls `lost` where another process was quicker.
        """
        while await self._renewal():
            with suppress(TimeoutError):
                async with asyncio.timeout(_WATCH_EVERY):
                    await self._ended.wait()
                    self._ended.clear()
        lost()

    async def ensure(self) -> None:
        """Return if the locks are ours for certain; if not, see to it. Raises `StorageError` where that fails."""
        if not self._certain:
            await asyncio.wait([self._renewal()])
        self.check()

    def check(self) -> None:
        """Raise `StorageError` unless the locks are ours for certain."""
        if not self._certain:
            raise StorageError(_UNCERTAIN)

    async def release(self) -> None:
        """Give the locks up."""
        if self._renewing:
            self._renewing.cancel()
            await asyncio.wait([self._renewing])
        await self._drop()
        await self._engine.dispose()

    @property
    def _certain(self) -> bool:
        return time.monotonic() < self._confirmed + _CERTAIN

    def _renewal(self) -> asyncio.Task[bool]:
        """Return the attempt to renew that is under way, or begin one: all who ask meanwhile share it."""
        if self._renewing is None or self._renewing.done():
            self._renewing = asyncio.create_task(self._renew())
        return self._renewing

    async def _renew(self) -> bool:
        """Have the locks confirmed, or take them anew. Returns False where another process has one of them."""
        began = time.monotonic()
        try:
            async with asyncio.timeout(_ANSWER):
                if not self._certain:
                    await self._drop()
                if self._connection is None:
                    await self.take()
                else:
                    await self._connection.execute(text("SELECT 1"))
                    self._confirmed = began
        except (SQLAlchemyError, OSError):  # the server is away: its other connections say so often enough
            await self._drop()
        except StorageError:
            self._confirmed = _NEVER
            return False
        return True

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

    def _end(self, connection: AsyncConnection) -> None:
        """Take note that a connection ended, and with it the locks if they were its."""
        if connection is self._connection:
            self._confirmed = _NEVER
            self._ended.set()

    async def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(SQLAlchemyError, OSError):
                async with asyncio.timeout(_ANSWER):
                    await connection.invalidate()
                    await connection.close()
