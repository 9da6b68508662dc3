"""The command that calls a match off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.client.options import source_of
from bot.features.call_off.components import ask_to_call_off
from bot.referee.requests import parse_match_number

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.options import CommandContext


class CallOffCog(commands.Cog):
    """The command that calls a match off, after a confirmation."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.hybrid_command(description="Call a match off that your opponent lost on time: nobody wins")
    @app_commands.describe(match="Its number, for example #42")
    async def calloff(self, ctx: CommandContext, match: str | None = None) -> None:
        """Call a match off, after a confirmation."""
        await ask_to_call_off(self.bot, source_of(ctx), parse_match_number(match))
