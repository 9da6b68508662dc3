"""From settings to a running bot, and back to a clean stop."""

from __future__ import annotations

import asyncio
import logging
import signal
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from random import SystemRandom
from typing import TYPE_CHECKING

import aiohttp
import discord

from bot import catalogue, health
from bot.address import point_at
from bot.app import Turnpost, content_granted
from bot.referee.table import Table
from bot.settings import WrongSetting
from playground.server import Playground, PortInUse
from storage.database import Database, StorageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.settings import Settings

log = logging.getLogger(__name__)


class Unreachable(Exception):  # noqa: N818 - what the operator reads
    """Discord can't be reached just now. The message is a sentence."""


async def run(settings: Settings, announce: Callable[[str], None]) -> None:
    """Run the bot until SIGINT or SIGTERM; `announce` gets the address of the playground's page once it can be played.

    Raises `WrongSetting` and `Unreachable`.
    """
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with AsyncExitStack() as stack:
        make_folder(settings)
        server = await _server(settings, stack)
        database = await _database(settings)
        stack.push_async_callback(database.close)
        offered = _catalogue()
        table = Table(database, offered.games, now=lambda: datetime.now(UTC), lots=SystemRandom())
        try:
            content = await content_granted(server.token)
            bot = await stack.enter_async_context(Turnpost(table, offered.renderers, content=content))
            await stack.enter_async_context(health.answering(bot, settings.turnpost_data))
            await _until_stopped(bot, server, stop, announce)
        except discord.LoginFailure:
            raise WrongSetting("DISCORD_TOKEN is not a token that Discord knows: copy it anew there.") from None
        except (aiohttp.ClientConnectionError, discord.HTTPException, discord.GatewayNotFound) as error:
            raise Unreachable(f"Discord can't be reached: {error}") from error


@dataclass(frozen=True, slots=True)
class Server:
    """Where the bot goes: its token there, and the page to look at if that is the playground."""

    token: str
    page: str | None = None


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


async def _server(settings: Settings, stack: AsyncExitStack) -> Server:
    """Point discord.py at the server that the settings mean: Discord, another, or the playground started here."""
    if settings.discord_token is not None:
        if settings.discord_api and settings.discord_gateway:
            point_at(settings.discord_api, settings.discord_gateway)
        return Server(settings.discord_token.get_secret_value())
    port = settings.turnpost_port
    try:
        playground = await Playground.start(port, settings.turnpost_data / "playground")
    except PortInUse:
        raise WrongSetting(f"TURNPOST_PORT, {port}, is in use: stop what runs there or choose another port.") from None
    stack.push_async_callback(playground.stop)
    point_at(playground.api, playground.gateway)
    return Server(playground.token, playground.url)


def _catalogue() -> catalogue.Catalogue:
    offered = catalogue.read()
    for sentence in offered.skipped:
        log.warning(sentence)
    return offered


async def _database(settings: Settings) -> Database:
    try:
        return await Database.open(settings.database)
    except StorageError as error:
        raise WrongSetting(f"TURNPOST_DATA, {settings.turnpost_data}: {error}") from None


async def _until_stopped(bot: Turnpost, server: Server, stop: asyncio.Event, announce: Callable[[str], None]) -> None:
    started = asyncio.create_task(bot.start(server.token))
    stopped = asyncio.create_task(stop.wait())
    ready = asyncio.create_task(_announce_when_ready(bot, server, announce))
    await asyncio.wait({started, stopped}, return_when=asyncio.FIRST_COMPLETED)
    stopped.cancel()
    ready.cancel()
    await bot.close()
    await started


async def _announce_when_ready(bot: Turnpost, server: Server, announce: Callable[[str], None]) -> None:
    await bot.ready.wait()
    if server.page:
        announce(server.page)
