"""Abandon."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.abandoning import ask
from bot.commands.context import source_of
from bot.referee.answers import Refused
from bot.referee.asked import read_number

if TYPE_CHECKING:
    from bot.commands.context import Context
    from bot.host import Host


class Abandoning(commands.Cog):
    """What those who manage a server can do with its matches."""

    def __init__(self, bot: Host) -> None:
        self.bot = bot

    @commands.hybrid_command(description="End a match of this server without a winner")
    @app_commands.describe(match="Its number, for example #42", reason="Why; both players read it")
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.allowed_installs(guilds=True, users=False)
    @commands.guild_only()
    async def abandon(self, ctx: Context, match: str, *, reason: str = "") -> None:
        """End a match, after a confirmation: `#42 [reason]`."""
        number = read_number(match)
        if number is None:
            raise Refused("Name the match by its number, for example `#42`.")
        await ask(self.bot, source_of(ctx), number, reason)
