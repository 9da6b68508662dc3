"""A bot that is told to stop ends soon, whatever it is doing, and with it its hold on the record."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

from playground.server import Playground
from tests.wire.running import BotProcess

if TYPE_CHECKING:
    from pathlib import Path

AT_ONCE = 5


async def started_and_stopped(folder: Path) -> int:
    async with AsyncExitStack() as stack:
        playground = await Playground.start()
        stack.push_async_callback(playground.stop)
        bot = BotProcess(playground, folder)
        await bot.start()
        return await bot.stop()


async def test_a_bot_ends_when_it_is_told_to_as_soon_as_it_has_begun(tmp_path: Path) -> None:
    for number in range(2):
        folders = [tmp_path / f"{number}-{each}" for each in range(AT_ONCE)]
        assert await asyncio.gather(*map(started_and_stopped, folders)) == [0] * AT_ONCE
