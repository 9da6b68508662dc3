"""A small bot of an unmodified discord.py and a clock, for the tests of the playground."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import discord
from discord import app_commands

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from playground import Playground

DEADLINE = 60.0


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = datetime(2026, 5, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def forward(self, **duration: float) -> None:
        self.now += timedelta(**duration)


class BotClient(discord.Client):
    """A small bot of an unmodified discord.py that records what it receives."""

    def __init__(self, intents: discord.Intents, shard: tuple[int, int] | None) -> None:
        number, count = shard or (None, None)
        super().__init__(intents=intents, shard_id=number, shard_count=count)
        self.tree = app_commands.CommandTree(self)
        self.received: list[discord.Message] = []
        self.threads: list[discord.Thread] = []
        self.resumed = asyncio.Event()
        self._updated = asyncio.Event()
        self._connection.guild_ready_timeout = 0.01

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identify at once: discord.py would wait for 5 seconds before it does so again."""

    async def on_message(self, message: discord.Message) -> None:
        self.received.append(message)
        self._updated.set()

    async def on_thread_create(self, thread: discord.Thread) -> None:
        self.threads.append(thread)

    async def on_resumed(self) -> None:
        self.resumed.set()

    async def hear(self, key: str) -> discord.Message:
        """Return the message with an id, once it has been received."""
        async with asyncio.timeout(DEADLINE):
            while True:
                self._updated.clear()
                found = [message for message in self.received if str(message.id) == key]
                if found:
                    return found[0]
                await self._updated.wait()

    def room(self, name: str = "games") -> discord.TextChannel:
        return next(one for one in self.guilds[0].text_channels if one.name == name)


@asynccontextmanager
async def bot_client_at(
    playground: Playground,
    intents: discord.Intents | None = None,
    token: str | None = None,
    shard: tuple[int, int] | None = None,
) -> AsyncGenerator[BotClient]:
    """Connect a bot client to a playground, as one shard if given; wait until it is ready; disconnect it at the end."""
    bot_client = BotClient(intents or discord.Intents.default(), shard)
    task = asyncio.create_task(bot_client.start(token or playground.token))
    ready = asyncio.create_task(bot_client.wait_until_ready())
    await asyncio.wait({task, ready}, return_when=asyncio.FIRST_COMPLETED, timeout=DEADLINE)
    try:
        if task.done():
            task.result()
        yield bot_client
    finally:
        ready.cancel()
        await bot_client.close()
        await asyncio.gather(task, ready, return_exceptions=True)
