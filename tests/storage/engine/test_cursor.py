"""The cursor on SQLite's thread: what SQLAlchemy reads of it, and how often it asks the thread."""

from __future__ import annotations

import logging
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING

import aiosqlite
import pytest

from storage.engine.cursor import Cursor
from storage.engine.sqlite_connection import SqliteConnection

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

THREE = "SELECT 1 AS n UNION SELECT 2 UNION SELECT 3"


@asynccontextmanager
async def open_cursor() -> AsyncGenerator[Cursor]:
    factory = partial(SqliteConnection, begin="BEGIN")
    async with aiosqlite.connect(":memory:", isolation_level=None, factory=factory) as connection:
        await connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER UNIQUE)")
        yield Cursor(connection)


@pytest.fixture
def driver_log(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.DEBUG, "aiosqlite")
    return caplog


def trips(log: pytest.LogCaptureFixture) -> int:
    """Return how often the driver's thread was asked for something, which it logs."""
    return sum(record.getMessage().startswith("executing") for record in log.records)


async def test_a_statement_without_rows_is_one_trip(driver_log: pytest.LogCaptureFixture) -> None:
    async with open_cursor() as cursor:
        driver_log.clear()
        await cursor.execute("INSERT INTO t (n) VALUES (?)", (7,))
        assert (cursor.description, cursor.rowcount, cursor.lastrowid) == (None, 1, 1)
        await cursor.close()
        assert trips(driver_log) == 1


async def test_a_statement_with_rows_is_one_trip_and_keeps_its_columns(driver_log: pytest.LogCaptureFixture) -> None:
    async with open_cursor() as cursor:
        driver_log.clear()
        await cursor.execute(THREE)
        assert await cursor.fetchall() == [(1,), (2,), (3,)]
        assert [column[0] for column in cursor.description] == ["n"]
        await cursor.close()
        assert trips(driver_log) == 1


async def test_a_statement_that_finds_no_row_has_columns_all_the_same() -> None:
    async with open_cursor() as cursor:
        await cursor.execute("SELECT id, n FROM t")
        assert await cursor.fetchall() == []
        assert [column[0] for column in cursor.description] == ["id", "n"]


async def test_a_change_that_returns_rows_counts_them() -> None:
    async with open_cursor() as cursor:
        await cursor.executemany("INSERT INTO t (n) VALUES (?)", [(1,), (2,), (3,)])
        await cursor.execute("UPDATE t SET n = n + 10 WHERE n > 1 RETURNING id")
        assert (await cursor.fetchall(), cursor.rowcount) == ([(2,), (3,)], 2)


async def test_many_parameters_are_one_trip_and_count_together(driver_log: pytest.LogCaptureFixture) -> None:
    async with open_cursor() as cursor:
        driver_log.clear()
        await cursor.executemany("INSERT INTO t (n) VALUES (?)", [(1,), (2,), (3,)])
        assert cursor.rowcount == 3
        await cursor.close()
        assert trips(driver_log) == 1


async def test_a_statement_with_rows_holds_no_table_once_it_is_executed() -> None:
    async with open_cursor() as cursor:
        await cursor.executemany("INSERT INTO t (n) VALUES (?)", [(1,), (2,)])
        await cursor.execute("SELECT n FROM t")
        await cursor.execute("DROP TABLE t")  # SQLite refuses this while a statement is still being read


async def test_the_rows_of_a_statement_are_not_those_of_the_next_one() -> None:
    async with open_cursor() as cursor:
        await cursor.execute(THREE)
        await cursor.executemany("INSERT INTO t (n) VALUES (?)", [(1,), (2,)])
        assert (await cursor.fetchall(), cursor.description, cursor.rowcount) == ([], None, 2)


async def test_before_its_first_statement_it_has_nothing() -> None:
    async with open_cursor() as cursor:
        assert (cursor.description, cursor.rowcount, cursor.lastrowid) == (None, -1, None)
        assert await cursor.fetchall() == []
        await cursor.close()


async def test_an_error_is_the_drivers_and_leaves_the_cursor_usable() -> None:
    async with open_cursor() as cursor:
        await cursor.execute("INSERT INTO t (n) VALUES (1)")
        with pytest.raises(aiosqlite.IntegrityError):
            await cursor.execute("INSERT INTO t (n) VALUES (1)")
        await cursor.execute("SELECT count(*) FROM t")
        assert await cursor.fetchall() == [(1,)]
