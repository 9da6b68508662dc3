"""Move and resign."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.features.challenges.components import resign_button
from bot.features.moves.play import preview, take
from bot.interactions.options import everywhere, source_of
from bot.interactions.replies import reply, request_of
from bot.referee import formatting
from bot.referee import resign as leaving
from bot.referee.requests import parse_match_number, parse_move_text
from bot.referee.turns.completion import completions

if TYPE_CHECKING:
    from bot.client import Client
    from bot.interactions.options import CommandContext
    from bot.referee.turns.completion import Completion

MOST_CHOICES = 25
LONGEST_CHOICE = 100


class Playing(commands.Cog):
    """What players do in a match."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.hybrid_command(description="Play a move", aliases=["m"])
    @app_commands.describe(text="Your move, for example c4; or #42 17. c4")
    @everywhere
    async def move(self, ctx: CommandContext, *, text: str) -> None:
        """Play a move: `[#42] [17.] TEXT`."""
        await take(self.bot, source_of(ctx), parse_move_text(text), bare=False)

    @commands.hybrid_command(name="preview", description="Show me the board as it would be after a move of mine")
    @app_commands.describe(text="Your move, for example c4; or #42 17. c4")
    @everywhere
    async def preview_by_command(self, ctx: CommandContext, *, text: str) -> None:
        """Show the board after a move and play nothing: `[#42] [17.] TEXT`."""
        await preview(self.bot, source_of(ctx), parse_move_text(text))

    @preview_by_command.autocomplete("text")
    @move.autocomplete("text")
    async def _completions(self, interaction: discord.Interaction[Any], current: str) -> list[Choice[str]]:
        request = request_of(interaction)
        found = await completions(self.bot.context, request, parse_move_text(current), MOST_CHOICES)
        return [Choice(name=_shown(one), value=one.text) for one in found if len(one.text) <= LONGEST_CHOICE]

    @commands.hybrid_command(description="Resign a match")
    @app_commands.describe(match="Its number, for example #42")
    @everywhere
    async def resign(self, ctx: CommandContext, match: str | None = None) -> None:
        """Resign a match, after a confirmation."""
        source = source_of(ctx)
        request = request_of(source)
        found = await leaving.about_to_resign(self.bot.context, request, parse_match_number(match))
        title = self.bot.context.title(found.game)
        rest = formatting.listed(formatting.name(person) for person in found.seats if person.id != request.user_id)
        question = f"Do you resign {title} #{found.id} against {rest}? It can't be taken back."
        await reply(source, question, view=resign_button(found, request.user_id))


def _shown(completion: Completion) -> str:
    """Return the words of a choice: "e5+: promotes e5 to a medium, where it dies", cut where they are too long."""
    if not completion.words:
        return completion.text
    whole = f"{completion.text.rstrip(' :')}: {completion.words}"
    return whole if len(whole) <= LONGEST_CHOICE else f"{whole[: LONGEST_CHOICE - 1].rstrip()}\u2026"
