"""The connection to a file: when its transactions begin, and that none ends unnoticed."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from storage.engine.sqlite_connection import SqliteConnection

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with closing(sqlite3.connect(tmp_path / "a.db")) as connection:
        connection.execute("CREATE TABLE t (n INTEGER PRIMARY KEY, word TEXT)")
    return tmp_path / "a.db"


def connect(path: Path) -> closing[SqliteConnection]:
    pragmas = ("foreign_keys = ON",)
    return closing(SqliteConnection(path, timeout=0, isolation_level=None, begin="BEGIN IMMEDIATE", pragmas=pragmas))


def count(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("SELECT count(*) FROM t").fetchone()[0])


def fill_disk(connection: SqliteConnection) -> None:
    """Make a statement fail as on a full disk, so that SQLite rolls the transaction back."""
    pages = int(connection.execute("PRAGMA page_count").fetchone()[0])
    connection.execute(f"PRAGMA max_page_count = {pages + 1}")
    with pytest.raises(sqlite3.OperationalError, match="full"):
        connection.execute("INSERT INTO t (word) VALUES (?)", ("x" * 1_000_000,))


def test_a_transaction_begins_with_its_first_statement_and_not_before(path: Path) -> None:
    with connect(path) as first, connect(path) as second:
        assert not first.in_transaction
        first.execute("SELECT 1")
        assert first.in_transaction
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            second.execute("SELECT 1")
        first.commit()


def test_a_transaction_that_could_not_begin_stores_nothing_before_the_rollback(path: Path) -> None:
    with connect(path) as first, connect(path) as second:
        first.execute("SELECT 1")
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            second.execute("INSERT INTO t (n) VALUES (1)")
        first.commit()
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            second.execute("INSERT INTO t (n) VALUES (2)")
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            second.commit()
        assert count(path) == 0
        second.execute("INSERT INTO t (n) VALUES (3)")
        second.commit()
        assert second.execute("SELECT n FROM t").fetchall() == [(3,)]


def test_many_parameters_begin_a_transaction_too(path: Path) -> None:
    with connect(path) as connection:
        connection.executemany("INSERT INTO t (n) VALUES (?)", [(1,), (2,)])
        assert connection.in_transaction
        assert count(path) == 0
        connection.commit()
    assert count(path) == 2


def test_after_a_rollback_the_next_statement_begins_another_transaction(path: Path) -> None:
    with connect(path) as connection:
        connection.execute("INSERT INTO t (n) VALUES (1)")
        connection.rollback()
        connection.execute("INSERT INTO t (n) VALUES (2)")
        assert connection.in_transaction
        connection.commit()
        assert connection.execute("SELECT n FROM t").fetchall() == [(2,)]


def test_without_a_statement_there_is_nothing_to_commit_or_roll_back(path: Path) -> None:
    with connect(path) as connection, connect(path) as other:
        other.execute("SELECT 1")  # so that nobody else could begin a transaction
        connection.commit()
        connection.rollback()
        assert not connection.in_transaction


def test_its_settings_hold_from_the_beginning(path: Path) -> None:
    with connect(path) as connection:
        assert connection.execute("PRAGMA foreign_keys").fetchall() == [(1,)]


def test_a_rejected_row_does_not_end_the_transaction(path: Path) -> None:
    with connect(path) as connection:
        connection.execute("INSERT INTO t (n) VALUES (1)")
        with pytest.raises(sqlite3.IntegrityError):
            connection.execute("INSERT INTO t (n) VALUES (1)")
        with pytest.raises(sqlite3.IntegrityError):
            connection.executemany("INSERT INTO t (n) VALUES (?)", [(2,), (1,)])
        connection.commit()
    assert count(path) == 2


def test_a_transaction_that_sqlite_rolled_back_takes_no_further_statement(path: Path) -> None:
    with connect(path) as connection:
        connection.execute("INSERT INTO t (n) VALUES (1)")
        fill_disk(connection)
        with pytest.raises(sqlite3.OperationalError, match="full"):
            connection.execute("INSERT INTO t (n) VALUES (2)")
        with pytest.raises(sqlite3.OperationalError, match="full"):
            connection.executemany("INSERT INTO t (n) VALUES (?)", [(3,)])
        connection.rollback()
        connection.execute("INSERT INTO t (n) VALUES (4)")
        connection.commit()
        assert connection.execute("SELECT n FROM t").fetchall() == [(4,)]


def test_a_transaction_that_sqlite_rolled_back_is_not_committed(path: Path) -> None:
    with connect(path) as connection:
        connection.execute("INSERT INTO t (n) VALUES (1)")
        fill_disk(connection)
        with pytest.raises(sqlite3.OperationalError, match="full"):
            connection.commit()
        connection.commit()
        assert count(path) == 0
        connection.execute("INSERT INTO t (n) VALUES (2)")
        connection.commit()
    assert count(path) == 1


def test_a_commit_that_fails_rolls_the_transaction_back(path: Path) -> None:
    with connect(path) as connection:
        connection.execute("CREATE TABLE child (n INTEGER REFERENCES t (n) DEFERRABLE INITIALLY DEFERRED)")
        connection.commit()
        connection.execute("INSERT INTO child (n) VALUES (7)")
        with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
            connection.commit()
        assert not connection.in_transaction
        connection.execute("INSERT INTO t (n) VALUES (7)")
        connection.commit()
        assert connection.execute("SELECT n FROM child").fetchall() == []


def test_where_sqlite_gave_no_reason_an_earlier_error_is_not_taken_for_it(path: Path) -> None:
    with connect(path) as connection:
        connection.execute("INSERT INTO t (n) VALUES (1)")
        with pytest.raises(sqlite3.IntegrityError):
            connection.execute("INSERT INTO t (n) VALUES (1)")
        connection.execute("ROLLBACK")
        with pytest.raises(sqlite3.OperationalError, match="has rolled this transaction back") as raised:
            connection.execute("INSERT INTO t (n) VALUES (2)")
        assert raised.value.sqlite_errorcode == sqlite3.SQLITE_IOERR
        with pytest.raises(sqlite3.OperationalError, match="has rolled this transaction back"):
            connection.commit()


def test_a_setting_that_fails_leaves_no_file_open(path: Path) -> None:
    path.write_text("no database at all, but text", "utf-8")
    closed: list[bool] = []

    class Noted(SqliteConnection):
        def close(self) -> None:
            closed.append(True)
            super().close()

    with pytest.raises(sqlite3.DatabaseError, match="not a database"):
        Noted(path, begin="BEGIN", pragmas=("schema_version",))
    assert closed == [True]
