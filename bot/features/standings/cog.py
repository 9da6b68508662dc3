"""The command that shows the table of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.client.options import add_game_choices, usable_everywhere
from bot.features.standings.components import show_standings
from bot.referee.challenges.name_parser import parse_game

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.options import CommandContext

EVERYWHERE = "everywhere"


class StandingsCog(commands.Cog):
    """The command that shows the table of a game."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        add_game_choices(bot.context.games, self.standings_by_slash)

    @commands.command(name="standings")
    async def standings_by_text(self, ctx: CommandContext, *, rest: str = "") -> None:
        """Show who is rated at a game here, or everywhere: `chomp [everywhere]`."""
        words = rest.split()
        everywhere = bool(words) and words[-1].lower() == EVERYWHERE
        game = parse_game(self.bot.context, " ".join(words[:-1] if everywhere else words)).key
        await show_standings(self.bot, ctx.message, game, everywhere=everywhere)

    @usable_everywhere
    @app_commands.command(name="standings", description="Who is rated at a game, the highest first")
    @app_commands.describe(game="The game", everywhere="All people, not only those who have played on this server")
    async def standings_by_slash(
        self,
        interaction: discord.Interaction[Any],
        game: str,
        everywhere: bool = False,  # noqa: FBT001, FBT002 - the form's
    ) -> None:
        """Take the same from a form."""
        key = parse_game(self.bot.context, game).key
        await show_standings(self.bot, interaction, key, everywhere=everywhere)
