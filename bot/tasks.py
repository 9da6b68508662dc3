"""Ending what runs beside the rest of the bot."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable


async def call_off(tasks: Iterable[asyncio.Task[Any] | None]) -> None:
    """Cancel tasks, where there are any, and wait until each has ended, its connection to the record given back.

    A task that is left to the end of the event loop is cancelled a second time in the middle of that, and then its
    connection is never closed and the process never ends.
    """
    running = [task for task in tasks if task]
    for task in running:
        task.cancel()
    if running:
        await asyncio.wait(running)
