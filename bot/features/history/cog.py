"""The commands that show the history of a match, and its record as files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.client.options import source_of
from bot.features.history.components import show_history, show_record
from bot.interactions.replies import request_of
from bot.referee.find_match import find_single_match
from bot.referee.requests import parse_match_number

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.options import CommandContext


class HistoryCog(commands.Cog):
    """The commands that show the history of a match, and its record as files."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.hybrid_command(description="The moves of a match with their times")
    @app_commands.describe(match="Its number, for example #42")
    async def history(self, ctx: CommandContext, *, match: str | None = None) -> None:
        """List the moves: `[#42]`."""
        source = source_of(ctx)
        found = await find_single_match(
            self.bot.context, request_of(source), parse_match_number(match), "match history"
        )
        await show_history(self.bot, source, found)

    @commands.hybrid_command(description="The record of a match as files: JSON and plain text")
    @app_commands.describe(match="Its number, for example #42")
    async def export(self, ctx: CommandContext, *, match: str | None = None) -> None:
        """Show the record: `[#42]`."""
        source = source_of(ctx)
        found = await find_single_match(self.bot.context, request_of(source), parse_match_number(match), "match export")
        await show_record(self.bot, source, found)
