"""The command for plans."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.features.moves.text import PLAN_WOULD_BE_PUBLIC
from bot.features.plans import text as wording
from bot.features.plans.components import add_by_text, show_plan
from bot.interactions.replies import reply, request_of
from bot.referee.errors import RequestRejected
from bot.referee.plans.store import clear_plan, load_plan
from bot.referee.requests import parse_match_number, split_match_number
from games.translation import gettext as _

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.options import CommandContext
    from bot.interactions.replies import Source


class PlansCog(commands.Cog):
    """The command that shows, extends and clears a player's plan."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.command(name="plan")
    async def plan_by_text(self, ctx: CommandContext, *, rest: str = "") -> None:
        """Read `[#42] [if d5: e6]`, by direct message only."""
        if ctx.message.guild is not None:
            raise RequestRejected(_(PLAN_WOULD_BE_PUBLIC))
        await self._plan(ctx.message, *split_match_number(rest))

    @app_commands.command(
        name="plan", description="Answer moves before they are played; nobody else sees it until the match is over"
    )
    @app_commands.describe(
        lines="For example: if d5: e6, if e7: resign; or clear. Without it you see what waits",
        match="Its number, for example #42",
    )
    async def plan_by_slash(
        self, interaction: discord.Interaction[Any], lines: str = "", match: str | None = None
    ) -> None:
        """Take the same from a form."""
        number, rest = split_match_number(lines)
        await self._plan(interaction, parse_match_number(match) or number, rest)

    async def _plan(self, source: Source, number: int | None, text: str) -> None:
        request, typed = request_of(source), text.strip()
        if not typed:
            await show_plan(self.bot, source, await load_plan(self.bot.context, request, number))
        elif typed.lower() == wording.CLEAR_WORD:
            match, waited = await clear_plan(self.bot.context, request, number)
            await reply(source, wording.plan_cleared(match, waited=waited))
        else:
            await add_by_text(self.bot, source, number, typed)
