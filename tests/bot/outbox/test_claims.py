"""Rows are claimed in the transaction that stores them. The clock is the test's own, the database a file."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select, text

from storage import schema
from storage.queries import outbox

if TYPE_CHECKING:
    from storage.queries.rows import Post
    from tests.bot.outbox.worker_setup import WorkerSetup


class FailedToStore(Exception):  # noqa: N818 - what a feature would raise
    """Something went wrong after a row was put into the outbox."""


async def rows(setup: WorkerSetup) -> list[Any]:
    """Return who claimed each row, and when it was sent."""
    async with setup.context.database.read() as tx:
        found = await tx.execute(
            select(schema.outbox.c.claimed_by, schema.outbox.c.sent_at).order_by(schema.outbox.c.id)
        )
        return [tuple(row) for row in found]


async def test_a_row_is_claimed_when_the_transaction_that_stored_it_is_over(setup: WorkerSetup) -> None:
    reached = asyncio.Event()

    async def send(post: Post) -> tuple[int, int]:
        await reached.wait()
        return await setup.send(post)

    setup.worker.register(board=send)
    async with setup.context.write() as tx:
        await outbox.add(tx, lane="m1", kind="board", body={}, at=setup.time)
        await outbox.add(tx, lane="m1", kind="note", body={}, at=setup.time)
    assert await rows(setup) == [("a", None), (None, None)], "the second one waits for the first of its lane"
    reached.set()
    await setup.wait_until_idle()
    assert setup.sent == ["board", "note"]


async def test_what_is_rolled_back_is_neither_claimed_nor_sent(setup: WorkerSetup) -> None:
    async def fail() -> None:
        async with setup.context.write() as tx:
            await outbox.add(tx, lane="m1", kind="board", body={}, at=setup.time)
            raise FailedToStore

    with pytest.raises(FailedToStore):
        await fail()
    await setup.put("m2", kind="note")
    await setup.wait_until_idle()
    assert setup.sent == ["note"]


async def test_an_outbox_that_cannot_be_read_does_not_undo_what_was_stored(
    setup: WorkerSetup, caplog: pytest.LogCaptureFixture
) -> None:
    async with setup.context.database.write() as tx:
        damaged = await outbox.add(tx, lane="m1", kind="board", body={}, at=setup.time)
        await tx.execute(text("UPDATE outbox SET body = '{' WHERE id = :id"), {"id": damaged.id})
    async with setup.context.write() as tx:
        await outbox.add(tx, lane="m2", kind="note", body={}, at=setup.time)
    assert "The outbox could not be read or marked" in caplog.text
    async with setup.context.database.write() as tx:
        assert await outbox.count_backlog(tx) == 2
        await tx.execute(text("UPDATE outbox SET body = '{}' WHERE id = :id"), {"id": damaged.id})
    await setup.wait_until_idle()
    assert sorted(setup.sent) == ["board", "note"]
