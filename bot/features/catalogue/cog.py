"""The command that shows the catalogue of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import app_commands
from discord.ext import commands

from bot.features.catalogue.components import show_catalogue
from bot.interactions.replies import request_of
from bot.interactions.request_limits import PICTURE_COST
from bot.referee.find_match import find_single_match
from bot.referee.requests import parse_match_number

if TYPE_CHECKING:
    import discord

    from bot.client.client import Client
    from bot.client.options import CommandContext
    from bot.interactions.replies import Source


class CatalogueCog(commands.Cog):
    """The command that shows the catalogue of a match."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.command(name="catalogue")
    async def catalogue_by_text(self, ctx: CommandContext, *, rest: str = "") -> None:
        """Read `[#42] [text]`: the catalogue of the match named, replied to, of this thread, or of my only one."""
        words = rest.split()
        numbers = [word for word in words if word.lower() != "text"]
        async with self.bot.cooldowns.admit(request_of(ctx.message), PICTURE_COST):
            await self._show(ctx.message, " ".join(numbers) or None, as_text=len(numbers) < len(words))

    @app_commands.command(
        name="catalogue", description="Show the pieces of a match and what became of each, in games with many"
    )
    @app_commands.describe(match="Its number, for example #42", text="In sentences, for screen readers")
    async def catalogue_by_slash(
        self,
        interaction: discord.Interaction[Any],
        match: str | None = None,
        text: bool = False,  # noqa: FBT001, FBT002 - discord.py makes the form of these
    ) -> None:
        """Show the catalogue of a match to one person."""
        async with self.bot.cooldowns.admit(request_of(interaction), PICTURE_COST):
            await self._show(interaction, match, as_text=text)

    async def _show(self, source: Source, match: str | None, *, as_text: bool) -> None:
        found = await find_single_match(
            self.bot.context, request_of(source), parse_match_number(match), "match catalogue"
        )
        await show_catalogue(self.bot, source, found, as_text=as_text)
