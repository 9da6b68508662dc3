"""The command that resigns a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.client.options import source_of
from bot.features.resign.components import resign_button
from bot.features.resign.text import resign_question
from bot.interactions.replies import reply, request_of
from bot.referee.requests import parse_match_number
from bot.referee.resign import find_match_to_resign

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.options import CommandContext


class ResignCog(commands.Cog):
    """The command that resigns a match, after a confirmation."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.hybrid_command(description="Resign a match")
    @app_commands.describe(match="Its number, for example #42")
    async def resign(self, ctx: CommandContext, match: str | None = None) -> None:
        """Resign a match, after a confirmation."""
        source = source_of(ctx)
        request = request_of(source)
        found = await find_match_to_resign(self.bot.context, request, parse_match_number(match))
        question = resign_question(found, self.bot.context.title(found.game), request.user_id)
        await reply(source, question, view=resign_button(found, request.user_id))
