"""History, export, rematch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.commands.context import everywhere, source_of
from bot.recounting import show_history, show_record
from bot.referee.asked import read_number
from bot.referee.lookup import find
from bot.rematching import rematch
from bot.replies import asked_by

if TYPE_CHECKING:
    from bot.commands.context import Context
    from bot.host import Host


class Recounting(commands.Cog):
    """What is kept of a match, and what may follow it."""

    def __init__(self, bot: Host) -> None:
        self.bot = bot

    @commands.hybrid_command(description="The moves of a match with their times")
    @app_commands.describe(match="Its number, for example #42")
    @everywhere
    async def history(self, ctx: Context, *, match: str | None = None) -> None:
        """List the moves: `[#42]`."""
        source = source_of(ctx)
        found = await find(self.bot.table, asked_by(source), read_number(match), "history")
        await show_history(self.bot, source, found)

    @commands.hybrid_command(description="The record of a match as files: JSON and plain text")
    @app_commands.describe(match="Its number, for example #42")
    @everywhere
    async def export(self, ctx: Context, *, match: str | None = None) -> None:
        """Give the record: `[#42]`."""
        source = source_of(ctx)
        found = await find(self.bot.table, asked_by(source), read_number(match), "export")
        await show_record(self.bot, source, found)

    @commands.hybrid_command(name="rematch", description="Play a match that is over once more, seats changed")
    @app_commands.describe(match="Its number, for example #42")
    @everywhere
    async def rematch_by_command(self, ctx: Context, *, match: str | None = None) -> None:
        """Challenge the others of a match once more, or accept that: `[#42]`."""
        await rematch(self.bot, source_of(ctx), ctx.author, read_number(match))
