"""From settings to a running bot, and back to a clean stop."""

from __future__ import annotations

import asyncio
import signal
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from random import SystemRandom
from typing import TYPE_CHECKING

import aiohttp
import discord
from playground.server import Playground, PortInUse

from bot import health
from bot.address import point_at
from bot.app import Turnpost, content_granted
from bot.referee.table import Table
from bot.settings import WrongSetting
from games import GAMES
from storage.database import Database, StorageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.settings import Settings


class Unreachable(Exception):  # noqa: N818 - what the operator reads
    """Discord can't be reached just now. The message is a sentence."""


async def run(settings: Settings, announce: Callable[[str], None]) -> None:
    """Run the bot until SIGINT or SIGTERM; `announce` gets the address of the playground's page.

    Raises `WrongSetting` and `Unreachable`.
    """
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with AsyncExitStack() as stack:
        make_folder(settings)
        token = await _find_discord(settings, stack, announce)
        try:
            database = await Database.open(settings.database)
        except StorageError as error:
            raise WrongSetting(f"TURNPOST_DATA, {settings.turnpost_data}: {error}") from None
        stack.push_async_callback(database.close)
        table = Table(database, GAMES, now=lambda: datetime.now(UTC), lots=SystemRandom())
        try:
            bot = await stack.enter_async_context(Turnpost(table, content=await content_granted(token)))
            await stack.enter_async_context(health.answering(bot, settings.turnpost_data))
            await _until_stopped(bot, token, stop)
        except discord.LoginFailure:
            raise WrongSetting("DISCORD_TOKEN is not a token that Discord knows: copy it anew there.") from None
        except (aiohttp.ClientConnectionError, discord.HTTPException, discord.GatewayNotFound) as error:
            raise Unreachable(f"Discord can't be reached: {error}") from error


def make_folder(settings: Settings) -> None:
    """Make the data folder. Raises `WrongSetting` where that can't be."""
    try:
        settings.turnpost_data.mkdir(parents=True, exist_ok=True)
        probe = settings.turnpost_data / ".writable"
        probe.touch()
        probe.unlink()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise WrongSetting(f"TURNPOST_DATA, {settings.turnpost_data}, is no folder I can write to: {reason}.") from None


async def _find_discord(settings: Settings, stack: AsyncExitStack, announce: Callable[[str], None]) -> str:
    """Point discord.py at the Discord that the settings mean, the playground if none. Returns the bot's token there."""
    if settings.discord_token is not None:
        if settings.discord_api and settings.discord_gateway:
            point_at(settings.discord_api, settings.discord_gateway)
        return settings.discord_token.get_secret_value()
    try:
        playground = await Playground.start(settings.turnpost_port, settings.turnpost_data / "playground")
    except PortInUse:
        raise WrongSetting(
            f"TURNPOST_PORT, {settings.turnpost_port}, is in use: stop what runs there or choose another port."
        ) from None
    stack.push_async_callback(playground.stop)
    point_at(playground.api, playground.gateway)
    announce(playground.url)
    return playground.token


async def _until_stopped(bot: Turnpost, token: str, stop: asyncio.Event) -> None:
    started = asyncio.create_task(bot.start(token))
    stopped = asyncio.create_task(stop.wait())
    await asyncio.wait({started, stopped}, return_when=asyncio.FIRST_COMPLETED)
    stopped.cancel()
    await bot.close()
    await started
