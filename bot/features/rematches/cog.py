"""Rematches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.features.rematches.components import rematch
from bot.interactions.options import everywhere, source_of
from bot.referee.requests import parse_match_number

if TYPE_CHECKING:
    from bot.client import Client
    from bot.interactions.options import CommandContext


class RematchesCog(commands.Cog):
    """The command that offers a rematch."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.hybrid_command(name="rematch", description="Play a match that is over once more, seats changed")
    @app_commands.describe(match="Its number, for example #42")
    @everywhere
    async def rematch_by_command(self, ctx: CommandContext, *, match: str | None = None) -> None:
        """Challenge the others of a match once more, or accept that: `[#42]`."""
        await rematch(self.bot, source_of(ctx), ctx.author, parse_match_number(match))
