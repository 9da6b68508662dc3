"""The Discord client: it wires the parts together and hands messages on."""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import TYPE_CHECKING, Any

import discord
from discord.ext import commands

from bot.commands.challenging import Challenging
from bot.commands.looking import Looking
from bot.commands.playing import Playing
from bot.commands.replaying import Replaying
from bot.filming import Cinema
from bot.helping import help_text
from bot.pictures import Studio
from bot.posting.announcements import Announcements
from bot.posting.boards import Boards
from bot.posting.delivery import Delivery
from bot.posting.poster import Poster
from bot.posting.replays import Replays
from bot.pressing import LASTING
from bot.referee import challenges
from bot.referee.asked import read_names
from bot.replaying import ReplayButton
from bot.replies import reply
from bot.taking import take
from bot.tree import Tree, register
from bot.trouble import tell
from storage import meta

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.referee.table import Table
    from renderers.scene import Renderer

log = logging.getLogger(__name__)
PREFIX = "!"
EXPIRY_EVERY = 60.0
"""Seconds between two looks for challenges whose time is up."""


class Turnpost(commands.Bot):
    """The bot. `content` says whether Discord grants it the content of other people's messages."""

    def __init__(self, table: Table, renderers: Mapping[str, Renderer], *, content: bool) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            case_insensitive=True,
            strip_after_prefix=True,
            help_command=None,
            tree_cls=Tree,
            intents=wanted_intents(content=content),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            max_ratelimit_timeout=60.0,
        )
        self.table = table
        self.content = content
        self.studio = Studio(renderers)
        self.cinema = Cinema(renderers)
        self.ready = asyncio.Event()
        self._poster: Poster | None = None
        self._expiring: asyncio.Task[None] | None = None

    async def setup_hook(self) -> None:
        """Load the commands, register them if need be, and start what runs beside."""
        self.add_dynamic_items(*LASTING, ReplayButton)
        for cog in (Challenging(self), Playing(self), Looking(self), Replaying(self)):
            await self.add_cog(cog)
        await register(self.tree, self.application_id or 0, self.table.database)
        delivery = Delivery(self, await self._salt())
        announcements = Announcements(delivery, self.table)
        boards = Boards(delivery, self.table, self.studio, content=self.content)
        self._poster = Poster(
            self.table,
            {
                "challenge": announcements.challenge,
                "refresh": announcements.refresh,
                "thread": announcements.thread,
                "board": boards.board,
                "show": boards.show,
                "replay": Replays(delivery, self.table, self.cinema).replay,
            },
        )
        self._poster.start()
        self._expiring = asyncio.create_task(self._expire())

    async def close(self) -> None:
        """Stop what runs beside, then leave Discord."""
        if self._expiring:
            self._expiring.cancel()
        if self._poster:
            await self._poster.stop()
        await super().close()
        self.studio.close()
        self.cinema.close()

    def help_text(self) -> str:
        """Return what the bot can do, in Discord's Markdown."""
        me = self.user.mention if self.user else "@Turnpost"
        return help_text((game.info for game in self.table.games.values()), me, content=self.content)

    async def get_prefix(self, message: discord.Message, /) -> list[str]:
        """Return how a text command may begin: with the prefix where the bot can read it, with a mention anywhere."""
        return commands.when_mentioned_or(PREFIX)(self, message)

    async def on_message(self, message: discord.Message, /) -> None:
        """Hand a message on: to a command, or to the referee as a text that may be a move."""
        if message.author.bot or message.type not in (discord.MessageType.default, discord.MessageType.reply):
            return
        ctx = await self.get_context(message)
        if ctx.command is not None:
            await self.invoke(ctx)
            return
        addressed = ctx.prefix is not None and ctx.prefix != PREFIX
        text = message.content[len(ctx.prefix or "") if addressed else 0 :].strip()
        try:
            if addressed and not text:
                await reply(message, self.help_text())
            elif text and (addressed or ctx.prefix is None):
                await take(self, message, read_names(text), bare=not addressed)
        except Exception as error:  # noqa: BLE001 - the one place where a message's trouble ends up: told and logged
            await tell(message, error)

    async def on_command_error(self, ctx: commands.Context[Any], error: commands.CommandError, /) -> None:
        """Put an error into a sentence."""
        await tell(ctx.interaction or ctx.message, error)

    async def on_ready(self) -> None:
        """Say that all is well."""
        self.ready.set()
        log.info("Connected as %s, reading other people's messages: %s", self.user, "yes" if self.content else "no")

    async def _expire(self) -> None:
        while True:
            try:
                await challenges.expire(self.table)
            except Exception:  # the next round tries again
                log.exception("Challenges could not be looked through")
            await asyncio.sleep(EXPIRY_EVERY)

    async def _salt(self) -> str:
        """Return this database's own mark, made at its first start, so that another's nonces never equal its own."""
        async with self.table.database.write() as tx:
            known = await meta.read(tx, "salt")
            if known is None:
                known = secrets.token_hex(3)
                await meta.write(tx, "salt", known)
        return known


def wanted_intents(*, content: bool) -> discord.Intents:
    """Return the intents the bot uses, and no more."""
    intents = discord.Intents.none()
    intents.guilds = True
    intents.guild_messages = True
    intents.dm_messages = True
    intents.message_content = content
    return intents


async def content_granted(token: str) -> bool:
    """Ask Discord whether this application may read other people's messages. Raises what `login` raises."""
    async with discord.Client(intents=wanted_intents(content=False)) as client:
        await client.login(token)
        about = client.application  # asked for at login
    return about is not None and (about.flags.gateway_message_content or about.flags.gateway_message_content_limited)
