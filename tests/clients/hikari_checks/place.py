"""What a check acts on: the client, its guild and two channels, and three people."""

from __future__ import annotations

import asyncio
import logging
import os
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import aiohttp
import hikari
from harness import PATIENCE, Person, people, raised

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine

INTENTS = (
    hikari.Intents.GUILDS
    | hikari.Intents.GUILD_MESSAGES
    | hikari.Intents.DM_MESSAGES
    | hikari.Intents.GUILD_MESSAGE_REACTIONS
    | hikari.Intents.MESSAGE_CONTENT
)
URL, TOKEN = os.environ["TURNPOST_URL"], os.environ["TURNPOST_TOKEN"]


@dataclass(frozen=True)
class Place:
    """The connected client and where it is."""

    bot: hikari.GatewayBot
    guild: hikari.GatewayGuild
    games: hikari.GuildTextChannel
    lounge: hikari.GuildTextChannel
    ann: Person
    bob: Person
    cleo: Person

    @property
    def rest(self) -> hikari.api.RESTClient:
        """The client's REST side."""
        return self.bot.rest

    @property
    def application(self) -> int:
        """The id of the application."""
        return self.bot.get_me().id

    @property
    def regulars(self) -> hikari.Role:
        """The role of that name."""
        return next(role for role in self.guild.get_roles().values() if role.name == "Regulars")

    def hear(self, kind: Any, fits: Callable[[Any], bool] = lambda _: True) -> asyncio.Task[Any]:
        """Begin to wait for an event that fits."""
        return asyncio.create_task(self.bot.wait_for(kind, PATIENCE, fits))

    async def interact(self, act: Coroutine[Any, Any, Any]) -> tuple[Any, asyncio.Task[Any]]:
        """Let a person do something; return the interaction that comes of it, and what the person will be shown."""
        heard = self.hear(hikari.InteractionCreateEvent)
        shown = asyncio.create_task(act)
        done, _ = await asyncio.wait({heard, shown}, return_when=asyncio.FIRST_COMPLETED)
        if heard not in done:
            heard.cancel()
            shown.result()
        return (await heard).interaction, shown

    async def thread(self, name: str = "a thread") -> hikari.GuildThreadChannel:
        """Start a thread."""
        return await self.rest.create_thread(self.games, hikari.ChannelType.GUILD_PUBLIC_THREAD, name)


@asynccontextmanager
async def connect() -> AsyncGenerator[Place]:
    """Connect the client, with nothing told to it but where Discord is and who it is."""
    logging.basicConfig(level=logging.ERROR)
    bot = hikari.GatewayBot(
        TOKEN, rest_url=f"{URL}/api/v10", intents=INTENTS, banner=None, logs=None, suppress_optimization_warning=True
    )
    async with aiohttp.ClientSession(URL) as http:
        available = asyncio.create_task(bot.wait_for(hikari.GuildAvailableEvent, PATIENCE))
        await bot.start(check_for_updates=False)
        guild = (await available).guild
        channels = {channel.name: channel for channel in guild.get_channels().values()}
        yield Place(bot, guild, channels["games"], channels["lounge"], *(await people(http))[:3])
        await bot.close()


async def refused(code: int, request: Awaitable[Any]) -> None:
    """Assert that a request is refused with Discord's error code."""
    error = await raised(hikari.ClientHTTPResponseError, request)
    assert error.code == code, f"{error.code}: {error.message}"
