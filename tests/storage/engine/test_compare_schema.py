"""A database file is compared with the tables that its version has."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage.engine.compare_schema import check_layout
from storage.engine.errors import StorageError
from storage.engine.migrate import MIGRATIONS
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
