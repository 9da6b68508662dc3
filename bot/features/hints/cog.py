"""The command that asks for a hint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.client.options import source_of
from bot.features.hints.components import show_hint
from bot.referee.requests import parse_match_number

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.options import CommandContext


class HintsCog(commands.Cog):
    """The command that asks for a hint."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.hybrid_command(description="Show me a good move, when I play against Turnpost")
    @app_commands.describe(match="The number of your match, for example #42")
    async def hint(self, ctx: CommandContext, *, match: str | None = None) -> None:
        """Show a good move and why, in a match against Turnpost: `[#42]`."""
        await show_hint(self.bot, source_of(ctx), parse_match_number(match))
