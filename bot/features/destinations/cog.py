"""The command that shows where a piece can go."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.client.options import MAX_CHOICES, source_of
from bot.features.destinations.components import show_destinations
from bot.interactions.replies import request_of
from bot.referee.requests import parse_move_text
from bot.referee.turns.destinations import suggest_places

if TYPE_CHECKING:
    import discord

    from bot.client.client import Client
    from bot.client.options import CommandContext


class DestinationsCog(commands.Cog):
    """The command that shows where a piece can go."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.hybrid_command(description="Mark where a piece can go")
    @app_commands.describe(place="The piece, for example b1; or #42 b1. Leave it empty for all that can move")
    async def moves(self, ctx: CommandContext, *, place: str = "") -> None:
        """Mark where a piece can go: `[#42] b1`."""
        await show_destinations(self.bot, source_of(ctx), parse_move_text(place))

    @moves.autocomplete("place")
    async def _complete(self, interaction: discord.Interaction[Any], current: str) -> list[Choice[str]]:
        request = request_of(interaction)
        found = await suggest_places(self.bot.context, request, parse_move_text(current), MAX_CHOICES)
        return [Choice(name=place, value=place) for place in found]
