"""Moves: where a piece can go."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.commands.context import MOST_CHOICES, everywhere, source_of
from bot.hinting import answer
from bot.referee import hints
from bot.referee.asked import read_names
from bot.replies import asked_by

if TYPE_CHECKING:
    import discord

    from bot.commands.context import Context
    from bot.host import Host


class Hinting(commands.Cog):
    """What a player can ask before a move."""

    def __init__(self, bot: Host) -> None:
        self.bot = bot

    @commands.hybrid_command(description="Mark where a piece can go")
    @app_commands.describe(place="The piece, for example b1; or #42 b1. Leave it empty for all that can move")
    @everywhere
    async def moves(self, ctx: Context, *, place: str = "") -> None:
        """Mark where a piece can go: `[#42] b1`."""
        await answer(self.bot, source_of(ctx), read_names(place))

    @moves.autocomplete("place")
    async def _places(self, interaction: discord.Interaction[Any], current: str) -> list[Choice[str]]:
        found = await hints.places(self.bot.table, asked_by(interaction), read_names(current), MOST_CHOICES)
        return [Choice(name=place, value=place) for place in found]
