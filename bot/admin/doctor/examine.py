"""Run all checks but that of the time zones, each as soon as what it needs is known to be well."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import aiohttp
import discord

from bot import plugins
from bot.admin.database import make_context, open_database
from bot.admin.doctor.application import check_application, check_commands
from bot.admin.doctor.check import ok, problem
from bot.admin.doctor.clock import check_clock
from bot.admin.doctor.database import check_bot, check_schema, check_write
from bot.admin.doctor.disk import check_data_folder, check_disk
from bot.admin.doctor.fonts import check_fonts
from bot.admin.doctor.languages import check_languages
from bot.admin.doctor.ports import check_ports
from bot.admin.doctor.servers import check_servers
from bot.admin.errors import CommandError
from bot.admin.rest_client import PER_SECOND, log_in, point_at_server
from bot.client.discord_rate_limit import limit_requests
from bot.config import UNKNOWN_TOKEN
from bot.metrics.metrics import Metrics
from storage.engine.database import StorageError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Collection
    from types import SimpleNamespace

    from bot.admin.doctor.check import Check
    from bot.config import Settings
    from storage.engine.database import Database

TIMEOUT = 30.0
"""Seconds that Discord may take to let the bot log in."""
UNREACHABLE = "check the network, its firewall and proxy: Turnpost needs discord.com and gateway.discord.gg, port 443."


async def examine(settings: Settings, servers: Collection[int], show: Callable[[Check], None]) -> bool:
    """Run all checks and `show` each; `servers` limits them to some servers. Return whether there is no problem."""
    well = True
    async for check in _examine(settings, servers):
        show(check)
        well &= check.level != "problem"
    return well


async def _examine(settings: Settings, servers: Collection[int]) -> AsyncIterator[Check]:
    yield check_fonts()
    for check in await asyncio.to_thread(check_languages):
        yield check
    yield check_data_folder(settings)
    running, bot = await check_bot(settings)
    yield bot
    for check in check_ports(settings, running=running):
        yield check
    async with AsyncExitStack() as stack:
        schema = await check_schema(settings)
        yield schema
        database: Database | None = None
        try:
            database = await stack.enter_async_context(open_database(settings))
        except StorageError:
            yield check_disk(settings, 0)
        else:
            yield await check_write(database, datetime.now(UTC))
            yield check_disk(settings, 0 if settings.database_url else await database.size())
        if settings.discord_token is None:
            yield ok("token", "DISCORD_TOKEN isn't set, so `turnpost run` starts the playground on this machine.")
        else:
            async for check in _examine_discord(settings, settings.discord_token.get_secret_value(), database, servers):
                yield check


async def _examine_discord(
    settings: Settings, token: str, database: Database | None, servers: Collection[int]
) -> AsyncIterator[Check]:
    point_at_server(settings)
    dates: list[tuple[str | None, datetime]] = []

    async def note_date(_: Any, __: SimpleNamespace, request: aiohttp.TraceRequestEndParams) -> None:
        dates.append((request.response.headers.get("Date"), datetime.now(UTC)))

    trace = limit_requests(PER_SECOND, Metrics())
    trace.on_request_end.append(note_date)
    async with discord.Client(intents=discord.Intents.none(), http_trace=trace) as client:
        try:
            async with asyncio.timeout(TIMEOUT):
                await client.login(token)
        except discord.LoginFailure:
            yield problem("token", UNKNOWN_TOKEN)
            return
        except (aiohttp.ClientError, discord.HTTPException, TimeoutError) as error:
            yield problem("Discord", f"it can't be reached ({error or type(error).__name__}): {UNREACHABLE}")
            return
        yield check_clock(*dates[-1])
        if client.application:
            for check in check_application(client.application):
                yield check
        if database is None:
            async for check in _guard(check_servers(client, servers)):
                yield check
            return
    async for check in _guard(_examine_with_record(settings, database, servers)):
        yield check


async def _examine_with_record(
    settings: Settings, database: Database, servers: Collection[int]
) -> AsyncIterator[Check]:
    async with log_in(settings, make_context(database), plugins.read()) as client:
        yield await check_commands(client)
        async for check in check_servers(client, servers):
            yield check


async def _guard(checks: AsyncIterator[Check]) -> AsyncIterator[Check]:
    """Yield checks; what keeps them from going on is a problem, too."""
    try:
        async for check in checks:
            yield check
    except (aiohttp.ClientError, discord.HTTPException, CommandError, StorageError) as error:
        yield problem("Discord", f"the checks stopped ({error}); try again.")
