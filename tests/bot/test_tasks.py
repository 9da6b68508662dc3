"""Ending background tasks."""

from __future__ import annotations

import asyncio

import pytest

from bot import process
from bot.process import run_cancellable


async def test_cancellable_work_returns_its_result_and_raises_its_errors() -> None:
    async def work(*, fail: bool) -> int:
        await asyncio.sleep(0)
        if fail:
            raise LookupError
        return 7

    assert await run_cancellable(work(fail=False)) == 7
    with pytest.raises(LookupError):
        await run_cancellable(work(fail=True))


@pytest.mark.parametrize("lost", [0, 1, 3])
async def test_work_that_loses_cancellations_ends_with_its_caller(lost: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "RECANCEL_INTERVAL", 0.01)
    received = 0

    async def work() -> None:
        nonlocal received
        while received <= lost:
            try:
                await asyncio.sleep(3600)
            except asyncio.CancelledError:
                received += 1
        raise asyncio.CancelledError

    caller = asyncio.create_task(run_cancellable(work()))
    await asyncio.sleep(0.01)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    assert received == lost + 1
