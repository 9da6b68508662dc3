"""The command that asks for a rematch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.client.options import source_of
from bot.features.rematches.components import request_rematch
from bot.referee.requests import parse_match_number

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.options import CommandContext


class RematchesCog(commands.Cog):
    """The command that asks for a rematch."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.hybrid_command(name="rematch", description="Play again with seats swapped")
    @app_commands.describe(match="Its number, for example #42")
    async def rematch_by_command(self, ctx: CommandContext, *, match: str | None = None) -> None:
        """Challenge the other players of a match again, or accept their challenge: `[#42]`."""
        await request_rematch(self.bot, source_of(ctx), ctx.author, parse_match_number(match))
