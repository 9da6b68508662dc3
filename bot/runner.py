"""From settings to a running bot, and back to a clean stop."""

from __future__ import annotations

import asyncio
import gc
import logging
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from random import SystemRandom
from typing import TYPE_CHECKING

import aiohttp
import discord

from bot import plugins
from bot.app import ShardedTurnpost, Turnpost
from bot.config import UNKNOWN_TOKEN, WrongSetting
from bot.gateway.connection import (
    invitation_link,
    is_content_granted,
    point_at,
    record_refusal,
    resume_after_broken_frames,
    retry_failed_connections,
)
from bot.health.server import serve_health
from bot.logs.redaction import find_passwords, keep_secret
from bot.logs.setup import SentryUnavailable, report_errors, set_up_logs
from bot.match_files.files import rate_past_matches
from bot.process import Shutdown, SteadyClock, cancel_and_wait
from bot.referee.context import Context
from bot.referee.log.rules_migration import migrate_matches
from bot.scheduled_backups import BackupWorker
from storage.engine.database import Database, StorageError
from storage.engine.errors import ServerUnavailable, ShardTaken
from storage.engine.private_files import create_folder, restrict
from storage.engine.sqlite import find_files

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable
    from datetime import datetime

    from bot.config import Settings

log = logging.getLogger(__name__)
NAMED = 8
"""How many files the log names at most of those that others could read."""
MAX_PORT = 65535
TOKEN_ENDED = 4004
"""The gateway's code for a token that it doesn't know, or no longer."""


class Unreachable(Exception):  # noqa: N818 - what the operator reads
    """Discord or the database can't be reached, or another process has the shards: a later start may succeed.

    The message is a sentence.
    """


def start_logs(settings: Settings) -> None:
    """Start to log as the settings say, and to report errors if they say where. Raises `WrongSetting`."""
    address = settings.database_url.get_secret_value() if settings.database_url else ""
    keep_secret(address, *find_passwords(address))
    for secret in (settings.discord_token, settings.sentry_dsn):
        keep_secret(secret.get_secret_value() if secret else "")
    set_up_logs(settings.turnpost_log_level, settings.turnpost_log_format)
    if settings.sentry_dsn:
        try:
            report_errors(settings.sentry_dsn.get_secret_value())
        except SentryUnavailable as wrong:
            raise WrongSetting(str(wrong)) from None


async def run(
    settings: Settings, announce: Callable[[str], None], *, now: Callable[[], datetime] | None = None
) -> None:
    """Run the bot until SIGINT or SIGTERM; `announce` gets a sentence with a link when the bot is ready.

    In the playground that leads to its page, elsewhere to where the bot is invited to a server.

    `now` returns the time in UTC, by default that of this machine. Raises `WrongSetting` and `Unreachable`.
    """
    stop = Shutdown()
    await stop.run(_run(settings, announce, now, stop))


async def _run(
    settings: Settings, announce: Callable[[str], None], now: Callable[[], datetime] | None, stop: Shutdown
) -> None:
    async with AsyncExitStack() as stack:
        create_data_folder(settings)
        restrict_files(settings)
        server = await _server(settings, stack)
        resume_after_broken_frames()
        retry_failed_connections()
        database = await _database(settings)
        stack.push_async_callback(database.close)
        await stack.enter_async_context(_claim_shards(settings, database, stop))
        offered = _catalogue()
        steady, lots = SteadyClock(), SystemRandom()
        context = Context(
            database,
            offered.games,
            now or steady.now,
            lots,
            clock=None if now else steady,
            engines=offered.engines,
            hourly_challenges=settings.turnpost_challenges,
        )
        try:
            await migrate_matches(context)
            await rate_past_matches(database, context.games)
            content = await is_content_granted(server.token, database, context.now())
            kind = ShardedTurnpost if len(settings.shards.ids) > 1 else Turnpost
            bot = await stack.enter_async_context(
                kind(
                    context,
                    offered.renderers,
                    content=content,
                    shards=settings.shards,
                    requests=settings.turnpost_requests,
                    requests_per_second=settings.discord_requests_per_second,
                )
            )
            backups = await stack.enter_async_context(_make_backups(bot, settings))
            await stack.enter_async_context(_serve_health(bot, settings, backups))
            bot.web_url = await stack.enter_async_context(_serve_site(bot, settings))
            _freeze_loaded_objects()
            await _play(bot, server, announce)
        except discord.LoginFailure:
            raise WrongSetting(UNKNOWN_TOKEN) from None
        except discord.ConnectionClosed as closed:
            if closed.code == TOKEN_ENDED:
                raise WrongSetting(UNKNOWN_TOKEN) from None
            raise Unreachable(f"Discord ended the connection for good, with code {closed.code}.") from closed
        except StorageError as error:
            raise Unreachable(str(error)) from error
        except (aiohttp.ClientConnectionError, discord.HTTPException, discord.GatewayNotFound) as error:
            raise Unreachable(f"Discord can't be reached: {error}") from error


@asynccontextmanager
async def _make_backups(bot: Turnpost, settings: Settings) -> AsyncGenerator[BackupWorker | None]:
    """Make backups by the schedule, if there is one and no other process makes them; give what makes them."""
    schedule = settings.backups
    if schedule is None or not bot.receives_direct_messages:  # of several processes that one makes them
        yield None
        return
    worker = BackupWorker(
        schedule,
        settings.database,
        settings.backup_folder,
        bot.context.now,
        bot.metrics,
        makes_folder=settings.turnpost_backup_folder is None,
    )
    worker.start()
    try:
        yield worker
    finally:
        await worker.stop()


@asynccontextmanager
async def _serve_health(bot: Turnpost, settings: Settings, backups: BackupWorker | None) -> AsyncGenerator[None]:
    """Answer questions about health and metrics. Raises `WrongSetting` if the port for metrics can't be had."""
    address = settings.metrics_address
    async with AsyncExitStack() as stack:
        try:
            await stack.enter_async_context(
                serve_health(bot, bot.scheduler, settings.turnpost_data, settings.database, address, backups)
            )
        except OSError as error:
            if address is None:
                raise
            reason = error.strerror or type(error).__name__
            raise WrongSetting(
                f"TURNPOST_METRICS_PORT, {address[1]}, can't be listened to on {address[0]}: {reason}."
            ) from None
        yield


@asynccontextmanager
async def _serve_site(bot: Turnpost, settings: Settings) -> AsyncGenerator[str | None]:
    """Serve the boards to browsers, if there is an address for that, and give it.

    In the playground that is this machine, beside the playground's own page. Raises `WrongSetting` if the port can't be
    had.
    """
    in_playground = settings.discord_token is None
    if settings.web_url is None and not in_playground:
        yield None
        return
    from web.server import Address, serve  # noqa: PLC0415 - a bot without a site has no use for it

    port = settings.turnpost_web_port
    if in_playground:
        port = settings.turnpost_port + 1 if 0 < settings.turnpost_port < MAX_PORT else 0
    address = Address(settings.web_url or "", settings.turnpost_web_host, port, settings.proxies)
    async with AsyncExitStack() as stack:
        try:
            url = await stack.enter_async_context(serve(bot.context, bot.board_images, address))
        except OSError as error:
            if not in_playground:
                reason = error.strerror or type(error).__name__
                raise WrongSetting(
                    f"TURNPOST_WEB_PORT, {port}, can't be listened to on {address.host}: {reason}."
                ) from None
            free = replace(address, port=0)  # another program has the one beside the playground's
            url = await stack.enter_async_context(serve(bot.context, bot.board_images, free))
        yield url


def _freeze_loaded_objects() -> None:
    """Turn on garbage collection, except for what is loaded by now: hardly any garbage, and slow to go through."""
    gc.freeze()
    gc.enable()


@dataclass(frozen=True, slots=True)
class Server:
    """The server that the bot connects to: its token there, and the page of the playground if it is that."""

    token: str
    page: str | None = None


def create_data_folder(settings: Settings) -> None:
    """Make the data folder. Raises `WrongSetting` if that fails."""
    try:
        create_folder(settings.turnpost_data)
        probe = settings.turnpost_data / ".writable"
        probe.touch()
        probe.unlink()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise WrongSetting(f"TURNPOST_DATA, {settings.turnpost_data}, is no folder I can write to: {reason}.") from None


def restrict_files(settings: Settings) -> None:
    """Take what older versions wrote for everybody on the machine to read from all but this user, and log it.

    That is the database with all that is kept beside it, and what is said in the playground. The data folder stays as
    it is: an operator may have put more there, for others.
    """
    said = settings.turnpost_data / "playground"
    changed, failed = restrict([*find_files(settings.database_file), said, *sorted(said.rglob("*"))])
    for paths, sentence in (
        (changed, "Others on this machine could read these files and folders; now they can't: %s"),
        (failed, "Others on this machine can read these files and folders, and I can't change that: %s"),
    ):
        if paths:
            log.warning(sentence, ", ".join(map(str, paths[:NAMED])) + (", ..." if paths[NAMED:] else ""))


async def _server(settings: Settings, stack: AsyncExitStack) -> Server:
    """Point discord.py at the server of the settings: Discord, another, or the playground, which is started."""
    if settings.discord_token is not None:
        if settings.discord_api and settings.discord_gateway:
            point_at(settings.discord_api, settings.discord_gateway)
        return Server(settings.discord_token.get_secret_value())
    from playground import (  # noqa: PLC0415 - a bot with a token has no use for it
        Playground,
        PortInUse,
        UnreadableJournal,
    )

    port = settings.turnpost_port
    try:
        playground = await Playground.start(port, settings.turnpost_data / "playground")
    except PortInUse:
        raise WrongSetting(f"TURNPOST_PORT, {port}, is in use: stop what runs there or choose another port.") from None
    except UnreadableJournal as error:
        raise WrongSetting(str(error)) from None
    except PermissionError:
        raise WrongSetting(f"TURNPOST_PORT, {port}, is for root alone: choose one from 1024 on.") from None
    stack.push_async_callback(playground.stop)
    point_at(playground.api, playground.gateway)
    return Server(playground.token, playground.url)


def _catalogue() -> plugins.Catalogue:
    offered = plugins.read()
    for sentence in offered.skipped:
        log.warning(sentence)
    return offered


async def _database(settings: Settings) -> Database:
    try:
        return await Database.open(settings.database)
    except ServerUnavailable as error:
        raise Unreachable(f"{settings.database_setting}: {error}") from None
    except StorageError as error:
        raise WrongSetting(f"{settings.database_setting}: {error}") from None


@asynccontextmanager
async def _claim_shards(settings: Settings, database: Database, stop: Shutdown) -> AsyncGenerator[None]:
    """Hold the lock of the shards. Stops the process if another one has taken them."""
    shards = settings.shards

    def lost() -> None:
        log.error("Another process has taken the shards %s while the database was away; this one stops.", shards.name)
        stop.request()

    try:
        async with database.lock_shards(shards.ids, shards.count, lost):
            yield
    except (ServerUnavailable, ShardTaken) as error:
        raise Unreachable(f"{settings.database_setting}: {error}") from None
    except StorageError as error:
        raise WrongSetting(f"{settings.database_setting}: {error}") from None


async def _play(bot: Turnpost, server: Server, announce: Callable[[str], None]) -> None:
    """Log in and run until Discord ends the connection for good. Raises discord.py's errors."""
    ready = asyncio.create_task(_announce_when_ready(bot, server, announce))
    try:
        await bot.start(server.token)
    except discord.PrivilegedIntentsRequired as error:
        await record_refusal(bot.context.database, bot.application_id or 0, bot.context.now())
        raise Unreachable("Discord refuses the message content intent; a new start does without.") from error
    finally:
        await cancel_and_wait([ready])


async def _announce_when_ready(bot: Turnpost, server: Server, announce: Callable[[str], None]) -> None:
    await bot.ready.wait()
    if server.page:
        announce(f"Turnpost plays on this machine only: open {server.page}")
    else:
        announce(f"Invite Turnpost to a server: {invitation_link(bot.application_id or 0)}")
