"""Ending background tasks."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterable

T = TypeVar("T")
RECANCEL_INTERVAL = 1.0
"""Seconds that a cancelled task is given to end before it is cancelled again."""


async def cancel_and_wait(tasks: Iterable[asyncio.Task[Any] | None]) -> None:
    """Cancel tasks (None is skipped) and wait until each has ended and has returned its database connection.

    The end of the event loop cancels a task that is left a second time, while it handles the first cancellation. Then
    its connection is never closed, and the process never ends.
    """
    running = [task for task in tasks if task]
    for task in running:
        task.cancel()
    if running:
        await asyncio.wait(running)


async def run_cancellable(work: Coroutine[Any, Any, T]) -> T:
    """Return what a coroutine returns; if the caller is cancelled, cancel the coroutine until it has ended.

    `asyncio.wait_for` loses a cancellation that arrives when its result does (CPython issue 86296, up to Python 3.11),
    and discord.py connects by it. Work that holds a database connection must not be cancelled twice.
    """
    task = asyncio.create_task(work)
    try:
        await asyncio.wait({task})
    except asyncio.CancelledError:
        while not task.done():
            task.cancel()
            await asyncio.wait({task}, timeout=RECANCEL_INTERVAL)
        raise
    return task.result()
