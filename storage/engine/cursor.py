"""A cursor that asks SQLite's thread once for each statement, where SQLAlchemy asks aiosqlite's own four times."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self, cast

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import aiosqlite

    from storage.engine.fetched_rows import FetchedRows


class Cursor:
    """A cursor of an aiosqlite connection to a `SqliteConnection`.

    SQLAlchemy makes a cursor, executes one statement, fetches all rows, and closes it: four trips to the thread of the
    connection, each of which costs more than most statements. Here the first trip brings the rows along. It has what
    SQLAlchemy calls for statements that aren't streamed (its `AsyncIODBAPICursor`), and raises what aiosqlite does.
    """

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._rows: FetchedRows | None = None
        self._many: aiosqlite.Cursor | None = None

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, statement: str, parameters: Sequence[Any] = ()) -> None:
        """Execute a statement and fetch its rows, if it has any."""
        rows = await self._connection.execute_fetchall(statement, parameters)
        self._rows, self._many = cast("FetchedRows", rows), None

    async def executemany(self, statement: str, parameters: Iterable[Sequence[Any]]) -> None:
        """Execute a statement without rows for each of some parameters."""
        self._rows, self._many = None, await self._connection.executemany(statement, parameters)

    @property
    def _result(self) -> FetchedRows | aiosqlite.Cursor | None:
        return self._many if self._rows is None else self._rows

    @property
    def description(self) -> Any:
        """The columns of the rows (PEP 249); None without a statement that has any."""
        return self._result.description if self._result is not None else None

    @property
    def rowcount(self) -> int:
        """How many rows the statement changed, -1 where that isn't known."""
        return self._result.rowcount if self._result is not None else -1

    @property
    def lastrowid(self) -> int | None:
        """The id of the row that was inserted last."""
        return self._result.lastrowid if self._result is not None else None

    async def fetchall(self) -> Sequence[Any]:
        """Return the rows of the statement."""
        return self._rows or []

    async def close(self) -> None:
        """Do nothing: with its last row the statement has ended."""
