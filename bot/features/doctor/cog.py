"""The command that tells the managers of a server what the bot lacks there."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.client.options import source_of
from bot.features.doctor import text
from bot.features.doctor.examine_server import examine_server
from bot.interactions.member_permissions import can_manage_server
from bot.interactions.private_replies import reply_privately
from bot.interactions.replies import request_of
from bot.interactions.request_limits import FILES_COST
from bot.referee.errors import RequestRejected
from games.translation import gettext as _
from games.translation import measure_languages

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.options import CommandContext
    from bot.interactions.replies import Source


class DoctorCog(commands.Cog):
    """The command that tells the managers of a server what the bot lacks there."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.hybrid_command(description="What I lack on this server, and how to mend it")
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    @commands.guild_only()
    async def doctor(self, ctx: CommandContext) -> None:
        """Say privately what is missing; to a message by direct message."""
        source = source_of(ctx)
        if not can_manage_server(source):
            raise RequestRejected(_(text.MANAGERS_ONLY))
        async with self.bot.cooldowns.admit(request_of(source), FILES_COST):
            report = await self._examine(source)
        await reply_privately(source, report)

    async def _examine(self, source: Source) -> str:
        guild, here = source.guild, source.channel
        if guild is None or here is None:
            raise RequestRejected(_(text.NO_SERVER))
        place = here.parent_id if isinstance(here, discord.Thread) else here.id
        found = await examine_server(self.bot, guild, guild.me, place)
        languages = await asyncio.to_thread(measure_languages)
        return text.report(found, languages, content=self.bot.content)
