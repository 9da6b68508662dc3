"""The Discord client: it wires the parts together and hands messages on."""

from __future__ import annotations

import asyncio
import logging
import secrets
from functools import partial
from typing import TYPE_CHECKING, Any

import discord

from bot.backfill import Backfill
from bot.client import Client
from bot.features.abandon.cog import Abandoning
from bot.features.abandon.components import Abandon
from bot.features.boards.cog import Looking
from bot.features.boards.components import MyView, Still
from bot.features.boards.posts import Boards
from bot.features.catalogue.cog import Sheets
from bot.features.challenges.cog import Challenging
from bot.features.challenges.components import LASTING
from bot.features.challenges.posts import Announcements
from bot.features.challenges.respond import Answering
from bot.features.clocks.cog import Timing
from bot.features.clocks.components import Claim
from bot.features.clocks.posts import Clocks
from bot.features.digests.posts import Private
from bot.features.guild_settings.cog import Settings
from bot.features.hints.cog import Hinting
from bot.features.hints.components import ShowMe
from bot.features.history.cog import Recounting
from bot.features.history.components import History, Record
from bot.features.moves.cog import Playing
from bot.features.moves.play import PickToPreview
from bot.features.moves.posts import Asking
from bot.features.moves.preview import LeaveIt, PlayIt
from bot.features.notes.cog import Noting
from bot.features.offers.cog import Agreeing
from bot.features.offers.components import Agree, Refuse
from bot.features.offers.posts import Offers
from bot.features.pauses.cog import Resting
from bot.features.pauses.components import Resume
from bot.features.preferences.cog import Preferring
from bot.features.rematches.components import Rematch
from bot.features.replays.cog import Replaying
from bot.features.replays.components import ReplayButton
from bot.features.replays.posts import Replays
from bot.gateway.message_queue import MessageQueue
from bot.gateway.sharding import ALL
from bot.interactions.cooldowns import PER_MINUTE
from bot.interactions.errors import tell
from bot.interactions.registration import Registration
from bot.message_router import needs_marker, read
from bot.outbox.sender import Sender
from bot.outbox.worker import OutboxWorker
from bot.scheduler import Scheduler
from storage.tables import key_value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from discord.ext import commands

    from bot.gateway.sharding import Shards
    from bot.referee.context import Context
    from renderers.board.scene import Renderer

log = logging.getLogger(__name__)
COGS = (
    Challenging,
    Answering,
    Playing,
    Agreeing,
    Timing,
    Resting,
    Looking,
    Preferring,
    Replaying,
    Sheets,
    Hinting,
    Abandoning,
    Recounting,
    Noting,
    Settings,
)


class Turnpost(Client):
    """The bot, made as its `Client`; where it carries several shards it must be made as `Sharded`."""

    def __init__(
        self,
        context: Context,
        renderers: Mapping[str, Renderer],
        *,
        content: bool,
        shards: Shards = ALL,
        requests: int = PER_MINUTE,
    ) -> None:
        super().__init__(context, renderers, content=content, shards=shards, requests=requests)
        self.ready = asyncio.Event()
        self._ears = MessageQueue(context, partial(read, self), partial(needs_marker, self))
        self._catching_up = Backfill(self, self._ears)
        self._registration = Registration(self)
        self._poster: OutboxWorker | None = None
        self.timers = Scheduler(self)

    async def setup_hook(self) -> None:
        """Load the commands, register them if need be, and start what runs beside."""
        await super().setup_hook()
        self.add_dynamic_items(
            *(*LASTING, ReplayButton, ShowMe, MyView, Still, Abandon),
            *(PlayIt, LeaveIt, PickToPreview),
            *(Agree, Refuse, Claim, Resume, History, Record, Rematch),
        )
        for kind in COGS:
            await self.add_cog(kind(self))
        if self.hears_direct_messages:  # one process is enough to register the commands of all
            await self._registration.start()
        sender = Sender(self, await self._salt())
        announcements = Announcements(sender, self.context)
        boards = Boards(sender, self.context, self.board_images, content=self.content)
        self.context.expecting.append(boards.begin)
        offers, clocks = Offers(sender, self.context), Clocks(sender, self.context)
        private = Private(sender, self.context)
        self._poster = OutboxWorker(
            self.context,
            {
                "challenge": announcements.challenge,
                "refresh": announcements.refresh,
                "thread": announcements.thread,
                "board": boards.board,
                "direct": boards.direct,
                "finished": boards.finished,
                "note": boards.note,
                "offer": offers.offer,
                "answered": offers.answered,
                "alarm": clocks.alarm,
                "nudge": clocks.nudge,
                "timeout": clocks.timeout,
                "gift": clocks.gift,
                "paused": clocks.paused,
                "resumed": clocks.resumed,
                "away": clocks.away,
                "show": boards.show,
                "ask": Asking(sender, self.context).ask,
                "tell": private.tell,
                "digest": private.digest,
                "replay": Replays(sender, self.context, self.animations).replay,
            },
            self.shards_carried.name,
        )
        self._poster.start()
        self._ears.start()
        self._catching_up.start()
        self.timers.start()

    async def close(self) -> None:
        """Stop what runs beside, then leave Discord."""
        await self._registration.stop()
        await self.timers.stop()
        await self._catching_up.stop()
        await self._ears.stop()
        if self._poster:
            await self._poster.stop()
        await super().close()
        self.worker.close()

    async def on_message(self, message: discord.Message, /) -> None:
        """Hear a message; it is taken up in its turn."""
        self._ears.hear(message)

    async def on_interaction(self, interaction: discord.Interaction[Any], /) -> None:
        """Notice where the bot is spoken to by commands and buttons."""
        if interaction.channel_id:
            self._ears.mark(interaction.channel_id)

    async def on_connect(self) -> None:
        """Let messages wait, at the beginning of every session, until what came between two sessions was read."""
        self._catching_up.session_began()
        self.timers.look_soon()

    async def on_guild_available(self, _: discord.Guild, /) -> None:
        """Catch up with a guild that is there, or there again."""
        self._catching_up.guild_came()

    async def on_command_error(self, ctx: commands.Context[Any], error: commands.CommandError, /) -> None:
        """Put an error into a sentence."""
        await tell(ctx.interaction or ctx.message, error)

    async def on_ready(self) -> None:
        """Say that all is well."""
        self._catching_up.greeted()
        self.timers.look_soon()
        self.ready.set()
        log.info("Connected as %s, reading other people's messages: %s", self.user, "yes" if self.content else "no")

    async def _salt(self) -> str:
        """Return this database's own mark, made at its first start, so that another's nonces never equal its own."""
        async with self.context.database.write() as tx:
            return await key_value.settle(tx, "salt", secrets.token_hex(3))


class Sharded(Turnpost, discord.AutoShardedClient):
    """The bot over several connections, one for each of its shards."""

    @property
    def connected(self) -> bool:
        """Whether all connections are open, and what their sessions begin with has come."""
        return self.is_ready() and not any(shard.is_closed() for shard in self.shards.values())

    def connects(self, guild: discord.Guild) -> bool:
        """Whether the shard of a guild is connected."""
        shard = self.get_shard(guild.shard_id)
        return shard is not None and not shard.is_closed()
