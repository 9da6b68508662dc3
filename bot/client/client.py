"""The discord.py client with the services that features use."""

from __future__ import annotations

import logging
import secrets
from typing import TYPE_CHECKING, Any, cast

import discord
from discord import app_commands
from discord.ext import commands

from bot.client.command_translator import CommandTranslator
from bot.client.command_tree import CommandTree
from bot.client.deleted_channels import DeletedChannels
from bot.client.discord_rate_limit import PER_SECOND, limit_requests, share_of_requests
from bot.client.no_repeats import forbid_repeats
from bot.client.piece_emojis import PieceEmojis
from bot.engines.pool import EnginePool
from bot.gateway.connection import connect_with_retries
from bot.gateway.content_intent import make_intents
from bot.gateway.sharding import ALL
from bot.images.board_images import BoardImages
from bot.images.chart_images import ChartImages
from bot.images.priority_executor import PriorityExecutor
from bot.images.replay_images import ReplayImages
from bot.images.review_images import ReviewImages
from bot.interactions import text as wording
from bot.interactions.bot_mentions import leading_mention
from bot.interactions.cooldowns import Cooldowns
from bot.interactions.foreign_places import ForeignPlaces
from bot.interactions.languages import Languages
from bot.interactions.request_limits import PER_MINUTE
from bot.interactions.settings_cache import SettingsCache
from bot.metrics.metrics import Metrics
from bot.outbox.rate_limits import RateLimits
from bot.outbox.sender import Sender
from bot.outbox.worker import OutboxWorker
from bot.process.tasks import run_cancellable
from bot.referee.errors import RequestRejected
from games.translation import gettext as _
from storage.engine.database import StorageError
from storage.queries import key_value

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from bot.gateway.sharding import Shards
    from bot.referee.context import Context
    from renderers.board.scene import Renderer

log = logging.getLogger(__name__)
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
        shards: Shards = ALL,
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
        self.foreign_places = ForeignPlaces(lambda: context.now().timestamp())
        self.cooldowns = Cooldowns(context.now, self.guild_settings.request_limit, requests)
        self.executor = PriorityExecutor()
        self.languages = Languages(context, self.guild_settings, self.get_guild, self.fetch_guild)
        self.outbox = OutboxWorker(context, shards.name, metrics, self.languages.bind_post, rate_limits)
        self.engines = EnginePool(context.engine)
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
        """Return the context of a message or of a slash command.

        Raises `CommandInvokeError` for a command whose context can't be made, as where Discord names no channel:
        discord.py answers no other error here.
        """
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

        While the database can't be reached, an unknown prefix is ignored and only mentions work.
        """
        mention = leading_mention(message, self.user.id if self.user else 0)
        if mention:
            return [mention]
        try:
            return [await self.guild_settings.prefix(message.guild.id if message.guild else None)]
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
