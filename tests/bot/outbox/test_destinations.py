"""A destination that has to wait holds only its own rows. The clock is the test's own, the database a file."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING

from sqlalchemy import select

from bot.outbox.rate_limits import RateLimits
from bot.outbox.sender import MustWait
from storage import schema
from tests.bot.outbox.worker_setup import make_worker

if TYPE_CHECKING:
    import pytest

    from storage.queries.rows import Post
    from tests.bot.outbox.worker_setup import WorkerSetup


async def attempts(setup: WorkerSetup) -> list[tuple[int, str | None]]:
    """Return how often each row was attempted, and who has claimed it."""
    columns = schema.outbox.c.attempts, schema.outbox.c.claimed_by
    async with setup.context.database.read() as tx:
        return [(row[0], row[1]) for row in await tx.execute(select(*columns).order_by(schema.outbox.c.id))]


async def test_a_channel_that_hangs_holds_one_row_and_no_other_channel(setup: WorkerSetup) -> None:
    hanging, go_on = 0, asyncio.Event()

    async def send(post: Post) -> tuple[int, int]:
        nonlocal hanging
        if post.body["channel"] == 1:
            hanging += 1
            await go_on.wait()
        return await setup.send(post)

    setup.worker.register(board=send)
    async with asyncio.timeout(60):
        await setup.put(*(f"hangs{number}" for number in range(150)), channel=1)
        await setup.put("a", "b", "a", channel=2)
        await setup.wait_for_tries(3)
        assert (setup.tries, hanging) == ([151, 152, 153], 1)
        assert (await attempts(setup))[:150] == [(1, "a"), *[(0, None)] * 149]
        go_on.set()
        await setup.wait_until_idle()
    assert setup.tries[3:] == list(range(1, 151))


async def test_rows_wait_in_the_record_until_their_channel_takes_messages_again(setup: WorkerSetup) -> None:
    setup.exhaust(1, 5)
    async with asyncio.timeout(60):
        await setup.put("a", "b", channel=1)
        await setup.put("c", channel=2)
        await setup.wait_for_tries(1)
        await setup.wait(4.9)
        await setup.wait_until_settled()
        assert setup.tries == [3]
        assert await attempts(setup) == [(0, None), (0, None), (1, None)]
        await setup.wait(0.1)
        await setup.wait_until_idle()
    assert setup.tries == [3, 1, 2]


async def test_the_worker_looks_by_itself_when_a_channel_takes_messages_again(
    setup: WorkerSetup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.outbox.worker.POLL_INTERVAL", timedelta(days=1))
    await setup.worker.stop()
    setup.rate_limits = RateLimits()  # by the real clock, as its timer
    worker = make_worker(setup.context, setup.rate_limits, board=setup.send)
    worker.start()
    setup.exhaust(1, 0.2)
    setup.exhaust(2, 0.1)
    async with asyncio.timeout(60):
        await setup.put("a", channel=1)
        await setup.put("b", channel=2)
        await setup.wait_until_idle(waking=False)
    await worker.stop()
    assert setup.tries == [2, 1]


async def test_a_row_that_needs_another_destination_waits_there_and_was_not_attempted(setup: WorkerSetup) -> None:
    blocked, tried = True, list[int]()

    async def send(post: Post) -> tuple[int, int]:
        tried.append(post.id)
        if blocked:
            raise MustWait("messages:9")
        return await setup.send(post)

    setup.worker.register(board=send)
    setup.exhaust(9, 5)
    async with asyncio.timeout(60):
        await setup.put("a", "b", channel=1)
        while len(tried) < 2:  # noqa: ASYNC110 - the rows are refused one after the other
            await asyncio.sleep(0)
        await setup.wait_until_settled()
        assert await attempts(setup) == [(0, None), (0, None)]
        blocked = False
        await setup.wait(4.9)
        assert tried == [1, 2], "each was moved once"
        await setup.wait(0.1)
        await setup.wait_until_idle()
    assert setup.sent == ["board", "board"]
