"""Ratings are stored as each match ends, and are those of a rebuild, in whatever order the ends come."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from itertools import permutations
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio

from bot.match_files import files
from bot.match_files.files import compute_ratings, rate_past_matches, rebuild_ratings
from bot.referee.context import Context
from bot.referee.ratings import rate_ended_match
from games import GAMES
from storage.engine.database import Database
from storage.queries import matches, ratings
from tests.bot.admin.match_records import NOON, golden, written
from tests.database_template import create_database

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from storage.queries.rows import StoredRating

NAMES = ("xero-g-won-in-five", "xero-g-north-wins", "xero-g-south-wins", "xero-g-won-in-five")


@pytest_asyncio.fixture
async def context(tmp_path: Path) -> AsyncGenerator[Context]:
    """A record of four matches of the same two people, a day apart, none of them rated."""
    records = [
        json.loads(json.dumps(golden(name, first_source=100 * day)[0]).replace("2026-03-01", f"2026-03-0{day}"))
        for day, name in enumerate(NAMES, 1)
    ]
    checked = files.read_file(written(tmp_path / "file.jsonl", *records), GAMES, NOON.replace(month=4))
    database = await Database.open(await create_database(tmp_path / "turnpost.db"))
    await files.store_matches(database, checked)
    yield Context(database, GAMES, lambda: NOON.replace(month=4), Random(1))
    await database.close()


async def rate(context: Context, *numbers: int) -> list[StoredRating]:
    """Rate matches one after the other, and return all that is stored."""
    for number in numbers:
        async with context.database.write() as tx:
            await rate_ended_match(context, tx, await matches.require(tx, number))
    async with context.database.read() as tx:
        return await ratings.everything(tx)


@pytest.mark.parametrize("order", list(permutations((1, 2, 3))))
async def test_any_order_of_the_ends_leads_to_what_a_rebuild_does(context: Context, order: tuple[int, ...]) -> None:
    stored = await rate(context, *order, 4)
    async with context.database.read() as tx:
        assert stored == await compute_ratings(tx, GAMES)
    assert [(row.match_id, row.weight) for row in stored[::2]] == [(1, 1), (2, 1), (3, 1), (4, 0.5)]


async def test_a_match_that_is_rated_twice_counts_once(context: Context) -> None:
    assert await rate(context, 1, 2) == await rate(context, 1, 2, 1)


async def test_a_match_that_counts_no_more_changes_all_after_it(context: Context) -> None:
    await rate(context, 1, 2, 3)
    async with context.database.write() as tx:
        await tx.exec_driver_sql("UPDATE matches SET rated = 0 WHERE id = 1")
    left = await rate(context, 1)
    assert {row.match_id for row in left} == {2, 3}
    async with context.database.read() as tx:
        assert left == [row for row in await compute_ratings(tx, GAMES) if row.match_id != 4]


async def test_past_matches_are_rated_once(context: Context) -> None:
    await rate_past_matches(context.database, GAMES)
    rated = await rate(context)
    assert {row.match_id for row in rated} == {1, 2, 3, 4}
    async with context.database.write() as tx:
        await ratings.remove_all(tx)
    await rate_past_matches(context.database, GAMES)
    assert await rate(context) == []


@pytest.mark.parametrize("late", [1, 2, 3])
async def test_a_rebuild_misses_no_match_that_ends_meanwhile(context: Context, tmp_path: Path, late: int) -> None:
    place, waiting = tmp_path / "turnpost.db", list(range(2, 2 + late))

    def end(number: int, *, over: bool) -> None:
        with closing(sqlite3.connect(place)) as record, record:
            record.execute("UPDATE matches SET ended_at = CASE ? WHEN 1 THEN since END WHERE id = ?", (over, number))

    def is_being_written() -> bool:
        with closing(sqlite3.connect(place, timeout=0)) as record:
            try:
                record.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError:
                return True
        return False

    class Games(dict[str, Any]):
        """The installed games; each time a match is looked at by its rules, another one ends if it can."""

        def get(self, key: str, default: Any = None) -> Any:
            if waiting and not is_being_written():
                end(waiting.pop(0), over=True)
            return super().get(key, default)

    for number in waiting:
        end(number, over=False)
    stored = await rebuild_ratings(context.database, Games(GAMES))
    async with context.database.read() as tx:
        assert stored == await ratings.everything(tx) == await compute_ratings(tx, GAMES)
    assert {row.match_id for row in stored} == {1, 2, 3, 4} - set(waiting)
