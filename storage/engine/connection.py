"""A connection to a file whose transactions begin with their first statement and never end unnoticed."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class FetchedRows(list[Any]):
    """The rows of a statement, with what its cursor says of it (PEP 249): `description`, `rowcount` and `lastrowid`."""

    def __init__(self, rows: Iterable[Any], cursor: sqlite3.Cursor) -> None:
        super().__init__(rows)
        self.description = cursor.description
        self.rowcount = cursor.rowcount
        self.lastrowid = cursor.lastrowid


class _FetchingCursor(sqlite3.Cursor):
    def fetchall(self) -> list[Any]:
        return FetchedRows(super().fetchall(), self)


class Connection(sqlite3.Connection):
    """A connection that is always in a transaction, as PEP 249 has it: the first statement begins one, also a query.

    `begin` is the statement for that, `pragmas` are settings for all transactions. All rows of a statement, fetched at
    once, are `FetchedRows`.

    An error such as a full disk makes SQLite roll a transaction back (https://www.sqlite.org/lang_transaction.html,
    section 3.2). Whoever caught the error would go on in another transaction, and commit a part of what they wrote: so
    all later statements, and the commit, raise the same error.
    """

    def __init__(self, *arguments: Any, begin: str, pragmas: Sequence[str] = (), **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._begin = begin
        self._begun = False
        self._error: sqlite3.Error | None = None
        for pragma in pragmas:
            super().execute(f"PRAGMA {pragma}")

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        """Execute a statement, as `sqlite3.Connection.execute` does."""
        self._require_transaction()
        try:
            return self.cursor(_FetchingCursor).execute(sql, parameters)
        except sqlite3.Error as error:
            self._error = error
            raise

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> sqlite3.Cursor:
        """Execute a statement for each of some parameters, as `sqlite3.Connection.executemany` does."""
        self._require_transaction()
        try:
            return super().executemany(sql, parameters)
        except sqlite3.Error as error:
            self._error = error
            raise

    def commit(self) -> None:
        """Commit the transaction, if a statement has begun one; if that fails, roll it back."""
        try:
            if self._begun:
                self._require_transaction()
            super().commit()
        except sqlite3.Error:
            self.rollback()  # SQLAlchemy calls nothing more after a commit that failed
            raise
        self._begun = False

    def rollback(self) -> None:
        """Roll the transaction back, if there is one."""
        super().rollback()
        self._begun = False

    def _require_transaction(self) -> None:
        if not self._begun:
            super().execute(self._begin)
            self._begun, self._error = True, None
        elif not self.in_transaction:
            raise self._error or sqlite3.OperationalError("SQLite has rolled this transaction back")
