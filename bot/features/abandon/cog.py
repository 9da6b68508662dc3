"""The command that ends a match without a winner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.client.options import source_of
from bot.features.abandon.components import ask_to_confirm
from bot.features.abandon.text import NUMBER_MISSING
from bot.referee.errors import RequestRejected
from bot.referee.requests import parse_match_number
from games.translation import gettext as _

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.options import CommandContext


class AbandonCog(commands.Cog):
    """The command that managers of a server end its matches with."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.hybrid_command(description="End a match of this server without a winner")
    @app_commands.describe(match="Its number, for example #42", reason="Why; all players see it")
    @commands.guild_only()
    async def abandon(self, ctx: CommandContext, match: str, *, reason: str = "") -> None:
        """End a match, after a confirmation: `#42 [reason]`."""
        number = parse_match_number(match)
        if number is None:
            raise RequestRejected(_(NUMBER_MISSING))
        await ask_to_confirm(self.bot, source_of(ctx), number, reason)
