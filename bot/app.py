"""The running bot: the client with all features, and the services that run beside them."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING, Any

import discord

from bot.backfill import Backfill
from bot.client.client import GUILD_READY_TIMEOUT, PER_SECOND, Client
from bot.client.registration import CommandRegistration
from bot.config import ALL_SHARDS
from bot.features.registry import add_features
from bot.gateway.message_queue import MessageQueue
from bot.interactions.errors import reply_with_error
from bot.interactions.limits import PER_MINUTE
from bot.message_router import EDITABLE, is_from_person, needs_marker, read
from bot.scheduler import Scheduler

if TYPE_CHECKING:
    from collections.abc import Mapping

    from discord import app_commands
    from discord.ext import commands

    from bot.config import Shards
    from bot.referee.context import Context
    from renderers.board.scene import Renderer

log = logging.getLogger(__name__)


class Turnpost(Client):
    """The bot on one connection; with several shards use `ShardedTurnpost`. The parameters are those of `Client`."""

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
        super().__init__(
            context,
            renderers,
            content=content,
            shards=shards,
            requests=requests,
            requests_per_second=requests_per_second,
            guild_ready_timeout=guild_ready_timeout,
        )
        self.ready = asyncio.Event()
        self._message_queue = MessageQueue(context, partial(read, self), partial(needs_marker, self))
        self._backfill = Backfill(self, self._message_queue)
        self._registration = CommandRegistration(self)
        self.scheduler = Scheduler(self)

    async def setup_hook(self) -> None:
        """Set up the features, register the slash commands, and start the services."""
        await super().setup_hook()
        await add_features(self)
        if self.receives_direct_messages:  # one process registers the commands for all
            await self._registration.start()
        self.outbox.start()
        self._message_queue.start()
        self._backfill.start()
        self.scheduler.start()
        self.piece_emojis.start()

    async def close(self) -> None:
        """Stop the services, then disconnect from Discord."""
        await self._registration.stop()
        await self.piece_emojis.stop()
        await self.scheduler.stop()
        await self._backfill.stop()
        await self._message_queue.stop()
        await self.outbox.stop()
        await self.deleted_channels.stop()
        await self.engines.close()
        await super().close()
        self.executor.close()

    async def on_message(self, message: discord.Message, /) -> None:
        """Queue a message."""
        self._message_queue.add(message)

    async def on_raw_message_edit(self, edit: discord.RawMessageUpdateEvent, /) -> None:
        """Queue a message that its author has just edited. Discord also tells of other changes: links, pins."""
        edited = edit.message.edited_at
        if is_from_person(edit.message) and edited and edited - edit.message.created_at <= EDITABLE:
            self._message_queue.add(edit.message)

    async def on_interaction(self, interaction: discord.Interaction[Any], /) -> None:
        """Keep a read marker for a channel in which people use commands and buttons."""
        if interaction.channel_id:
            self._message_queue.keep_marker(interaction.channel_id)

    async def on_connect(self) -> None:
        """Hold new messages when a session begins, until missed ones are handled."""
        self.metrics.sessions.labels("new").inc()
        self._backfill.start_session()
        self.scheduler.run_soon()

    async def on_guild_available(self, _: discord.Guild, /) -> None:
        """Backfill a guild that has arrived."""
        self._backfill.note_guild()

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel, /) -> None:
        """Note that a channel was deleted."""
        self.deleted_channels.note(channel.id)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent, /) -> None:
        """Note that a thread was deleted."""
        self.deleted_channels.note(thread.thread_id)

    async def on_command_error(self, ctx: commands.Context[Any], error: commands.CommandError, /) -> None:
        """Reply with the error of a text command."""
        await reply_with_error(ctx.interaction or ctx.message, error)

    async def on_resumed(self) -> None:
        """Count a session that goes on after its connection broke."""
        self.metrics.sessions.labels("resumed").inc()

    async def on_app_command_completion(
        self, _: discord.Interaction[Any], command: app_commands.Command[Any, ..., Any] | app_commands.ContextMenu, /
    ) -> None:
        """Count a slash command or an entry of a message's or a person's menu."""
        self.metrics.commands.labels("slash", command.qualified_name).inc()

    async def on_ready(self) -> None:
        """Start what needs all guilds, and log that the bot is connected."""
        self._backfill.note_session_ready()
        self.scheduler.run_soon()
        self.ready.set()
        who = self.user.id if self.user else 0
        log.info("Connected as %d, reading other people's messages: %s", who, "yes" if self.content else "no")


class ShardedTurnpost(Turnpost, discord.AutoShardedClient):
    """The bot on several connections, one for each of its shards."""

    @property
    def connected(self) -> bool:
        """Whether all connections are open and ready."""
        return self.is_ready() and not any(shard.is_closed() for shard in self.shards.values())

    def connects(self, guild: discord.Guild) -> bool:
        """Whether the shard of a guild is connected."""
        shard = self.get_shard(guild.shard_id)
        return shard is not None and not shard.is_closed()
