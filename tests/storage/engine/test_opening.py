from __future__ import annotations

import asyncio
import os
import sqlite3
import tempfile
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from sqlalchemy.exc import DBAPIError

from storage.engine.database import Database, StorageError, file_url
from storage.engine.sqlite import prepare
from storage.queries import key_value, matches
from tests.storage.samples import ANN, move, new_match

if TYPE_CHECKING:
    from collections.abc import Generator


@pytest.fixture
def url(file: str) -> str:
    """Of a file: these tests are about what SQLite does."""
    return file


async def refusal(url: str) -> str:
    """Return the sentence with which an address is refused."""
    with pytest.raises(StorageError) as caught:
        await Database.open(url)
    sentence = str(caught.value)
    assert sentence.endswith((".", "turnpost.db."))
    assert "\n" not in sentence
    return sentence


def content(place: Path) -> bytes:
    return place.read_bytes()


def fill(place: Path, what: bytes) -> None:
    place.parent.mkdir(exist_ok=True)
    place.write_bytes(what)


def names(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


def ask(place: Path, question: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(place)) as connection:
        return connection.execute(question).fetchall()


async def test_opening_makes_the_folder_and_the_file(url: str, place: Path) -> None:
    assert not place.parent.exists()
    await (await Database.open(url)).close()
    assert names(place.parent) == [place.name]


async def test_opening_again_keeps_what_was_written_and_makes_no_backup(url: str, place: Path) -> None:
    first = await Database.open(url)
    async with first.write() as tx:
        match = await move(tx, await new_match(tx))
    await first.close()
    before = content(place)
    second = await Database.open(url)
    async with second.read() as tx:
        assert await matches.get(tx, match.id) == match
    await second.close()
    assert content(place) == before
    assert names(place.parent) == [place.name]


async def test_a_path_with_odd_signs_is_a_path_like_any_other(tmp_path: Path) -> None:
    folder = tmp_path / "100% räum? %(here)s #%41 @"
    await (await Database.open(file_url(folder / "t.db"))).close()
    assert names(tmp_path) == [folder.name]
    assert names(folder) == ["t.db"]


async def test_eight_openings_of_a_new_file_at_once_all_succeed(url: str) -> None:
    databases = await asyncio.gather(*(Database.open(url) for _ in range(8)))
    for database in databases:
        async with database.write() as tx:
            await new_match(tx)
    async with databases[0].read() as tx:
        assert len(await matches.of_player(tx, ANN.id)) == 8
    for database in databases:
        await database.close()


def test_a_new_file_that_another_process_is_writing_is_waited_for(tmp_path: Path) -> None:
    place = tmp_path / "t.db"
    with closing(sqlite3.connect(place, isolation_level=None)) as other, ThreadPoolExecutor() as threads:
        other.execute("CREATE TABLE photos (id INTEGER)")
        other.execute("BEGIN IMMEDIATE")
        opening = threads.submit(prepare, place)
        assert wait([opening], timeout=0.2).done == set()
        other.execute("COMMIT")
        opening.result(timeout=60)
    assert ask(place, "PRAGMA journal_mode") == [("wal",)]


async def test_the_settings_that_keep_the_record_safe_are_in_force(database: Database) -> None:
    async with database.write() as tx:
        found = {
            name: (await tx.exec_driver_sql(f"PRAGMA {name}")).scalar_one()
            for name in ("journal_mode", "foreign_keys", "synchronous", "busy_timeout", "query_only")
        }
    full = 2
    assert found == {
        "journal_mode": "wal",
        "foreign_keys": 1,
        "synchronous": full,
        "busy_timeout": 30_000,
        "query_only": 0,
    }
    async with database.read() as tx:
        assert (await tx.exec_driver_sql("PRAGMA query_only")).scalar_one() == 1
        assert (await tx.exec_driver_sql("PRAGMA busy_timeout")).scalar_one() == 30_000


async def test_a_text_file_is_no_database_and_stays_as_it_is(url: str, place: Path) -> None:
    for text in (b"Dear diary", b"Dear diary\n" * 1000):
        fill(place, text)
        assert await refusal(url) == f"The file {place} is not a database; name another file, or move this one away."
        assert content(place) == text


async def test_a_damaged_database_is_said_to_be_so(url: str, place: Path) -> None:
    await (await Database.open(url)).close()
    whole = content(place)
    fill(place, whole[:100] + b"\xff" * 3996 + whole[4096:])
    assert "is damaged; put a backup in its place" in await refusal(url)


async def test_a_folder_is_no_database(tmp_path: Path) -> None:
    assert f"The database {tmp_path} cannot be opened" in await refusal(file_url(tmp_path))


async def test_a_folder_below_a_file_cannot_be_made(url: str, place: Path) -> None:
    place.parent.write_text("in the way")
    assert f"The folder {place.parent} cannot be made" in await refusal(url)


@pytest.fixture
def folder() -> Generator[Path]:
    """A folder that every user of the machine can reach, unlike tmp_path."""
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)
        Path(name).chmod(0o755)


@contextmanager
def unwritable(*paths: Path) -> Generator[None]:
    """Take the right to write from all, and root's rights from the tests that run as root."""
    for path in paths:
        path.chmod(0o555)
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


async def test_a_folder_that_cannot_be_written_is_named(folder: Path) -> None:
    with unwritable(folder):
        assert await refusal(file_url(folder / "t.db")) == (
            f"The database {folder}/t.db cannot be opened; it must be a file in a folder you may write."
        )
        assert await refusal(file_url(folder / "deep" / "t.db")) == (
            f"The folder {folder}/deep cannot be made (Permission denied); check its name and permissions."
        )


async def test_a_file_that_cannot_be_written_is_named(folder: Path) -> None:
    url = file_url(folder / "t.db")
    await (await Database.open(url)).close()
    with unwritable(folder, folder / "t.db"):
        assert f"The database {folder}/t.db cannot be " in await refusal(url)


async def test_the_file_of_another_program_is_left_alone(url: str, place: Path) -> None:
    place.parent.mkdir()
    with closing(sqlite3.connect(place)) as connection:
        connection.execute("CREATE TABLE photos (id INTEGER)")
    assert f"The database {place} belongs to another program" in await refusal(url)
    assert ask(place, "SELECT name FROM sqlite_master") == [("photos",)]


@pytest.mark.parametrize(
    "url",
    [
        "postgresql+psycopg://turnpost:hunter2@db.example/turnpost",
        "postgresql+asyncpg://turnpost:hunter2@db.example/turnpost?key=hunter2",
        "postgresql+asyncpg://turnpost:hunter2@db.example",
        "sqlite:///turnpost.db?key=hunter2",
        "sqlite+aiosqlite:///turnpost.db?key=hunter2",
        "turnpost hunter2",
        "postgresql+asyncpg://turnpost:hunter2@db.example:port/turnpost",
        "sqlite+aiosqlite://",
        "sqlite+aiosqlite:///:memory:",
        "",
    ],
)
async def test_an_address_of_another_form_is_refused_without_its_password(url: str) -> None:
    sentence = await refusal(url)
    assert "sqlite+aiosqlite:////folder/turnpost.db" in sentence
    assert "hunter2" not in sentence


async def limit_growth(database: Database, pages: int) -> None:
    """Let the file grow by so many pages, as if the disk had room for no more."""
    async with database.write() as tx:
        used = int((await tx.exec_driver_sql("PRAGMA page_count")).scalar_one())
        await tx.exec_driver_sql(f"PRAGMA max_page_count = {used + pages}")


async def test_a_full_disk_is_a_sentence_and_the_record_goes_on_afterwards(database: Database) -> None:
    await limit_growth(database, 4)
    with pytest.raises(StorageError, match=r"^The disk that holds the database .* is full; free some space\.$"):
        async with database.write() as tx:
            await key_value.write(tx, "big", "x" * 1_000_000)
    await limit_growth(database, 4000)
    async with database.write() as tx:
        await key_value.write(tx, "big", "x" * 1_000_000)


async def test_what_a_full_disk_rolled_back_is_not_said_to_be_stored(database: Database) -> None:
    await limit_growth(database, 4)

    async def store() -> None:
        async with database.write() as tx:
            await key_value.write(tx, "small", "x")
            with suppress(DBAPIError):  # as the outbox does, whose failure must not keep a turn from being stored
                async with tx.begin_nested():
                    await key_value.write(tx, "big", "x" * 1_000_000)

    with pytest.raises(StorageError, match=r"is full"):
        await store()
    async with database.read() as tx:
        assert await key_value.read(tx, "small") is None
