"""The command that shows what a person plays, or two people against each other."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.client.options import usable_everywhere
from bot.features.profiles.replies import show_head_to_head, show_profile
from bot.features.profiles.text import COMPUTER, UNREADABLE
from bot.interactions.players import person_of
from bot.interactions.replies import request_of
from bot.interactions.request_limits import PICTURE_COST
from bot.referee.errors import RequestRejected
from games.translation import gettext as _

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.options import CommandContext
    from bot.interactions.replies import Source

_MENTION = re.compile(r"<@!?(\d+)>", re.ASCII)
_BETWEEN = frozenset({"versus", "vs", "vs.", "against", "and"})


class ProfilesCog(commands.Cog):
    """The command that shows what a person plays, or two people against each other."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.command(name="profile")
    async def profile_by_text(self, ctx: CommandContext, *, rest: str = "") -> None:
        """Read `[@Bob] [versus @Ann]`: my own without anybody, and against me without the first."""
        known = {user.id: user for user in ctx.message.mentions}
        named = [known[int(found)] for found in _MENTION.findall(rest) if int(found) in known]
        words = _MENTION.sub(" ", rest).lower().split()
        if len(named) > 2 or len(words) > 1 or not _BETWEEN.issuperset(words) or (words and not named):
            raise RequestRejected(_(UNREADABLE))
        own = [ctx.author] if not named or (words and len(named) == 1) else []
        await self._show(ctx.message, *own, *named)

    @usable_everywhere
    @app_commands.command(name="profile", description="What someone plays: ratings, results and favourite opponents")
    @app_commands.describe(person="Whose; yours without it", versus="Show the person's results against this one")
    async def profile_by_slash(
        self,
        interaction: discord.Interaction[Any],
        person: discord.User | None = None,
        versus: discord.User | None = None,
    ) -> None:
        """Show it to one person."""
        await self._show(interaction, person or interaction.user, *([versus] if versus else []))

    async def _show(self, source: Source, *users: discord.abc.User) -> None:
        """Show the profile of one person, or two people against each other."""
        if any(user.bot for user in users):
            raise RequestRejected(_(COMPUTER))
        first, *others = map(person_of, users)
        async with self.bot.cooldowns.admit(request_of(source), PICTURE_COST):
            if others:
                await show_head_to_head(self.bot, source, (first, others[0]))
            else:
                await show_profile(self.bot, source, first)
