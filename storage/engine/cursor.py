"""A cursor that asks SQLite's thread less often than aiosqlite's own does under SQLAlchemy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import aiosqlite


class Cursor:
    """A cursor of a connection, which its first statement makes, and which ends with its last row.

    SQLAlchemy makes a cursor, executes one statement, fetches the rows if there are any, and closes it: four trips to
    the thread of the connection, each of which costs more than most statements. These are one, or two with rows.
    It has what SQLAlchemy calls (its `AsyncIODBAPICursor`), and raises what aiosqlite does.
    """

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._made: aiosqlite.Cursor | None = None
        self._may_have_rows = False
        self.arraysize = 1

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, statement: str, parameters: Sequence[Any] = ()) -> None:
        """Execute a statement."""
        self._made = await self._connection.execute(statement, parameters)
        self._may_have_rows = bool(self._made.description)

    async def executemany(self, statement: str, parameters: Iterable[Sequence[Any]]) -> None:
        """Execute a statement without rows for each of some parameters."""
        self._made = await self._connection.executemany(statement, parameters)

    @property
    def description(self) -> Any:
        """The columns of the rows (PEP 249); None without a statement that has any."""
        return self._made.description if self._made else None

    @property
    def rowcount(self) -> int:
        """How many rows the statement changed, -1 where that isn't known."""
        return self._made.rowcount if self._made else -1

    @property
    def lastrowid(self) -> int | None:
        """The id of the row that was inserted last."""
        return self._made.lastrowid if self._made else None

    async def fetchone(self) -> Any:
        """Return the next row, or None."""
        return await self._made.fetchone() if self._made else None

    async def fetchmany(self, size: int | None = None) -> Iterable[Any]:
        """Return the next rows, at most `size`, or `arraysize`."""
        return await self._made.fetchmany(size or self.arraysize) if self._made else []

    async def fetchall(self) -> Iterable[Any]:
        """Return the rows that are left; none is left after that, which ends the statement."""
        rows: Iterable[Any] = await self._made.fetchall() if self._made else []
        self._may_have_rows = False
        return rows

    async def close(self) -> None:
        """End a statement that may have rows left."""
        if self._made and self._may_have_rows:
            await self._made.close()
