"""A copy is checked as it lies on the disk: whether it is intact, and holds every row."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from storage.backup.check import check_copy, connect_readonly, count_rows
from storage.engine.database import Database
from storage.engine.errors import StorageError
from tests.database_template import create_database
from tests.storage.samples import move, new_match

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
async def copy(tmp_path: Path) -> Path:
    """A database of one match, without a journal."""
    database = await Database.open(await create_database(tmp_path / "copy.db"))
    async with database.write() as tx:
        await move(tx, await new_match(tx))
    await database.close()
    with closing(sqlite3.connect(tmp_path / "copy.db")) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    return tmp_path / "copy.db"


def rows_of(file: Path) -> dict[str, int]:
    with closing(connect_readonly(file)) as connection:
        return count_rows(connection)


def test_rows_are_counted_by_table(copy: Path) -> None:
    rows = rows_of(copy)
    assert (rows["matches"], rows["seats"], rows["events"], rows["challenges"]) == (1, 2, 1, 0)
    assert rows["alembic_version"] == 1


def test_a_copy_with_every_row_passes_unchanged(copy: Path, tmp_path: Path) -> None:
    before = copy.read_bytes()
    check_copy(copy, tmp_path / "source.db", rows_of(copy))
    assert copy.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["copy.db"]


def test_a_copy_that_lacks_a_row_is_refused(copy: Path, tmp_path: Path) -> None:
    rows = rows_of(copy)
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute("DELETE FROM events")
    with pytest.raises(StorageError, match=r"source\.db is not complete: it has 0 rows of events instead of 1\."):
        check_copy(copy, tmp_path / "source.db", rows)


def test_a_copy_that_the_disk_damaged_is_refused(copy: Path, tmp_path: Path) -> None:
    rows, whole = rows_of(copy), copy.read_bytes()
    copy.write_bytes(whole[:4096] + b"\xaa" * 8192 + whole[12288:])
    with pytest.raises(StorageError, match=r"source\.db is damaged"):
        check_copy(copy, tmp_path / "source.db", rows)
    copy.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(StorageError, match=r"source\.db is damaged"):
        check_copy(copy, tmp_path / "source.db", rows)
