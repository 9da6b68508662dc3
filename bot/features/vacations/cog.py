"""The command for vacations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.features.vacations.text import CHOICES, END, vacation_post
from bot.interactions.replies import acknowledge_silently, reply, request_of
from bot.referee.clocks.vacations import begin_vacation, end_vacation, load_vacation
from bot.referee.request_results import AlreadyDone
from games.translation import gettext as _

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.options import CommandContext
    from bot.interactions.replies import Source


class VacationsCog(commands.Cog):
    """The command that begins, ends or shows a vacation."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.command(name="vacation")
    async def vacation_by_text(self, ctx: CommandContext, *, rest: str = "") -> None:
        """Read `until 2026-12-24`, `10d` or `end`, or nothing to see the vacation."""
        await self._vacation(ctx.message, rest)

    @app_commands.command(name="vacation", description="Pause your clocks while you're away, or see your vacation")
    @app_commands.describe(until="Your last day away (2026-12-24), or how long (10d); end when you're back")
    async def vacation_by_slash(self, interaction: discord.Interaction[Any], until: str = "") -> None:
        """Take the same from a form."""
        await self._vacation(interaction, until)

    @vacation_by_slash.autocomplete("until")
    async def _lengths(self, interaction: discord.Interaction[Any], current: str) -> list[Choice[str]]:
        del interaction
        typed = current.strip().lower()
        found = [word for word in CHOICES if word.startswith(typed)]
        return [Choice(name=f"{word}: {_(CHOICES[word])}", value=word) for word in found]

    async def _vacation(self, source: Source, text: str) -> None:
        request, word = request_of(source), text.strip().lower()
        if not word:
            await reply(source, vacation_post(await load_vacation(self.bot.context, request)))
            return
        end = word == END
        result = await (
            end_vacation(self.bot.context, request) if end else begin_vacation(self.bot.context, request, text)
        )
        if isinstance(result, AlreadyDone):
            await acknowledge_silently(source)
        else:
            await reply(source, vacation_post(result))
