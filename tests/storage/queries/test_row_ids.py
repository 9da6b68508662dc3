"""Ids of rows that are deleted, rows and ids in batches, and rows as objects."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import delete, insert

from storage.engine.database import Database
from storage.queries import clocks, key_value, row_ids
from storage.queries.batches import BATCH_SIZE, in_batches, row_batches
from storage.queries.clocks import Clock
from storage.queries.rows import Person
from storage.schema import events as event_table, matches, offers, read_markers, seats
from tests.database_template import create_database
from tests.storage.samples import NOON, move, new_challenge, new_match

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


@pytest.mark.parametrize(
    ("count", "sizes"),
    [
        (0, []),
        (1, [1]),
        (BATCH_SIZE, [BATCH_SIZE]),
        (2 * BATCH_SIZE + 1, [BATCH_SIZE, BATCH_SIZE, 1]),
    ],
)
def test_each_id_is_in_one_batch(count: int, sizes: list[int]) -> None:
    ids = range(count, 0, -1)
    batches = list(in_batches(ids))
    assert [len(batch) for batch in batches] == sizes
    assert [each for batch in batches for each in batch] == list(ids)


async def test_a_table_without_rows_has_no_batch(database: Database) -> None:
    async with database.read() as tx:
        assert [rows async for rows in row_batches(tx, matches)] == []


@pytest.mark.parametrize(
    ("count", "sizes"),
    [
        (BATCH_SIZE - 1, [BATCH_SIZE - 1]),
        (BATCH_SIZE, [BATCH_SIZE]),
        (2 * BATCH_SIZE + 1, [BATCH_SIZE, BATCH_SIZE, 1]),
    ],
)
async def test_each_row_comes_once_in_the_order_of_its_key(database: Database, count: int, sizes: list[int]) -> None:
    async with database.write() as tx:
        rows = [{"channel_id": number, "message_id": 1} for number in range(count)]
        await tx.execute(insert(read_markers), rows[::-1])
        batches = [batch async for batch in row_batches(tx, read_markers)]
    assert [len(batch) for batch in batches] == sizes
    assert [row["channel_id"] for batch in batches for row in batch] == list(range(count))


async def test_a_key_of_two_columns_goes_on_where_the_batch_before_ended(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.queries.batches.BATCH_SIZE", 2)
    async with database.write() as tx:
        for _ in range(2):
            match = await new_match(tx)
            for text in ("c1", "c2", "c3"):
                match = await move(tx, match, text)
        batches = [batch async for batch in row_batches(tx, event_table)]
        assert [[(row["match_id"], row["seq"]) for row in batch] for batch in batches] == [
            [(1, 1), (1, 2)],
            [(1, 3), (2, 1)],
            [(2, 2), (2, 3)],
        ]


async def test_only_rows_that_meet_the_conditions_come(database: Database) -> None:
    async with database.write() as tx:
        moved, _ = await move(tx, await new_match(tx)), await new_match(tx)
        batches = [batch async for batch in row_batches(tx, matches, matches.c.seq > 0, matches.c.game == moved.game)]
        assert [row["id"] for batch in batches for row in batch] == [moved.id]


def test_a_computer_player_is_named_by_its_level_and_from_the_second_on_by_its_number() -> None:
    assert Person.computer(2) == Person(-201, "Turnpost (level 2)")
    assert Person.computer(2, 3) == Person(-203, "Turnpost 3 (level 2)")
    assert Person(7, "Ann").substitute(2, 1) == Person(-201, "Turnpost for Ann (level 2)")


def test_a_substitute_is_challenged_under_the_name_of_its_level() -> None:
    assert Person(7, "Ann").substitute(2, 3).as_challenged == Person.computer(2, 3)
    assert Person(7, "Ann").as_challenged == Person(7, "Ann")
