"""Check the parts of the database that the bot's health depends on, over separate connections."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from storage.engine.database import StorageError
from storage.queries import failed_jobs, key_value, matches, outbox, undelivered

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence
    from datetime import datetime

    from storage.engine.database import Database
    from storage.queries.failed_jobs import FailedJob
    from storage.queries.undelivered import UndeliveredPost

WITHIN = 3.0
"""Seconds for reading and writing; what takes longer is reported by the next check."""
LATELY = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Found:
    """What the record says: how many posts wait, the board that has waited longest, what was lost, what is set aside.

    `matches` has how many matches go on, by game. `lost` counts the posts that were given up within an hour and said
    nowhere else.
    """

    waiting: int
    oldest: UndeliveredPost | None
    lost: int
    aside: Sequence[FailedJob]
    matches: Mapping[str, int]


class DatabaseHealth:
    """Reads and writes the record for health checks, one of each at a time."""

    def __init__(self, database: Database, key: str) -> None:
        self._database = database
        self._key = key
        self._running: dict[str, asyncio.Task[Any]] = {}

    @property
    def busy(self) -> bool:
        """Whether a read or write is still running."""
        return any(not task.done() for task in self._running.values())

    async def read(self, now: datetime) -> Found:
        """Return the state of the record. Raises `StorageError`."""
        return await self._within("read", "A look at the record", lambda: self._read(now))

    async def write(self, now: datetime) -> None:
        """Write something small. Raises `StorageError`."""
        await self._within("write", "A small write to the record", lambda: self._write(now))

    async def _read(self, now: datetime) -> Found:
        async with self._database.read() as tx:
            return Found(
                await outbox.count_backlog(tx),
                await undelivered.oldest_board(tx),
                await undelivered.count_lost_since(tx, now - LATELY),
                await failed_jobs.list_all(tx),
                await matches.count_active(tx),
            )

    async def _write(self, now: datetime) -> None:
        async with self._database.write() as tx:
            await key_value.write(tx, self._key, now.isoformat())

    async def _within(self, name: str, what: str, call: Callable[[], Awaitable[Any]]) -> Any:
        """Return the result of a call, which is neither cancelled nor started again while it runs."""
        task = self._running.get(name) or asyncio.ensure_future(call())
        self._running[name] = task
        await asyncio.wait({task}, timeout=WITHIN)
        if not task.done():
            raise StorageError(f"{what} isn't done after {WITHIN:.0f} seconds.")
        self._running.pop(name, None)
        return task.result()
