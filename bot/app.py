"""The Discord client: it wires the parts together and hands messages on."""

from __future__ import annotations

import asyncio
import logging
import secrets
from functools import partial
from typing import TYPE_CHECKING, Any

import discord

from bot.abandoning import Abandon
from bot.agreeing import Agree, Refuse
from bot.catching_up import CatchingUp
from bot.claiming import Claim
from bot.commands.abandoning import Abandoning
from bot.commands.agreeing import Agreeing
from bot.commands.answering import Answering
from bot.commands.challenging import Challenging
from bot.commands.hinting import Hinting
from bot.commands.looking import Looking
from bot.commands.noting import Noting
from bot.commands.playing import Playing
from bot.commands.preferring import Preferring
from bot.commands.recounting import Recounting
from bot.commands.replaying import Replaying
from bot.commands.resting import Resting
from bot.commands.settings import Settings
from bot.commands.sheets import Sheets
from bot.commands.timing import Timing
from bot.cooldowns import PER_MINUTE
from bot.hearing import Ears
from bot.hinting import ShowMe
from bot.host import Host
from bot.posting.announcements import Announcements
from bot.posting.asking import Asking
from bot.posting.boards import Boards
from bot.posting.clocks import Clocks
from bot.posting.delivery import Delivery
from bot.posting.offers import Offers
from bot.posting.poster import Poster
from bot.posting.private import Private
from bot.posting.replays import Replays
from bot.pressing import LASTING
from bot.proposing import LeaveIt, PlayIt
from bot.reading import needs_marker, read
from bot.recounting import History, Record
from bot.registration import Registration
from bot.rematching import Rematch
from bot.replaying import ReplayButton
from bot.resting import Resume
from bot.shards import ALL
from bot.taking import PickToPreview
from bot.timers import Timers
from bot.trouble import tell
from bot.viewing import MyView, Still
from storage import meta

if TYPE_CHECKING:
    from collections.abc import Mapping

    from discord.ext import commands

    from bot.referee.table import Table
    from bot.shards import Shards
    from renderers.scene import Renderer

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


class Turnpost(Host):
    """The bot, made as its `Host`; where it carries several shards it must be made as `Sharded`."""

    def __init__(
        self,
        table: Table,
        renderers: Mapping[str, Renderer],
        *,
        content: bool,
        shards: Shards = ALL,
        requests: int = PER_MINUTE,
    ) -> None:
        super().__init__(table, renderers, content=content, shards=shards, requests=requests)
        self.ready = asyncio.Event()
        self._ears = Ears(table, partial(read, self), partial(needs_marker, self))
        self._catching_up = CatchingUp(self, self._ears)
        self._registration = Registration(self)
        self._poster: Poster | None = None
        self.timers = Timers(self)

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
        delivery = Delivery(self, await self._salt())
        announcements = Announcements(delivery, self.table)
        boards = Boards(delivery, self.table, self.studio, content=self.content)
        self.table.expecting.append(boards.begin)
        offers, clocks = Offers(delivery, self.table), Clocks(delivery, self.table)
        private = Private(delivery, self.table)
        self._poster = Poster(
            self.table,
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
                "ask": Asking(delivery, self.table).ask,
                "tell": private.tell,
                "digest": private.digest,
                "replay": Replays(delivery, self.table, self.cinema).replay,
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
        async with self.table.database.write() as tx:
            return await meta.settle(tx, "salt", secrets.token_hex(3))


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
