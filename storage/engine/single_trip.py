"""An aiosqlite connection whose statements make one trip to its thread and back, instead of one for each step.

SQLAlchemy makes a cursor, executes, fetches and closes, and each of these steps is such a trip with aiosqlite's own
cursors. They took a fifth of a turn's processor time. `aiosqlite.Connection.execute_fetchall` makes one trip but
returns only rows. So the cursor in the thread returns one object in their place, with all that SQLAlchemy asks for.
"""

from __future__ import annotations

import sqlite3
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self, cast

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import aiosqlite

CHUNK = 1000
"""How many rows come with one trip, so that a stream never holds a whole table."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """What a cursor says of its statement, and its next rows. `rest` is the cursor, unless these are the last ones."""

    rows: list[Any]
    description: Any
    rowcount: int
    lastrowid: int | None
    rest: ChunkCursor | None


class ChunkCursor(sqlite3.Cursor):
    """A cursor in the connection's thread, whose `fetchall` returns one `Chunk`."""

    def fetchall(self) -> list[Any]:
        """Return the next rows with what is known of the statement."""
        rows = super().fetchmany(CHUNK)
        rest = self if len(rows) == CHUNK else None
        return [Chunk(rows, self.description, self.rowcount, self.lastrowid, rest)]


class ChunkConnection(sqlite3.Connection):
    """A connection in its thread, whose `execute` gives a `ChunkCursor`. For `sqlite3.connect(factory=...)`."""

    def execute(self, sql: str | ChunkCursor, parameters: Any = (), /) -> ChunkCursor:
        """Execute a statement, or go on with a cursor that has more rows."""
        return sql if isinstance(sql, ChunkCursor) else self.cursor(ChunkCursor).execute(sql, parameters)


class SingleTripConnection:
    """An aiosqlite connection with other cursors. Its driver must be a `ChunkConnection`."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    def cursor(self) -> SingleTripCursor:
        """Return a cursor. The driver's own is made with its statement."""
        return SingleTripCursor(self._connection)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)


class SingleTripCursor:
    """A cursor for one statement."""

    arraysize = 1

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._rows: deque[Any] = deque()
        self._rest: ChunkCursor | None = None
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, operation: str, parameters: Sequence[Any] = ()) -> None:
        """Execute a statement and fetch its first rows."""
        await self._fetch(operation, parameters)

    async def executemany(self, operation: str, seq_of_parameters: Iterable[Sequence[Any]]) -> None:
        """Execute a statement that returns no rows, once for each set of parameters."""
        done = await self._connection.executemany(operation, seq_of_parameters)
        self.rowcount, self.lastrowid = done.rowcount, done.lastrowid

    async def fetchone(self) -> Any:
        """Return the next row, or None."""
        return next(iter(await self.fetchmany(1)), None)

    async def fetchmany(self, size: int | None = None) -> list[Any]:
        """Return the next rows, fewer than `size` only at the end."""
        wanted = size or self.arraysize
        while self._rest and len(self._rows) < wanted:
            await self._fetch(cast("str", self._rest))
        return [self._rows.popleft() for _ in range(min(wanted, len(self._rows)))]

    async def fetchall(self) -> list[Any]:
        """Return the rows that are left."""
        while self._rest:
            await self._fetch(cast("str", self._rest))
        rows = list(self._rows)
        self._rows.clear()
        return rows

    async def close(self) -> None:
        """Drop the rows that are left."""
        self._rows.clear()
        self._rest = None

    async def _fetch(self, operation: str, parameters: Sequence[Any] = ()) -> None:
        found = await self._connection.execute_fetchall(operation, parameters)
        (chunk,) = cast("list[Chunk]", found)
        self._rows += chunk.rows
        self._rest, self.description = chunk.rest, chunk.description
        self.rowcount, self.lastrowid = chunk.rowcount, chunk.lastrowid
