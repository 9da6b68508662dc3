"""The discord.py client with the services that features use, and its requests: how many a second, and none repeated."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import secrets
import time
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, cast

import aiohttp
import discord
from aiolimiter import AsyncLimiter
from cachetools import FIFOCache
from discord import app_commands
from discord.ext import commands

from bot.client.block_exemptions import check_command
from bot.client.commands import CommandTranslator
from bot.client.piece_emojis import PieceEmojis
from bot.config import ALL_SHARDS
from bot.engines.pool import EnginePool, Reviewer
from bot.gateway.connection import connect_with_retries, make_intents
from bot.images.animations import ReplayImages, ReviewImages
from bot.images.boards import BoardImages, ChartImages, PriorityExecutor
from bot.interactions import text as wording
from bot.interactions.errors import reply_with_error
from bot.interactions.languages import Languages, SettingsCache
from bot.interactions.limits import PER_MINUTE, Cooldowns
from bot.interactions.own_messages import is_in_own_place, leading_mention
from bot.interactions.replies import ForeignPlaces, TurnAnswers, acknowledge_in_time
from bot.metrics import Metrics
from bot.outbox.rate_limits import RateLimits
from bot.outbox.sender import Sender
from bot.outbox.worker import OutboxWorker
from bot.process import cancel_and_wait, log_error, run_cancellable
from bot.referee.errors import RequestRejected
from bot.referee.formatting import bind_deleted_channels
from games.text import fold
from games.translation import gettext as _
from storage.engine.database import StorageError
from storage.queries import deleted_channels, key_value

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Mapping
    from datetime import datetime
    from types import SimpleNamespace

    from bot.config import Shards
    from bot.referee.context import Context
    from renderers.board.scene import Renderer
    from storage.engine.database import Tx

log = logging.getLogger(__name__)
PER_SECOND = 40
"""Requests a second over all processes. The rest is for requests that the network brings closer together."""

_AT_ONCE = 5
_UNCOUNTED = ("/interactions/", "/webhooks/")
_IN_CHANNEL = re.compile(r"/api/v\d+/channels/(\d+)(?:/|$)", re.ASCII)
_UNKNOWN_CHANNEL = 10003


def share_of_requests(per_second: float, shards: Shards) -> float:
    """Return how many requests a second are this process's, of those that all processes may make."""
    return per_second * len(shards.ids) / shards.count


def limit_requests(
    per_second: float,
    metrics: Metrics,
    rate_limits: RateLimits | None = None,
    note_deleted: Callable[[int], None] | None = None,
) -> aiohttp.TraceConfig:
    """Return a trace for discord.py's HTTP client that counts requests, and lets so many begin in a second.

    `rate_limits` learns from the responses which destinations have to wait. `note_deleted` is called with the id of a
    channel or thread that a request was for and that doesn't exist any more.
    """
    limiter = AsyncLimiter(_AT_ONCE, _AT_ONCE / per_second)

    async def wait(_: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestStartParams) -> None:
        if not any(part in request.url.path for part in _UNCOUNTED):
            began = time.perf_counter()
            await limiter.acquire()
            metrics.limiter_wait.observe(time.perf_counter() - began)

    async def count(_: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestEndParams) -> None:
        response = request.response
        metrics.requests.labels(str(response.status)).inc()
        if rate_limits:
            rate_limits.read(request.method, request.url.path, response.status, response.headers)
        found = _IN_CHANNEL.search(request.url.path) if response.status == HTTPStatus.NOT_FOUND else None
        if found and note_deleted and await _error_code(response) == _UNKNOWN_CHANNEL:
            note_deleted(int(found[1]))

    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(wait)
    trace.on_request_end.append(count)
    return trace


async def _error_code(response: aiohttp.ClientResponse) -> int | None:
    """Return Discord's code of an error, None for the page of a proxy. The response keeps its body for discord.py."""
    with suppress(ValueError, LookupError, TypeError):
        code: int = json.loads(await response.read())["code"]
        return code
    return None


class OutcomeUnknown(aiohttp.ClientError):
    """A request failed in a way that doesn't tell whether Discord carried it out."""


@dataclass
class _Request:
    sent: bool = False


_request: ContextVar[_Request | None] = ContextVar("request", default=None)


@contextmanager
def single_request() -> Generator[None]:
    """Let the one request that is made in the block be sent once; a repetition raises `OutcomeUnknown` instead.

    A request that Discord refused for its rate limits wasn't carried out, so it can be repeated.
    """
    token = _request.set(_Request())
    try:
        yield
    finally:
        _request.reset(token)


def forbid_repeats(trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
    """Make the trace of discord.py's HTTP client obey `single_request`, and return it."""

    async def begin(_: aiohttp.ClientSession, __: SimpleNamespace, params: aiohttp.TraceRequestStartParams) -> None:
        request = _request.get()
        if request is None:
            return
        if request.sent:
            raise OutcomeUnknown(f"{params.method} {params.url.path} failed, and may have been carried out")
        request.sent = True

    async def end(_: aiohttp.ClientSession, __: SimpleNamespace, params: aiohttp.TraceRequestEndParams) -> None:
        request = _request.get()
        if request is not None and params.response.status == HTTPStatus.TOO_MANY_REQUESTS:
            request.sent = False

    trace.on_request_start.append(begin)
    trace.on_request_end.append(end)
    return trace


class CommandTree(app_commands.CommandTree[Any]):
    """The slash commands."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Let each interaction through once, if its person isn't blocked; make sure that it is acknowledged in time."""
        if not acknowledge_in_time(interaction):
            return False
        data: dict[str, Any] = dict(interaction.data or {})
        _fold_options(data.get("options", ()))
        await interaction.client.languages.bind_reader(interaction)
        if interaction.type is discord.InteractionType.application_command:
            try:
                await check_command(interaction.client.context, interaction)
            except (RequestRejected, StorageError) as error:
                await reply_with_error(interaction, error)
                return False
        return True

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        """Tell the person who used a command that it failed."""
        await reply_with_error(interaction, error)


def _fold_options(options: Iterable[dict[str, Any]]) -> None:
    """Fold the texts that were typed into the options of a slash command, before anything reads them."""
    for option in options:
        if isinstance(option.get("value"), str):
            option["value"] = fold(option["value"])
        _fold_options(option.get("options", ()))


INTERVAL = 60.0
"""Seconds until what could not be stored is tried again, and until what other processes stored is read."""


class DeletedChannels:
    """The channels and threads of the context that are known to be deleted.

    Discord's gateway tells of a deletion, or, if the bot was away then, the response to the first request there. With
    `shared` other processes learn of deletions too.
    """

    def __init__(self, context: Context, *, shared: bool, interval: float = INTERVAL) -> None:
        self._context = context
        self._shared = shared
        self._interval = interval
        self._noted: set[int] = set()
        self._soon = asyncio.Event()
        self._running: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Load what is stored, bind it for this task and those that it starts, and store what is noted from now on.

        Raises `StorageError`.
        """
        await self._load()
        bind_deleted_channels(self._context.deleted_channels)
        self._running = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Store what was noted, and stop."""
        await cancel_and_wait([self._running])
        try:
            await self._store()
        except Exception as error:  # noqa: BLE001 - logged, and the rest of the bot has to stop, too
            log_error(log, "Deleted channels could not be stored", error)

    def note(self, channel_id: int) -> None:
        """Note that a channel or thread was deleted; no sentence names it from now on."""
        if channel_id not in self._context.deleted_channels:
            self._context.deleted_channels.add(channel_id)
            self._noted.add(channel_id)
            self._soon.set()

    async def _run(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._interval if self._noted or self._shared else None):
                    await self._soon.wait()
            self._soon.clear()
            try:
                await self._store()
                if self._shared:
                    await self._load()
            except Exception as error:  # noqa: BLE001 - logged, and the next round tries again
                log_error(log, "Deleted channels could not be stored; trying again", error)

    async def _load(self) -> None:
        async with self._context.database.read() as tx:
            self._context.deleted_channels.update(await deleted_channels.load_all(tx))

    async def _store(self) -> None:
        """Store what was noted, with the threads that went with it, and drop what the record doesn't name.

        So the channels of people's direct messages, and threads in which nobody played, leave nothing behind.
        """
        noted = set(self._noted)
        if not noted:
            return
        async with self._context.database.read() as tx:
            gone = set[int]().union(*[await _gone_with(tx, each) for each in noted])
        if gone:
            async with self._context.database.write() as tx:
                await deleted_channels.add(tx, gone, self._context.now())
        self._context.deleted_channels.difference_update(noted - gone)
        self._context.deleted_channels.update(gone)
        self._noted -= noted


async def _gone_with(tx: Tx, channel_id: int) -> set[int]:
    """Return a deleted channel and the homes of matches that were deleted with it; nothing if nothing names it."""
    guilds = await deleted_channels.guilds_that_chose(tx, channel_id)
    if not guilds and not await deleted_channels.is_named(tx, channel_id):
        return set()
    gone = {channel_id} | await deleted_channels.homes_under(tx, channel_id)
    for guild_id in guilds:
        gone |= await deleted_channels.homes_in_forum(tx, guild_id, channel_id)
    return gone


MAX_RATE_LIMIT_WAIT = 600.0
"""Seconds that a request may wait for Discord's rate limits; a longer wait fails at once.

discord.py fails any request whose bucket resets later than that, also if the bucket has requests left. So it is at
least as long as the longest bucket that is used: five minutes for new threads, ten for new names.
"""

GUILD_READY_TIMEOUT = 2.0
"""Seconds that Discord may take, when a session begins, to send one more server; discord.py's own default."""

INTRODUCTION_INTERVAL = 60.0
"""Seconds before a person gets the whole short help again in the same channel."""

BLOCK_NOTICE_INTERVAL = 60.0
"""Seconds before a blocked person's messages get another reply."""


MAX_HANDLED = 5000
"""Interactions that are remembered, so that one delivered again is ignored."""
MAX_INVOKED = 10_000
"""Messages whose commands were carried out that are remembered, so that an edit doesn't repeat them."""


class Client(commands.Bot):
    """The client that features get.

    `content` says whether Discord grants it the message content intent, `shards` which shards it carries, `requests`
    what one person may spend on requests in a minute, `requests_per_second` what all processes make to Discord. The
    session is ready once no server has arrived for `guild_ready_timeout` seconds.
    """

    sender: Sender
    """Sends posts, from `setup_hook` on."""

    def __init__(
        self,
        context: Context,
        renderers: Mapping[str, Renderer],
        *,
        content: bool,
        shards: Shards = ALL_SHARDS,
        requests: int = PER_MINUTE,
        requests_per_second: float = PER_SECOND,
        guild_ready_timeout: float = GUILD_READY_TIMEOUT,
    ) -> None:
        metrics, rate_limits = Metrics(), RateLimits()
        deleted_channels = DeletedChannels(context, shared=shards.count > 1)
        super().__init__(
            **_shard_options(shards),
            command_prefix="!",  # required, but `get_prefix` decides
            case_insensitive=True,
            strip_after_prefix=True,
            help_command=None,
            tree_cls=CommandTree,
            intents=make_intents(content=content),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            guild_ready_timeout=guild_ready_timeout,
            max_messages=None,
            http_trace=forbid_repeats(
                limit_requests(
                    share_of_requests(requests_per_second, shards), metrics, rate_limits, deleted_channels.note
                )
            ),
        )
        self.web_url: str | None = None
        """The address of the site with the boards, such as https://play.example.org; None if there is none."""
        self.panel_commands = dict[str, Any]()  # of `bot.client.panels`, by name
        self.session_limit_until: datetime | None = None
        self.metrics = metrics
        self.rate_limits = rate_limits
        self.deleted_channels = deleted_channels
        self.context = context
        self.shards_carried = shards
        self.content = content
        self.guild_settings = SettingsCache(context)
        self.introduction_cooldowns = commands.CooldownMapping[discord.Message].from_cooldown(
            1, INTRODUCTION_INTERVAL, lambda message: (message.channel.id, message.author.id)
        )
        self.block_cooldowns = commands.CooldownMapping[discord.Message].from_cooldown(
            1, BLOCK_NOTICE_INTERVAL, lambda message: message.author.id
        )
        self.handled_interactions: FIFOCache[int, None] = FIFOCache(MAX_HANDLED)
        self.invoked_messages: FIFOCache[int, None] = FIFOCache(MAX_INVOKED)
        self.foreign_places = ForeignPlaces(lambda: context.now().timestamp())
        self.turn_answers = TurnAnswers(lambda: context.now().timestamp())
        self.cooldowns = Cooldowns(context.now, self.guild_settings.request_limit, requests)
        self.executor = PriorityExecutor()
        self.languages = Languages(context, self.guild_settings, self.get_guild, self.fetch_guild)
        self.outbox = OutboxWorker(context, shards.name, metrics, self.languages.bind_post, rate_limits)
        self.engines = EnginePool(context.engine)
        self.reviewer = Reviewer(self.engines)
        self.board_images = BoardImages(renderers, self.executor, metrics)
        self.review_images = ReviewImages(renderers, self.executor)
        self.chart_images = ChartImages(self.executor)
        self.replay_images = ReplayImages(renderers, self.executor)
        self.piece_emojis = PieceEmojis(self, self.executor, renderers, uploads=self.receives_direct_messages)

    async def setup_hook(self) -> None:
        """Limit how long requests wait for rate limits (from here on, because a login has to wait); make the sender.

        What tasks know of deleted channels begins here, too, before there are any.
        """
        self.http.max_ratelimit_timeout = MAX_RATE_LIMIT_WAIT
        await self.deleted_channels.start()
        await self.tree.set_translator(CommandTranslator())
        self.sender = Sender(self, await self._load_salt(), self.rate_limits, self.context.database)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect to the gateway; if the first connection fails, wait and try again."""
        await run_cancellable(connect_with_retries(lambda: super(Client, self).connect(reconnect=reconnect)))

    async def on_session_limit(self, until: datetime) -> None:
        """Note until when Discord lets the bot begin no session (`bot.gateway.connection`), for health checks."""
        self.session_limit_until = until

    @property
    def receives_direct_messages(self) -> bool:
        """Whether direct messages come to this process: Discord sends them to the first shard."""
        return 0 in self.shards_carried.ids

    @property
    def reached(self) -> set[int]:
        """The guilds that this process reaches now, by an open connection."""
        return {guild.id for guild in self.guilds if not guild.unavailable and self.connects(guild)}

    @property
    def connected(self) -> bool:
        """Whether the connection to Discord's gateway is open and ready."""
        ws: Any = self.ws
        return self.is_ready() and ws is not None and ws.open

    def connects(self, guild: discord.Guild) -> bool:
        """Return whether the connection of a guild's shard is open."""
        del guild  # there is one connection for all
        ws: Any = self.ws
        return ws is not None and ws.open

    async def get_context(self, origin: Any, /, *, cls: Any = commands.Context) -> Any:
        """Return the context of a message or of a slash command; the text of a message is folded for all that follows.

        Raises `CommandInvokeError` for a command whose context can't be made, as where Discord names no channel:
        discord.py answers no other error here.
        """
        if isinstance(origin, discord.Message):
            origin.content = fold(origin.content)
        try:
            return await super().get_context(origin, cls=cls)
        except Exception as error:
            command: Any = origin.command if isinstance(origin, discord.Interaction) else None
            if not isinstance(command, app_commands.Command) or isinstance(error, discord.DiscordException):
                raise
            log.warning("/%s came without what it needs: %s", command.qualified_name, error)
            rejected = RequestRejected(_(wording.NO_CHANNEL))
            raise app_commands.CommandInvokeError(cast("Any", command), rejected) from error

    async def get_prefix(self, message: discord.Message, /) -> list[str]:
        """Return what begins a text command in a message: a mention, or the prefix of the server.

        Where texts are for the bot, a slash does so too: phones often send slash commands as text.

        While the database can't be reached, an unknown prefix is ignored and only mentions work.
        """
        me = self.user.id if self.user else 0
        mention = leading_mention(message, me)
        if mention:
            return [mention]
        slash = ["/"] if is_in_own_place(message, me) else []
        try:
            return [fold(await self.guild_settings.prefix(message.guild.id if message.guild else None)), *slash]
        except StorageError as error:
            log.error("The prefix of a server could not be read: %s", error)  # noqa: TRY400 - expected
            return []

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        """Dispatch an event, unless the bot is closed."""
        if not self.is_closed():
            super().dispatch(event_name, *args, **kwargs)

    async def _load_salt(self) -> str:
        """Return a random text that belongs to this database, so that its nonces differ from those of others."""
        async with self.context.database.write() as tx:
            return await key_value.write_once(tx, key_value.SALT, secrets.token_hex(3))


def _shard_options(shards: Shards) -> dict[str, Any]:
    """Return discord.py's options for the shards; none if there is only one."""
    if shards.count == 1:
        return {}
    first, *more = shards.ids
    which: dict[str, Any] = {"shard_id": first}
    if more:
        which = {"shard_ids": [first, *more], "shard_connect_timeout": None}  # `bot.gateway.connection` does it
    return {**which, "shard_count": shards.count}
