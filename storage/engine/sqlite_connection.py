"""SQLite's connection as the record uses it: a first statement begins a transaction, and none ends unnoticed."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from storage.engine.fetched_rows import FetchedRows

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Sequence


class _FetchingCursor(sqlite3.Cursor):
    def fetchall(self) -> list[Any]:
        return FetchedRows(super().fetchall(), self)


class SqliteConnection(sqlite3.Connection):
    """A connection whose `execute` and `executemany` begin a transaction if there is none, also for a query (PEP 249).

    `begin` is the statement for that, `pragmas` are settings for all transactions. All rows of a statement, fetched at
    once, are `FetchedRows`. Whoever makes a `cursor()` goes round all this.

    An error such as a full disk makes SQLite roll a transaction back (https://www.sqlite.org/lang_transaction.html,
    section 3.2). Whoever caught the error would go on in another transaction, and commit a part of what they wrote. So
    after it, and after a transaction that couldn't begin, all statements and the commit raise the same error, until the
    rollback.
    """

    def __init__(self, *arguments: Any, begin: str, pragmas: Sequence[str] = (), **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._begin = begin
        self._begun = False
        self._error: Exception | None = None  # what ended the transaction that was begun
        try:
            for pragma in pragmas:
                super().execute(f"PRAGMA {pragma}")
        except BaseException:
            self.close()
            raise

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        """Execute a statement, as `sqlite3.Connection.execute` does."""
        with self._in_transaction():
            return self.cursor(_FetchingCursor).execute(sql, parameters)

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> sqlite3.Cursor:
        """Execute a statement for each of some parameters, as `sqlite3.Connection.executemany` does."""
        with self._in_transaction():
            return super().executemany(sql, parameters)

    def commit(self) -> None:
        """Commit the transaction, if a statement has begun one; if that fails, roll it back."""
        try:
            self._check_not_ended()
            super().commit()
        except BaseException:
            self.rollback()  # SQLAlchemy calls nothing more after a commit that failed
            raise
        self._begun = False

    def rollback(self) -> None:
        """Roll the transaction back, if there is one."""
        try:
            super().rollback()
        finally:
            self._begun, self._error = False, None

    @contextmanager
    def _in_transaction(self) -> Generator[None]:
        """Begin a transaction if there is none, and note an error of a statement that ends it."""
        self._check_not_ended()
        self._begun = True
        try:
            if not self.in_transaction:
                super().execute(self._begin)
            yield
        except Exception as error:
            if not self.in_transaction:
                self._error = error
            raise

    def _check_not_ended(self) -> None:
        if self._begun and not self.in_transaction:
            raise self._error or _rolled_back()


def _rolled_back() -> sqlite3.OperationalError:
    """Return an error for a transaction of which SQLite didn't say why it ended."""
    error = sqlite3.OperationalError("SQLite has rolled this transaction back")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR
    return error
