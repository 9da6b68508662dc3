"""Ids and the rows of tables come in batches: each once, in order, whatever the key of a table is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import insert

from storage.queries.batches import BATCH_SIZE, in_batches, row_batches
from storage.schema import events as event_table, matches, read_markers
from tests.storage.samples import move, new_match

if TYPE_CHECKING:
    from storage.engine.database import Database


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
