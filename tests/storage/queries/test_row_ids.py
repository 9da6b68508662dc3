"""Which ids of rows are missing, which of them were skipped, and which came from an import."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import delete

from storage.engine.database import Database
from storage.queries import clocks, key_value, row_ids
from storage.queries.clocks import Clock
from storage.schema import matches, offers, seats
from tests.database_template import create_database
from tests.storage.samples import NOON, new_challenge, new_match

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from storage.engine.database import Tx


async def delete_matches(tx: Tx, ids: Iterable[int]) -> None:
    numbers = list(ids)
    await tx.execute(delete(seats).where(seats.c.match_id.in_(numbers)))
    await tx.execute(delete(matches).where(matches.c.id.in_(numbers)))


async def test_missing_ids_are_the_gaps_up_to_the_last_id_used(database: Database) -> None:
    async with database.write() as tx:
        assert await row_ids.missing_ids(tx, matches) == []
        for _ in range(9):
            await new_match(tx)
        assert await row_ids.missing_ids(tx, matches) == []
        await delete_matches(tx, [1, 4, 5, 7])
        assert await row_ids.missing_ids(tx, matches) == [(1, 1), (4, 5), (7, 7)]
        await delete_matches(tx, [8, 9])
        assert await row_ids.missing_ids(tx, matches) == [(1, 1), (4, 5), (7, 9)]
        await delete_matches(tx, [2, 3, 6])
        assert await row_ids.missing_ids(tx, matches) == [(1, 9)]
        assert await row_ids.missing_ids(tx, offers) == []


async def test_deleted_rows_are_told_from_ids_that_were_skipped(database: Database) -> None:
    async with database.write() as tx:
        assert await row_ids.deleted_ids(tx) == {}
        for _ in range(9):
            await new_match(tx)
        await row_ids.save_import(tx, range(3, 9), 0)
        await delete_matches(tx, [2, 3, 6])
        known = {"sqlite": [(2, 3), (6, 6)], "postgresql": [(3, 3), (6, 6)]}
        assert await row_ids.deleted_ids(tx) == {"matches": known[tx.dialect.name]}


async def test_ids_that_a_copy_skips_are_not_deleted_rows(place: Path) -> None:
    database = await Database.open(await create_database(place))
    async with database.write() as tx:
        for _ in range(9):
            await new_match(tx)
        await delete_matches(tx, range(2, 8))
        await row_ids.save_skipped(tx, {"matches": [(3, 4), (6, 6)]})
        assert row_ids.read_skipped(await key_value.read(tx, row_ids.SKIPPED)) == {"matches": [(2, 2), (5, 5), (7, 7)]}
        assert await row_ids.deleted_ids(tx) == {"matches": [(3, 4), (6, 6)]}
        await row_ids.save_skipped(tx, {})
        assert await row_ids.deleted_ids(tx) == {}
    await database.close()


async def test_imports_are_kept_in_the_order_in_which_they_came(database: Database) -> None:
    async with database.write() as tx:
        assert await row_ids.load_imports(tx) == []
        await row_ids.save_import(tx, [3, 1, 2, 7], 2)
        await row_ids.save_import(tx, [9], 0)
        assert await row_ids.load_imports(tx) == [
            {"matches": [(1, 3), (7, 7)], "clocks": 2},
            {"matches": [(9, 9)], "clocks": 0},
        ]


async def test_imported_matches_with_a_clock_are_counted_without_those_of_challenges(database: Database) -> None:
    async with database.write() as tx:
        challenge = await new_challenge(tx)
        for number in range(1, 7):
            match = await new_match(tx, challenge_id=challenge.id if number == 2 else None)
            if number != 3:
                await clocks.add(tx, Clock(match.id, "1d", (timedelta(days=1),) * 2, NOON))
        assert await row_ids.count_with_clock(tx, [(1, 3)]) == 1
        assert await row_ids.count_with_clock(tx, [(1, 4), (6, 6)]) == 3
        assert await row_ids.count_with_clock(tx, [(7, 9)]) == 0


@pytest.mark.parametrize("text", ["{", "7", "[[1]]", '[{"matches": 1, "clocks": 1}]', '[{"matches": []}]'])
def test_stored_imports_that_make_no_sense_are_told(text: str) -> None:
    assert row_ids.read_imports(text) is None


@pytest.mark.parametrize("text", ["{", "7", "[]", '{"matches": 1}', '{"matches": [["a", 1]]}'])
def test_stored_skipped_ids_that_make_no_sense_are_told(text: str) -> None:
    assert row_ids.read_skipped(text) is None


def test_nothing_stored_is_no_imports_and_no_skipped_ids() -> None:
    assert (row_ids.read_imports(None), row_ids.read_skipped(None)) == ([], {})
