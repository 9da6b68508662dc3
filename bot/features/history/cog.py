"""History, export, rematch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.features.history.components import show_history, show_record
from bot.features.rematches.components import rematch
from bot.interactions.options import everywhere, source_of
from bot.interactions.replies import request_of
from bot.referee.find_match import find
from bot.referee.requests import parse_match_number

if TYPE_CHECKING:
    from bot.client import Client
    from bot.interactions.options import CommandContext


class Recounting(commands.Cog):
    """What is kept of a match, and what may follow it."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.hybrid_command(description="The moves of a match with their times")
    @app_commands.describe(match="Its number, for example #42")
    @everywhere
    async def history(self, ctx: CommandContext, *, match: str | None = None) -> None:
        """List the moves: `[#42]`."""
        source = source_of(ctx)
        found = await find(self.bot.context, request_of(source), parse_match_number(match), "history")
        await show_history(self.bot, source, found)

    @commands.hybrid_command(description="The record of a match as files: JSON and plain text")
    @app_commands.describe(match="Its number, for example #42")
    @everywhere
    async def export(self, ctx: CommandContext, *, match: str | None = None) -> None:
        """Give the record: `[#42]`."""
        source = source_of(ctx)
        found = await find(self.bot.context, request_of(source), parse_match_number(match), "export")
        await show_record(self.bot, source, found)

    @commands.hybrid_command(name="rematch", description="Play a match that is over once more, seats changed")
    @app_commands.describe(match="Its number, for example #42")
    @everywhere
    async def rematch_by_command(self, ctx: CommandContext, *, match: str | None = None) -> None:
        """Challenge the others of a match once more, or accept that: `[#42]`."""
        await rematch(self.bot, source_of(ctx), ctx.author, parse_match_number(match))
