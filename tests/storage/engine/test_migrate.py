from __future__ import annotations

import asyncio
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from storage.engine.database import Database, StorageError, file_url
from storage.engine.migrate import MIGRATIONS, check_schema, upgrade
from storage.engine.sqlite import SqliteFile
from tests.storage.samples import move, new_match

HEAD = max(step.name[:4] for step in (MIGRATIONS / "versions").glob("0*.py"))
RELEASED = Path(__file__).parents[1] / "released"
LATER = f'''
"""A step of a release to come: rebuilds a table that others point to, as SQLite needs for most changes."""

import sqlalchemy as sa
from alembic import op

revision = "0999"
down_revision = "{HEAD}"


def upgrade() -> None:
    with op.batch_alter_table("matches", recreate="always") as table:
        table.add_column(sa.Column("clock", sa.Integer(), nullable=False, server_default="72"))
'''


@pytest.fixture
def url(file: str) -> str:
    """Of a file: these tests are about what SQLite does."""
    return file


@pytest.fixture
def later(tmp_path: Path) -> Path:
    """The migrations of a release to come."""
    folder = tmp_path / "later"
    shutil.copytree(MIGRATIONS, folder)
    (folder / "versions" / "0999_clock.py").write_text(LATER)
    return folder


@pytest.fixture
async def old(url: str, place: Path) -> Path:
    """A database of this release with a match in it."""
    database = await Database.open(url)
    async with database.write() as tx:
        await move(tx, await new_match(tx))
    await database.close()
    return place


async def test_a_current_database_opens_without_loading_the_migration_code(old: Path) -> None:
    opening = (
        "import asyncio, sys; from storage.engine.database import Database\n"
        f"with asyncio.Runner() as loop: loop.run(loop.run(Database.open({file_url(old)!r})).close())\n"
        "sys.exit('alembic' in sys.modules)"
    )
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", opening)
    assert await process.wait() == 0


def ask(place: Path, question: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(place)) as connection:
        return connection.execute(question).fetchall()


def names(place: Path) -> set[str]:
    return {path.name for path in place.parent.iterdir()}


async def test_a_step_keeps_the_rows_and_leaves_a_backup_of_what_was_before(old: Path, later: Path) -> None:
    await upgrade(SqliteFile(old), later)
    backup = old.with_name("turnpost.db.before-0999")
    assert names(old) == {"turnpost.db", backup.name}
    assert ask(old, "SELECT seq, position, clock FROM matches") == [(1, "after c4", 72)]
    assert ask(old, "SELECT count(*) FROM seats") == [(2,)]
    assert ask(old, "SELECT version_num FROM alembic_version") == [("0999",)]
    assert ask(old, "PRAGMA foreign_key_check") == []
    assert ask(backup, "SELECT version_num FROM alembic_version") == [(HEAD,)]
    assert ask(backup, "SELECT seq, position FROM matches") == [(1, "after c4")]


async def test_a_step_is_logged_with_the_name_of_the_backup(
    old: Path, later: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("INFO", "storage"):
        await upgrade(SqliteFile(old), later)
        await upgrade(SqliteFile(old), later)
    told = f"The database is brought from schema {HEAD} to 0999; what was there is kept as {old}.before-0999"
    assert [record.message for record in caplog.records if record.name.startswith("storage")] == [told]


async def test_the_backup_opens_as_a_database_of_the_old_release(old: Path, later: Path) -> None:
    await upgrade(SqliteFile(old), later)
    database = await Database.open(file_url(old.with_name("turnpost.db.before-0999")))
    await database.close()


async def test_the_backup_holds_what_still_lay_in_the_write_ahead_log(url: str, place: Path, later: Path) -> None:
    database = await Database.open(url)
    async with database.write() as tx:
        await move(tx, await new_match(tx), "d5")
    assert place.with_name("turnpost.db-wal").stat().st_size > 0
    await upgrade(SqliteFile(place), later)
    await database.close()
    assert ask(place.with_name("turnpost.db.before-0999"), "SELECT position FROM matches") == [("after d5",)]


async def test_a_second_run_finds_nothing_to_do(old: Path, later: Path) -> None:
    await upgrade(SqliteFile(old), later)
    backup = old.with_name("turnpost.db.before-0999")
    backup.unlink()
    await upgrade(SqliteFile(old), later)
    assert names(old) == {"turnpost.db"}


async def test_a_new_database_takes_all_steps_and_needs_no_backup(place: Path, later: Path) -> None:
    place.parent.mkdir()
    await upgrade(SqliteFile(place), later)
    assert names(place) == {"turnpost.db"}
    assert ask(place, "SELECT version_num FROM alembic_version") == [("0999",)]


async def test_a_schema_is_told_without_a_change(old: Path, later: Path) -> None:
    new = old.with_name("new.db")
    new.touch()

    assert await check_schema(SqliteFile(old)) == "current"
    assert await check_schema(SqliteFile(old), later) == "older"
    assert await check_schema(SqliteFile(new)) == "empty"
    assert names(old) == {"turnpost.db", "new.db"}
    assert new.stat().st_size == 0


async def test_a_newer_schema_is_refused_in_one_sentence_and_untouched(old: Path, later: Path, url: str) -> None:
    await upgrade(SqliteFile(old), later)
    before = ask(old, "SELECT * FROM sqlite_master")
    with pytest.raises(StorageError) as caught:
        await Database.open(url)
    assert str(caught.value) == (
        f"The database {old} was written by a newer Turnpost (schema 0999, this one knows {HEAD}); "
        "install that version, or put an older backup in the file's place."
    )
    assert ask(old, "SELECT * FROM sqlite_master") == before
    assert ask(old, "SELECT version_num FROM alembic_version") == [("0999",)]


@pytest.mark.parametrize("revision", ["0004", "0012", "0023"])
async def test_a_schema_between_two_releases_is_told_which_version_comes_first_and_untouched(
    tmp_path: Path, revision: str
) -> None:
    place = tmp_path / "between.db"
    with closing(sqlite3.connect(place)) as record, record:
        record.executescript((RELEASED / f"{HEAD}.sql").read_text("utf-8"))
        record.execute("UPDATE alembic_version SET version_num = ?", (revision,))
        before = list(record.iterdump())
    for opened in (Database.open, Database.open_existing):
        with pytest.raises(StorageError) as caught:
            await opened(file_url(place))
        assert str(caught.value) == (
            f"The database {place} was written by a Turnpost between two releases (schema {revision}); start the "
            "version of 28 November 2026 on it once (git checkout e90a3153), then this one."
        )
    with closing(sqlite3.connect(place)) as record:
        assert list(record.iterdump()) == before
    assert names(place) == {"between.db"}


async def test_a_database_of_the_last_version_with_all_steps_takes_those_since(tmp_path: Path) -> None:
    place = tmp_path / "turnpost.db"
    with closing(sqlite3.connect(place)) as record, record:
        record.executescript((RELEASED / "0024.sql").read_text("utf-8"))
        record.execute("UPDATE sqlite_sequence SET seq = 99 WHERE name = 'matches'")
    assert await check_schema(SqliteFile(place)) == "older"
    database = await Database.open(file_url(place))
    async with database.write() as tx:
        assert (await new_match(tx)).id == 100  # numbers that were given never come back
    await database.close()
    named = ask(place, "SELECT count(*), count(DISTINCT public_id), min(length(public_id)) FROM matches")
    assert named == [(19, 19, 16)]
    assert names(place) == {"turnpost.db", f"turnpost.db.before-{HEAD}"}


async def test_a_step_that_fails_half_way_changes_nothing(old: Path, later: Path) -> None:
    step = later / "versions" / "0999_clock.py"
    step.write_text(LATER + "    op.execute('DROP TABLE events')\n    raise ZeroDivisionError\n")
    before = ask(old, "SELECT * FROM sqlite_master")
    with pytest.raises(ZeroDivisionError):
        await upgrade(SqliteFile(old), later)
    assert ask(old, "SELECT * FROM sqlite_master") == before
    assert ask(old, "SELECT count(*) FROM events") == [(1,)]


async def test_a_step_that_would_leave_rows_pointing_nowhere_is_taken_back(old: Path, later: Path) -> None:
    step = later / "versions" / "0999_clock.py"
    step.write_text(f"{LATER}    op.execute(sa.delete(sa.table('matches')))\n")
    with pytest.raises(StorageError, match="point nowhere"):
        await upgrade(SqliteFile(old), later)
    assert ask(old, "SELECT count(*) FROM matches") == [(1,)]
    assert ask(old, "SELECT version_num FROM alembic_version") == [(HEAD,)]


async def test_no_backup_no_migration(old: Path, later: Path) -> None:
    old.with_name("turnpost.db.before-0999").mkdir()
    (old.parent / "turnpost.db.before-0999" / "something").touch()
    with pytest.raises(StorageError, match=r"^No backup could be written to .*before-0999, so the database was left"):
        await upgrade(SqliteFile(old), later)
    assert ask(old, "SELECT version_num FROM alembic_version") == [(HEAD,)]
