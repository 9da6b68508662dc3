"""Moves and previews of moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.features.moves.play import preview, take
from bot.interactions.options import allow_in_direct_messages, source_of
from bot.interactions.replies import request_of
from bot.referee.requests import parse_move_text
from bot.referee.turns.completion import complete_move

if TYPE_CHECKING:
    from bot.client import Client
    from bot.interactions.options import CommandContext
    from bot.referee.turns.completion import Completion

MOST_CHOICES = 25
LONGEST_CHOICE = 100


class MovesCog(commands.Cog):
    """The commands that play a move or preview it."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.hybrid_command(description="Play a move", aliases=["m"])
    @app_commands.describe(text="Your move, for example c4; or #42 17. c4")
    @allow_in_direct_messages
    async def move(self, ctx: CommandContext, *, text: str) -> None:
        """Play a move: `[#42] [17.] TEXT`."""
        await take(self.bot, source_of(ctx), parse_move_text(text), bare=False)

    @commands.hybrid_command(name="preview", description="Show me the board as it would be after a move of mine")
    @app_commands.describe(text="Your move, for example c4; or #42 17. c4")
    @allow_in_direct_messages
    async def preview_by_command(self, ctx: CommandContext, *, text: str) -> None:
        """Show the board after a move and play nothing: `[#42] [17.] TEXT`."""
        await preview(self.bot, source_of(ctx), parse_move_text(text))

    @preview_by_command.autocomplete("text")
    @move.autocomplete("text")
    async def _completions(self, interaction: discord.Interaction[Any], current: str) -> list[Choice[str]]:
        request = request_of(interaction)
        found = await complete_move(self.bot.context, request, parse_move_text(current), MOST_CHOICES)
        return [Choice(name=_shown(one), value=one.text) for one in found if len(one.text) <= LONGEST_CHOICE]


def _shown(completion: Completion) -> str:
    """Return the words of a choice: "e5+: promotes e5 to a medium, where it dies", cut where they are too long."""
    if not completion.description:
        return completion.text
    whole = f"{completion.text.rstrip(' :')}: {completion.description}"
    return whole if len(whole) <= LONGEST_CHOICE else f"{whole[: LONGEST_CHOICE - 1].rstrip()}\u2026"
