"""A database is compared with the tables that its version has, and measured, without a change to it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage.engine.compare_schema import check_layout
from storage.engine.database import Database, file_url
from storage.engine.errors import StorageError
from storage.engine.migrate import MIGRATIONS
from storage.queries import key_value
from tests.database_template import create_database


@pytest.mark.parametrize(
    ("statement", "wrong"),
    [
        ("DROP TABLE watchers", "it lacks the table watchers, column match_id"),
        ("CREATE TABLE more (id INTEGER)", "it has a strange table more, column id"),
        ("DROP INDEX ix_matches_thread_id", "it lacks the index ix_matches_thread_id"),
    ],
)
async def test_the_first_difference_is_named(tmp_path: Path, statement: str, wrong: str) -> None:
    await create_database(tmp_path / "copy.db")
    check_layout(tmp_path / "copy.db", Path("copy.db"), MIGRATIONS)
    with closing(sqlite3.connect(tmp_path / "copy.db")) as connection, connection:
        connection.execute(statement)
    with pytest.raises(StorageError, match=wrong):
        check_layout(tmp_path / "copy.db", Path("copy.db"), MIGRATIONS)


async def test_a_database_grows_with_what_is_written(database: Database) -> None:
    before = await database.size()
    assert before > 0
    async with database.write() as tx:
        await key_value.write(tx, "long", "x" * 5_000_000)
    assert await database.size() > before


async def test_a_missing_file_is_found_missing_and_stays_so(tmp_path: Path) -> None:
    place = tmp_path / "turnpost.db"
    assert await Database.find_state(file_url(place)) == "missing"
    assert not place.exists()
    await (await Database.open(file_url(place))).close()
    assert await Database.find_state(file_url(place)) == "current"
