"""What a check acts on: the client, its guild and two channels, and three people."""

from __future__ import annotations

import asyncio
import os
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import aiohttp
import disnake
from harness import PATIENCE, Person, people, raised

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine

URL, TOKEN = os.environ["TURNPOST_URL"], os.environ["TURNPOST_TOKEN"]
disnake.http.Route.BASE = f"{URL}/api/v10"


@dataclass(frozen=True)
class Place:
    """The connected client and where it is."""

    bot: disnake.Client
    guild: disnake.Guild
    games: disnake.TextChannel
    lounge: disnake.TextChannel
    ann: Person
    bob: Person
    cleo: Person

    @property
    def regulars(self) -> disnake.Role:
        """The role of that name."""
        return next(role for role in self.guild.roles if role.name == "Regulars")

    def hear(self, event: str, fits: Callable[..., bool] = lambda *_: True) -> asyncio.Task[Any]:
        """Begin to wait for an event that fits."""
        return asyncio.ensure_future(self.bot.wait_for(event, check=fits, timeout=PATIENCE))

    async def interact(self, act: Coroutine[Any, Any, Any]) -> tuple[Any, asyncio.Task[Any]]:
        """Let a person do something; return the interaction that comes of it, and what the person will be shown."""
        heard = self.hear("interaction")
        shown = asyncio.create_task(act)
        done, _ = await asyncio.wait({heard, shown}, return_when=asyncio.FIRST_COMPLETED)
        if heard not in done:
            heard.cancel()
            shown.result()
        return await heard, shown

    async def thread(self, name: str = "a thread") -> disnake.Thread:
        """Start a thread."""
        return await self.games.create_thread(name=name, type=disnake.ChannelType.public_thread)


def intents() -> disnake.Intents:
    """Return the intents of the usual bot, and the one that shows what people write."""
    chosen = disnake.Intents.default()
    chosen.message_content = True
    return chosen


@asynccontextmanager
async def connect() -> AsyncGenerator[Place]:
    """Connect the client, with nothing told to it but where Discord is and who it is."""
    bot = disnake.Client(intents=intents())
    ready = asyncio.ensure_future(bot.wait_for("ready", timeout=PATIENCE))
    running = asyncio.create_task(bot.start(TOKEN))
    await asyncio.wait({ready, running}, return_when=asyncio.FIRST_COMPLETED)
    (guild,) = bot.guilds
    games, lounge = guild.text_channels
    async with aiohttp.ClientSession(URL) as http:
        yield Place(bot, guild, games, lounge, *(await people(http))[:3])
    await bot.close()
    await running


async def refused(code: int, request: Awaitable[Any]) -> None:
    """Assert that a request is refused with Discord's error code."""
    error = await raised(disnake.HTTPException, request)
    assert error.code == code, f"{error.code}: {error.text}"
