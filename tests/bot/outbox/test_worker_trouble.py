"""Trouble that passes and trouble of our own, told apart, and how rows are claimed. The clock is the test's own."""

from __future__ import annotations

import asyncio
import errno
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select, text

from bot.outbox.sender import Undeliverable, fall_back_to
from bot.outbox.worker import MAX_TRIES, PROBE_DELAYS, Authorization
from storage import schema
from storage.queries import outbox
from tests.bot.outbox.worker_setup import http_error

if TYPE_CHECKING:
    from storage.queries.rows import Post
    from tests.bot.outbox.worker_setup import WorkerSetup

UNAUTHORIZED = http_error(401)


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left"), PermissionError("a font"), KeyError("x")])
async def test_an_error_of_our_own_is_logged_whole_and_given_up_after_100_tries(
    setup: WorkerSetup, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    setup.trouble["board"] = error
    await setup.put(attempts=MAX_TRIES - 2)
    await setup.advance_until_tried(2)
    await setup.wait_until_idle()
    assert setup.tries == [1, 1, 2]
    assert setup.sent == ["note"]
    assert "Traceback" in caplog.text
    assert str(error) in caplog.text


async def test_a_refused_token_stops_all_lanes_and_counts_no_try(
    setup: WorkerSetup, caplog: pytest.LogCaptureFixture
) -> None:
    setup.trouble["board"] = UNAUTHORIZED
    await setup.put("m1", "m2", "m3")
    await setup.wait_for_tries(3)
    await setup.wait_until_settled()
    for distance in (*PROBE_DELAYS, PROBE_DELAYS[-1]):
        await setup.wait(distance - 1)
        assert sorted(setup.tries[:3]) == [1, 2, 3]
        seen = len(setup.tries)
        await setup.wait(1)
        await setup.wait_for_tries(seen + 1)
        await setup.wait_until_settled()
        assert setup.tries[seen:] == [1], "one row is the probe"
    assert "Discord refuses the token (401)" in caplog.text
    assert await attempts(setup) == [0, 0, 0]
    setup.trouble["board"] = None
    await setup.wait(PROBE_DELAYS[-1])
    await setup.wait_until_idle()
    assert len(setup.sent) == 3
    assert await attempts(setup) == [1, 1, 1]
    setup.most_at_once = 0
    await setup.put("m4", "m5", "m6")
    await setup.wait_until_idle()
    assert setup.most_at_once > 1, "a message that was sent shows that Discord takes the token again"


def test_a_probe_waits_until_all_that_is_under_way_has_ended() -> None:
    authorization, now = Authorization(), datetime(2026, 3, 1, tzinfo=UTC)
    assert authorization.room(7, 9, now) == 7
    authorization.refuse(now)
    later = now + timedelta(seconds=PROBE_DELAYS[0])
    assert authorization.room(7, 1, later) == 0
    assert authorization.room(7, 0, later) == 1
    authorization.accept()
    assert authorization.room(7, 9, later) == 7


def said_elsewhere(error: Exception) -> Exception:
    """Return what a sender makes of Discord's refusal where the post can be replaced."""
    with pytest.raises(Undeliverable) as caught, fall_back_to():
        raise error
    return caught.value


@pytest.mark.parametrize(
    "refusal",
    [http_error(404, 10003), said_elsewhere(http_error(404, 10003))],
    ids=["given up", "said elsewhere"],
)
async def test_what_says_nothing_of_the_token_leaves_the_poster_stopped(setup: WorkerSetup, refusal: Exception) -> None:
    setup.trouble["board"] = UNAUTHORIZED
    await setup.put("m1", "m2", "m3")
    await setup.wait_for_tries(3)
    await setup.wait_until_settled()
    setup.trouble["board"] = http_error(503)
    await setup.wait(PROBE_DELAYS[0])
    await setup.wait_for_tries(6)
    await setup.wait_until_settled()
    assert setup.tries[3:] == [1, 2, 3], "one after the other"
    assert setup.most_at_once == 3
    setup.most_at_once = 0
    setup.trouble["board"] = refusal
    await setup.put("m4", "m5", "m6")
    await setup.wait_for_tries(9)
    assert setup.tries[6:] == [4, 5, 6]
    assert setup.most_at_once > 1, "Discord's own refusal shows that it took the token"


async def attempts(setup: WorkerSetup) -> list[int]:
    async with setup.context.database.read() as tx:
        counted = await tx.execute(select(schema.outbox.c.attempts).order_by(schema.outbox.c.id))
        return list(counted.scalars())


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
