"""The commands that play a move or preview it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.client.options import MAX_CHOICES, source_of, usable_everywhere
from bot.features.moves.play import play_move, preview_move
from bot.features.moves.text import CHOICE_LIMIT, completion_label
from bot.interactions.replies import request_of
from bot.referee.requests import parse_move_text
from bot.referee.turns.completion import complete_move

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.options import CommandContext


class MovesCog(commands.Cog):
    """The commands that play a move or preview it."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.hybrid_command(description="Play a move", aliases=["m"])
    @app_commands.rename(text="move")
    @app_commands.describe(text="Your move, for example c4; or #42 17. c4")
    @usable_everywhere
    async def move(self, ctx: CommandContext, *, text: str) -> None:
        """Play a move: `[#42] [17.] TEXT`."""
        await play_move(self.bot, source_of(ctx), parse_move_text(text), bare=False)

    @commands.hybrid_command(name="preview", description="Show me the board after a move, without playing it")
    @app_commands.rename(text="move")
    @app_commands.describe(text="Your move, for example c4; or #42 17. c4")
    @usable_everywhere
    async def preview_by_command(self, ctx: CommandContext, *, text: str) -> None:
        """Show the board after a move and play nothing: `[#42] [17.] TEXT`."""
        await preview_move(self.bot, source_of(ctx), parse_move_text(text))

    @preview_by_command.autocomplete("text")
    @move.autocomplete("text")
    async def _complete(self, interaction: discord.Interaction[Any], current: str) -> list[Choice[str]]:
        request = request_of(interaction)
        found = await complete_move(self.bot.context, request, parse_move_text(current), MAX_CHOICES)
        return [Choice(name=completion_label(one), value=one.text) for one in found if len(one.text) <= CHOICE_LIMIT]
