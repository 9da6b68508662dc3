"""Ending background tasks."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable


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
