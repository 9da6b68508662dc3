"""The way to SQLite's thread and back: once for a statement.

aiosqlite gives every connection a thread, and each step of a statement (make a cursor, execute, fetch, close) goes to
that thread and comes back to the event loop. Here the four go together: what a statement finds is fetched where it is
found, and a transaction begins on the way of its first statement. A turn takes some twenty statements, and while boards
are drawn a way costs more than a statement.
"""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any, Self

import aiosqlite

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

AT_ONCE = 1000
"""How many rows are fetched together with a statement; what is more is fetched when it is asked for."""


class Courier(aiosqlite.Connection):
    """A connection to a file whose statements take one way each. It is open once it was awaited.

    `how` is passed on to `sqlite3.connect`.
    """

    def __init__(self, place: Path, **how: Any) -> None:
        super().__init__(lambda: sqlite3.connect(place, **how), AT_ONCE)
        self._thread.daemon = True
        self._opening = ""

    def begin(self, how: str) -> None:
        """Begin a transaction by the statement `how`, with the next statement. Without one there is none to end."""
        self._opening = how

    def opening(self) -> str:
        """Return what a statement that is about to go has to take along to begin its transaction, else nothing."""
        how, self._opening = self._opening, ""
        return how

    def cursor(self) -> Errand:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Return a cursor. SQLite's own is made with its statement."""
        return Errand(self)

    async def commit(self) -> None:
        """Commit, if there is something to commit."""
        if not self.opening():
            await super().commit()

    async def rollback(self) -> None:
        """Roll back, if there is something to roll back once all that was sent is done."""
        if not self.opening():
            await self.send(self._undo)

    @property
    def file(self) -> sqlite3.Connection:
        """What is wrapped here; it is for the connection's thread."""
        return self._conn

    async def send(self, call: Callable[..., Any], *given: Any) -> Any:
        """Call something in the connection's thread and return what it returns."""
        return await self._execute(call, *given)  # pyright: ignore[reportUnknownMemberType] - aiosqlite gives no types

    def _undo(self) -> None:
        if self.file.in_transaction:
            self.file.rollback()


class Errand:
    """A cursor for one statement, as SQLAlchemy uses one: it fetches along with the statement what that finds."""

    arraysize = 1

    def __init__(self, courier: Courier) -> None:
        self._courier = courier
        self._cursor: sqlite3.Cursor | None = None
        self._rows: list[Any] = []
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, statement: str, given: Any = ()) -> Self:
        """Execute a statement and fetch its first rows: all, unless they are very many."""
        await self._courier.send(self._done, self._courier.opening(), statement, given)
        return self

    async def executemany(self, statement: str, given: Iterable[Any]) -> Self:
        """Execute a statement that returns nothing once for each of some values."""
        await self._courier.send(self._done_many, self._courier.opening(), statement, given)
        return self

    async def fetchmany(self, size: int) -> list[Any]:
        """Return the next rows, fewer than `size` only at the end."""
        if self._cursor and len(self._rows) < size:
            self._rows += await self._courier.send(self._cursor.fetchmany, size)
        found, self._rows = self._rows[:size], self._rows[size:]
        return found

    async def fetchone(self) -> Any:
        """Return the next row, None at the end."""
        return next(iter(await self.fetchmany(1)), None)

    async def fetchall(self) -> list[Any]:
        """Return all rows that are left."""
        if self._cursor:
            self._rows += await self._courier.send(self._cursor.fetchall)
        found, self._rows = self._rows, []
        return found

    async def close(self) -> None:
        """Let go of rows that nobody fetched."""
        if self._cursor:
            await self._courier.send(self._cursor.close)
            self._cursor = None

    def _done(self, opening: str, statement: str, given: Any) -> None:
        if opening:
            self._courier.file.execute(opening)
        cursor = self._courier.file.execute(statement, given)
        self.description = cursor.description
        if self.description:
            self._rows = cursor.fetchmany(AT_ONCE)
        self.rowcount, self.lastrowid = cursor.rowcount, cursor.lastrowid
        if len(self._rows) < AT_ONCE:
            cursor.close()
        else:
            self._cursor = cursor

    def _done_many(self, opening: str, statement: str, given: Iterable[Any]) -> None:
        if opening:
            self._courier.file.execute(opening)
        self.rowcount = self._courier.file.executemany(statement, given).rowcount
