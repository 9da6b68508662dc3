"""Copies of a record between PostgreSQL and files: what they keep, and what they refuse."""

from __future__ import annotations

import tempfile
from typing import TYPE_CHECKING

import pytest

from storage.backup import transfer
from storage.engine.database import Database, file_url
from storage.engine.errors import StorageError
from storage.queries import outbox
from tests.storage.samples import NOON

if TYPE_CHECKING:
    from pathlib import Path

    from tests.postgres import Server


async def put(url: str) -> int:
    """Add a post to the outbox and return its number."""
    database = await Database.open(url)
    async with database.write() as tx:
        post = await outbox.add(tx, lane="a", kind="board", body={"n": 1}, at=NOON)
    await database.close()
    return post.id


async def posts(url: str) -> list[tuple[int, dict[str, object]]]:
    database = await Database.open(url)
    async with database.write() as tx:
        found = await outbox.claim(tx, "a", now=NOON, until=NOON)
    await database.close()
    return [(post.id, dict(post.body)) for post in found]


@pytest.mark.thorough
async def test_no_number_comes_back_on_the_way_there_and_back(postgres: Server, tmp_path: Path) -> None:
    there, back, file = await postgres.create(), await postgres.create(), tmp_path / "there.db"
    await put(there)
    database = await Database.open(there)
    async with database.write() as tx:
        await tx.exec_driver_sql("SELECT nextval('outbox_id_seq'), nextval('outbox_id_seq')")
    await database.close()
    copy = tmp_path / "copy.db"
    assert await transfer.save(there, copy) == copy.stat().st_size
    assert await transfer.restore(file_url(file), copy, NOON, tmp_path) is None
    assert await put(file_url(file)) == 4
    assert await transfer.save(file_url(file), tmp_path / "again.db")
    assert await transfer.restore(back, tmp_path / "again.db", NOON, tmp_path) is None
    assert await put(back) == 5
    assert await posts(back) == [(1, {"n": 1})]
    with pytest.raises(StorageError, match="The PostgreSQL database holds a record already"):
        await transfer.restore(back, tmp_path / "again.db", NOON, tmp_path)


async def test_a_backup_that_is_none_leaves_the_database_empty(postgres: Server, tmp_path: Path) -> None:
    url, junk = await postgres.create(), tmp_path / "junk.db"
    junk.write_text("this is no database, but long enough to look at" * 100)
    with pytest.raises(StorageError, match="is not a database"):
        await transfer.restore(url, junk, NOON, tmp_path)
    assert await put(url) == 1


async def test_a_backup_is_copied_into_the_named_folder_alone(
    postgres: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))  # the default folder can be too small
    source, target, data = tmp_path / "source.db", await postgres.create(), tmp_path / "data"
    await put(file_url(source))
    await transfer.restore(target, source, NOON, data)
    assert await posts(target) == [(1, {"n": 1})]
    assert not list(data.iterdir())
    with pytest.raises(StorageError, match=r"source\.db cannot be written"):
        await transfer.restore(target, source, NOON, source)


async def test_a_backup_is_written_to_a_new_file_in_a_folder(postgres: Server, tmp_path: Path) -> None:
    url, kept = await postgres.empty(), tmp_path / "kept.db"
    kept.write_text("kept")
    (tmp_path / "link.db").symlink_to(tmp_path / "nowhere")
    for target, said in (("kept.db", "exists"), ("link.db", "exists"), ("no/a.db", "no folder"), ("a.db", "is empty")):
        with pytest.raises(StorageError, match=said):
            await transfer.save(postgres.url(url), tmp_path / target)
    assert kept.read_text() == "kept"
    assert not (tmp_path / "a.db").exists()
