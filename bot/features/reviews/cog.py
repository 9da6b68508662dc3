"""The command that asks for a review."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.client.options import source_of
from bot.features.reviews.components import show_review
from bot.referee.requests import parse_match_number

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.options import CommandContext


class ReviewsCog(commands.Cog):
    """The command that asks for a review."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.hybrid_command(description="Show where a match of mine turned, and what was better")
    @app_commands.describe(match="Its number, for example #42")
    async def review(self, ctx: CommandContext, *, match: str | None = None) -> None:
        """Show the turning points of a match that I played and that is over: `[#42]`."""
        await show_review(self.bot, source_of(ctx), parse_match_number(match))
