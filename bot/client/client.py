"""What the bot is to all that handles messages, commands and buttons: its parts, and what it can say of itself."""

from __future__ import annotations

import logging
import secrets
from typing import TYPE_CHECKING, Any

import discord
from discord.ext import commands

from bot.client.command_tree import CommandTree
from bot.gateway.connection import connect_with_retries
from bot.gateway.content_intent import make_intents
from bot.gateway.sharding import ALL
from bot.images.animations import Animations
from bot.images.board_images import BoardImages
from bot.images.priority_executor import PriorityExecutor
from bot.interactions.cooldowns import PER_MINUTE, Cooldowns
from bot.interactions.mention import leading_mention
from bot.interactions.prefix_cache import PrefixCache
from bot.outbox.sender import Sender
from bot.outbox.worker import OutboxWorker
from bot.process.tasks import run_cancellable
from storage.engine.database import StorageError
from storage.tables import key_value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.gateway.sharding import Shards
    from bot.referee.context import Context
    from renderers.board.scene import Renderer

log = logging.getLogger(__name__)
MAX_RATE_LIMIT_WAIT = 60.0
"""Seconds that a request may wait for Discord's limits; where they ask for more it fails at once."""

INTRODUCTION_INTERVAL = 60.0
"""Seconds before a person is told again, in the same channel, how to begin."""


class Client(commands.Bot):
    """The bot before its parts are wired together. `content` says whether Discord grants it others' message content.

    `shards` are the parts of Discord that it carries, `requests` what one person may ask for in a minute.
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
    ) -> None:
        super().__init__(
            **_connections(shards),
            command_prefix="!",  # `get_prefix` says what holds
            case_insensitive=True,
            strip_after_prefix=True,
            help_command=None,
            tree_cls=CommandTree,
            intents=make_intents(content=content),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
        )
        self.context = context
        self.shards_carried = shards
        self.content = content
        self.prefixes = PrefixCache(context)
        self.introduction_cooldowns = commands.CooldownMapping[discord.Message].from_cooldown(
            1, INTRODUCTION_INTERVAL, lambda message: (message.channel.id, message.author.id)
        )
        self.cooldowns = Cooldowns(context.now, requests)
        self.executor = PriorityExecutor()
        self.outbox = OutboxWorker(context, shards.name)
        self.board_images = BoardImages(renderers, self.executor)
        self.animations = Animations(renderers, self.executor)

    async def setup_hook(self) -> None:
        """Let no request wait longer than a minute from here on (a login has no other choice), and make the sender."""
        self.http.max_ratelimit_timeout = MAX_RATE_LIMIT_WAIT
        self.sender = Sender(self, await self._salt())

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect to the gateway. Where it can't be reached at first, wait and try again."""
        await run_cancellable(connect_with_retries(lambda: super(Client, self).connect(reconnect=reconnect)))

    @property
    def receives_direct_messages(self) -> bool:
        """Whether direct messages come to this process: Discord sends them to the first shard."""
        return 0 in self.shards_carried.ids

    @property
    def reached(self) -> set[int]:
        """The guilds that this process reaches at this moment, by a connection that is open."""
        return {guild.id for guild in self.guilds if not guild.unavailable and self.connects(guild)}

    @property
    def connected(self) -> bool:
        """Whether the connection to Discord's gateway is open, and what a session begins with has come."""
        ws: Any = self.ws
        return self.is_ready() and ws is not None and ws.open

    def connects(self, guild: discord.Guild) -> bool:
        """Whether the connection by which a guild comes is open."""
        del guild  # all come by the one connection
        ws: Any = self.ws
        return ws is not None and ws.open

    async def get_prefix(self, message: discord.Message, /) -> list[str]:
        """Return how a text command may begin: with a mention, and with the prefix of the place where it is said.

        While the record can't be reached the prefix may not be known: then a mention alone is understood.
        """
        mention = leading_mention(message, self.user.id if self.user else 0)
        if mention:
            return [mention]
        try:
            return [await self.prefixes.get(message.guild.id if message.guild else None)]
        except StorageError as error:
            log.error("The prefix of a server could not be read: %s", error)  # noqa: TRY400 - foreseen
            return []

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        """Pass an event on. Once the bot closes nobody is left to take one up."""
        if not self.is_closed():
            super().dispatch(event_name, *args, **kwargs)

    async def _salt(self) -> str:
        """Return this database's own mark, made at its first start, so that another's nonces never equal its own."""
        async with self.context.database.write() as tx:
            return await key_value.write_once(tx, "salt", secrets.token_hex(3))


def _connections(shards: Shards) -> dict[str, Any]:
    """Return what discord.py is told of the shards: nothing where there is but one connection in all."""
    if shards.count == 1:
        return {}
    first, *more = shards.ids
    which: dict[str, Any] = {"shard_id": first}
    if more:
        which = {"shard_ids": [first, *more], "shard_connect_timeout": None}  # `bot.gateway.connection` sees to that
    return {**which, "shard_count": shards.count}
