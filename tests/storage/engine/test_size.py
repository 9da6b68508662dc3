"""How large a database is, and how its schema compares, without a change to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from storage.engine.database import Database, file_url
from storage.queries import key_value

if TYPE_CHECKING:
    from pathlib import Path


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
