"""The command that shows how the matches of each game ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import app_commands
from discord.ext import commands

from bot.client.options import add_game_choices, usable_everywhere
from bot.features.stats.text import game_post, overview_post
from bot.interactions.replies import reply, request_of
from bot.interactions.request_limits import PICTURE_COST
from bot.referee.challenges.name_parser import parse_game
from bot.referee.outcomes import load_tallies
from bot.referee.stats import summarize

if TYPE_CHECKING:
    import discord

    from bot.client.client import Client
    from bot.client.options import CommandContext
    from bot.interactions.replies import Source


class StatsCog(commands.Cog):
    """The command that shows how the matches of each game ended, on all servers together."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        add_game_choices(bot.context.games, self.stats_by_slash)

    @commands.command(name="stats")
    async def stats_by_text(self, ctx: CommandContext, *, game: str = "") -> None:
        """Read `[chomp]`: of one game by its options, or of all."""
        await self._show(ctx.message, game)

    @app_commands.command(name="stats", description="Does the first seat win more often? How long are matches?")
    @app_commands.describe(game="One game, by its options; all games without it")
    @usable_everywhere
    async def stats_by_slash(self, interaction: discord.Interaction[Any], game: str | None = None) -> None:
        """Show them to one person."""
        await self._show(interaction, game or "")

    async def _show(self, source: Source, typed: str) -> None:
        context = self.bot.context
        async with self.bot.cooldowns.admit(request_of(source), PICTURE_COST):
            keys = [parse_game(context, typed).key] if typed else list(context.games)
            loaded = {key: await load_tallies(context, key) for key in keys}
        found = [(context.rules(key).info, summarize(tallies), pending) for key, (tallies, pending) in loaded.items()]
        await reply(source, game_post(*found[0]) if typed else overview_post(found))
