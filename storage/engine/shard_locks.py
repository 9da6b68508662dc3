"""Advisory locks on a PostgreSQL server, by which each shard runs in one process only."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from storage.engine.backend import Guard
from storage.engine.errors import ShardTaken, StorageError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

log = logging.getLogger(__name__)
_RENEW_INTERVAL = 5.0
_VALID_FOR = 30.0
"""Seconds after a confirmation for which the locks are certainly held.

The server releases nothing for a minute (`storage.engine.postgres`).
"""
_ANSWER_TIMEOUT = 10.0
"""Seconds that the server may take to confirm locks, to grant them again, or to close a connection."""
_RETRY_INTERVAL = 1.0
"""Seconds between two attempts to acquire locks that a process holds which may be dead."""
_NEVER = -math.inf
_WAITS = "%s If it died with its machine or network, the server frees its locks: trying again for up to %.0f seconds."
_UNCERTAIN = "The PostgreSQL server has not confirmed lately that this process carries its shards; nothing is done."

# The first of an advisory lock's two numbers says what is locked: a shard, or the number of shards.
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
    """The locks of one process. They belong to a connection and are acquired again when it is lost."""

    def __init__(self, engine: AsyncEngine, shards: Collection[int], count: int) -> None:
        self._engine = engine
        self._shards = shards
        self._count = count
        self._connection: AsyncConnection | None = None
        self._session: dict[str, object] | None = None  # the server's session that holds or held the locks
        self._confirmed = _NEVER
        self._ended = asyncio.Event()  # set when the connection has ended
        self._renewal_task: asyncio.Task[bool] | None = None

    async def acquire(self, patience: float = 0.0, longest: float = 0.0) -> None:
        """Acquire the locks. Raises `ShardTaken` if another process has one of them.

        It is waited for `patience` seconds to end, and then, which is logged, up to `longest` seconds in all.
        """
        self._connection = connection = await self._engine.connect()
        await connection.execution_options(isolation_level="AUTOCOMMIT")
        driver: Any = (await connection.get_raw_connection()).driver_connection

        def end(_: object) -> None:
            self._mark_ended(connection)

        driver.add_termination_listener(end)
        if self._session:  # the server may still keep our lost connection with its locks
            await connection.execute(_END, self._session)
        began = attempted_at = time.monotonic()
        told = False
        while (obstacle := await self._try_lock(connection)) is not None:
            await connection.execute(text("SELECT pg_advisory_unlock_all()"))
            waited = attempted_at - began
            if waited >= max(patience, longest):
                raise ShardTaken(obstacle)
            if waited >= patience and not told:
                told = True
                log.warning(_WAITS, obstacle, longest - waited)
            await asyncio.sleep(_RETRY_INTERVAL if told else 0.1)
            attempted_at = time.monotonic()
        if told:
            log.info("The shards are free after %d seconds", attempted_at - began)
        self._session = dict((await connection.execute(_SESSION)).mappings().one())
        self._confirmed = attempted_at

    async def watch(self, lost: Callable[[], None]) -> None:
        """Confirm the locks regularly, and acquire them again when their connection breaks.

        Calls `lost` if another process has acquired one first.
        """
        while await self._start_renewal():
            with suppress(TimeoutError):
                async with asyncio.timeout(_RENEW_INTERVAL):
                    await self._ended.wait()
                    self._ended.clear()
        lost()

    async def ensure(self) -> None:
        """Return once the locks are certainly held, renewing them if needed. Raises `StorageError` if that fails."""
        if not self._certain:
            await asyncio.wait([self._start_renewal()])
        self.check()

    def check(self) -> None:
        """Raise `StorageError` unless the locks are certainly held."""
        if not self._certain:
            raise StorageError(_UNCERTAIN)

    async def release(self) -> None:
        """Release the locks."""
        if self._renewal_task:
            self._renewal_task.cancel()
            await asyncio.wait([self._renewal_task])
        await self._drop()
        await self._engine.dispose()

    @property
    def _certain(self) -> bool:
        return time.monotonic() < self._confirmed + _VALID_FOR

    def _start_renewal(self) -> asyncio.Task[bool]:
        """Return the renewal that is running, or start one; all callers share it."""
        if self._renewal_task is None or self._renewal_task.done():
            self._renewal_task = asyncio.create_task(self._renew())
        return self._renewal_task

    async def _renew(self) -> bool:
        """Confirm the locks or acquire them again. Returns False if another process has one of them."""
        began = time.monotonic()
        try:
            async with asyncio.timeout(_ANSWER_TIMEOUT):
                if not self._certain:
                    await self._drop()
                if self._connection is None:
                    await self.acquire()
                else:
                    await self._connection.execute(text("SELECT 1"))
                    self._confirmed = began
        except (SQLAlchemyError, OSError):  # the server is away, which is logged elsewhere
            await self._drop()
        except StorageError:
            self._confirmed = _NEVER
            return False
        return True

    async def _try_lock(self, connection: AsyncConnection) -> str | None:
        """Lock the shards and their number, and return None, or a sentence on what prevents it."""
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

    def _mark_ended(self, connection: AsyncConnection) -> None:
        """Note that a connection has ended, and the locks with it if it held them."""
        if connection is self._connection:
            self._confirmed = _NEVER
            self._ended.set()

    async def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(SQLAlchemyError, OSError):
                async with asyncio.timeout(_ANSWER_TIMEOUT):
                    await connection.invalidate()
                    await connection.close()
