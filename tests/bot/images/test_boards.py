"""The worker does the most urgent work first, one piece after the other, and ends without a trace."""

from __future__ import annotations

import asyncio
from threading import Event
from typing import TYPE_CHECKING

import pytest

from bot.images.boards import Priority, PriorityExecutor

if TYPE_CHECKING:
    from collections.abc import Iterator

TURN, REPLY, REPLAY = Priority


@pytest.fixture
def worker() -> Iterator[PriorityExecutor]:
    worker = PriorityExecutor()
    yield worker
    worker.close()


async def test_what_a_match_waits_for_comes_first_and_equals_in_their_order(worker: PriorityExecutor) -> None:
    begun, go_on, done = Event(), Event(), list[str]()

    def hold() -> None:
        begun.set()
        assert go_on.wait(10)

    work = [worker.run(REPLAY, hold)]
    await asyncio.to_thread(begun.wait, 60)
    for urgency, name in ((REPLAY, "a"), (REPLY, "b"), (TURN, "c"), (REPLY, "d"), (TURN, "e"), (REPLAY, "f")):
        work.append(worker.run(urgency, done.append, name))
    go_on.set()
    await asyncio.gather(*work)
    assert "".join(done) == "cebdaf"


async def test_what_work_returns_and_raises_comes_back(worker: PriorityExecutor) -> None:
    assert await worker.run(TURN, divmod, 17, 5) == (3, 2)
    with pytest.raises(ZeroDivisionError):
        await worker.run(TURN, divmod, 17, 0)
    assert await worker.run(TURN, int, "12", base=3) == 5


async def test_work_that_nobody_waits_for_any_more_is_left_out(worker: PriorityExecutor) -> None:
    begun, go_on, done = Event(), Event(), list[str]()

    def hold() -> None:
        begun.set()
        assert go_on.wait(10)

    held = worker.run(TURN, hold)
    await asyncio.to_thread(begun.wait, 60)
    unwanted, wanted = worker.run(TURN, done.append, "a"), worker.run(TURN, done.append, "b")
    unwanted.cancel()
    await asyncio.sleep(0)  # the thread learns of it in the loop's next round
    go_on.set()
    await asyncio.gather(held, wanted)
    assert done == ["b"]


async def test_a_worker_that_is_closed_cancels_what_waits_and_what_comes(worker: PriorityExecutor) -> None:
    begun, go_on, done = Event(), Event(), list[str]()

    def hold() -> str:
        begun.set()
        assert go_on.wait(10)
        return "held"

    held = worker.run(TURN, hold)
    await asyncio.to_thread(begun.wait, 60)
    waiting = worker.run(TURN, done.append, "a")
    worker.close()
    late = worker.run(TURN, done.append, "b")
    go_on.set()
    await asyncio.gather(held, waiting, late, return_exceptions=True)
    assert (held.result(), waiting.cancelled(), late.cancelled(), done) == ("held", True, True, [])
