"""Backups of a database file."""

from __future__ import annotations

import sqlite3
import stat
from contextlib import closing
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from storage.backup import snapshot
from storage.engine.errors import StorageError
from tests.database_template import create_database

if TYPE_CHECKING:
    from pathlib import Path

NOW = datetime(2026, 3, 1, 12, 30, 15, tzinfo=UTC)


@pytest.fixture
async def place(tmp_path: Path) -> Path:
    await create_database(tmp_path / "turnpost.db")
    return tmp_path / "turnpost.db"


def test_a_backup_is_one_private_file_of_the_size_that_is_told(place: Path, tmp_path: Path) -> None:
    backup = tmp_path / "backup.db"
    assert snapshot.save(place, backup) == backup.stat().st_size
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.glob("backup*")] == ["backup.db"]


def test_a_backup_replaces_no_file(place: Path, tmp_path: Path) -> None:
    dangling = tmp_path / "link.db"
    dangling.symlink_to(tmp_path / "nowhere")
    for target in (place, dangling):
        with pytest.raises(StorageError, match="exists already"):
            snapshot.save(place, target)


def test_a_backup_can_found_folders_in_folders(place: Path, tmp_path: Path) -> None:
    target = tmp_path / "one" / "two" / "turnpost.db"
    assert snapshot.restore(target, place, NOW) is None
    assert [path.name for path in target.parent.iterdir()] == ["turnpost.db"]


def test_a_database_that_is_replaced_is_renamed_by_the_time(place: Path, tmp_path: Path) -> None:
    backup = tmp_path / "backup.db"
    snapshot.save(place, backup)
    replaced = [snapshot.restore(place, backup, NOW) for _ in range(3)]
    name = "turnpost.db.replaced-20260301-123015"
    assert [path and path.name for path in replaced] == [name, f"{name}-2", f"{name}-3"]


def test_a_database_is_no_backup_of_itself(place: Path) -> None:
    with pytest.raises(StorageError, match="is the database itself"):
        snapshot.restore(place, place, NOW)
    with pytest.raises(StorageError, match="There is no database"):
        snapshot.save(place.with_name("none.db"), place.with_name("backup.db"))


def test_what_is_restored_gets_a_new_salt_since_its_numbers_are_given_again(place: Path, tmp_path: Path) -> None:
    backup, salt = tmp_path / "backup.db", "SELECT value FROM meta WHERE key = 'salt'"
    with closing(sqlite3.connect(place)) as connection, connection:
        connection.execute("INSERT INTO meta VALUES ('salt', '0a1b2c'), ('other', 'kept')")
    snapshot.save(place, backup)
    snapshot.restore(place, backup, NOW)
    with closing(sqlite3.connect(place)) as now, closing(sqlite3.connect(backup)) as before:
        assert before.execute(salt).fetchone() == ("0a1b2c",)
        (renewed,) = now.execute(salt).fetchone()
        assert renewed != "0a1b2c"
        assert len(renewed) == 6
        assert now.execute("SELECT value FROM meta WHERE key = 'other'").fetchone() == ("kept",)


def test_a_backup_has_no_signing_keys_and_what_is_restored_no_sessions(place: Path, tmp_path: Path) -> None:
    backup = tmp_path / "backup.db"
    with closing(sqlite3.connect(place)) as connection, connection:
        keys = [("signing_key 684", "k" * 43), ("signing_keys", "kept"), ("signing key 684", "kept")]
        connection.executemany("INSERT INTO meta VALUES (?, ?)", keys)
        connection.execute("INSERT INTO web_sessions VALUES (1, 101, 'hash', 'link', 'Firefox', 0, 0)")
    snapshot.save(place, backup)
    assert b"k" * 43 not in backup.read_bytes()
    with closing(sqlite3.connect(backup)) as connection, connection:
        assert connection.execute("SELECT key FROM meta WHERE key LIKE 'sign%' ORDER BY 1").fetchall() == [
            ("signing key 684",),
            ("signing_keys",),
        ]
        assert connection.execute("SELECT browser FROM web_sessions").fetchall() == [("Firefox",)]
        connection.execute("INSERT INTO meta VALUES (?, ?)", keys[0])  # as in a copy that somebody made by hand
    snapshot.restore(place, backup, NOW)
    with closing(sqlite3.connect(place)) as connection:
        assert connection.execute("SELECT count(*) FROM web_sessions").fetchone() == (0,)
        assert connection.execute("SELECT count(*) FROM meta WHERE key LIKE 'sign%'").fetchone() == (2,)
