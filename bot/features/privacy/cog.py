"""The commands that show and delete what is kept of a person: one as text with a word, a group as slash commands."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.client.command_groups import ANYWHERE, BY_ANYONE
from bot.features.privacy import text
from bot.features.privacy.components import delete_button
from bot.features.privacy.files import personal_files
from bot.interactions.replies import is_private, reply, request_of
from bot.interactions.request_limits import FILES_COST
from bot.referee.errors import RequestRejected
from bot.referee.privacy.deletion import foresee_deletion
from bot.referee.privacy.personal_data import load_personal_data
from games.translation import gettext as _

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.options import CommandContext
    from bot.interactions.replies import Source


class PrivacyCog(commands.Cog):
    """The commands about what is kept of a person. All replies are private."""

    privacy = app_commands.Group(
        name="privacy",
        description="What I keep of you: see it, or delete it",
        allowed_contexts=ANYWHERE,
        allowed_installs=BY_ANYONE,
    )

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.command(name="privacy")
    async def privacy_by_text(self, ctx: CommandContext, *, rest: str = "") -> None:
        """Read `show` or `delete`, by direct message only."""
        if not is_private(ctx.message):
            raise RequestRejected(_(text.WOULD_BE_PUBLIC))
        match rest.strip().lower():
            case "show":
                await self._show(ctx.message)
            case "delete":
                await self._ask(ctx.message)
            case _:
                raise RequestRejected(_(text.WHAT_TO_DO))

    @privacy.command(name="show", description="Everything I keep of you, as files")
    async def show(self, interaction: discord.Interaction[Any]) -> None:
        """Send the files privately."""
        await self._show(interaction)

    @privacy.command(name="delete", description="Delete everything I keep of you, after a confirmation")
    async def delete(self, interaction: discord.Interaction[Any]) -> None:
        """Say privately what will happen, with a button that confirms it."""
        await self._ask(interaction)

    async def _show(self, source: Source) -> None:
        request = request_of(source)
        async with self.bot.cooldowns.admit(request, FILES_COST):
            tables = await load_personal_data(self.bot.context, request.user_id)
            files = await asyncio.to_thread(personal_files, tables, request.user_id, self.bot.context.now())
            await reply(source, _(text.SHOWN), files=files)

    async def _ask(self, source: Source) -> None:
        request = request_of(source)
        consequences = await foresee_deletion(self.bot.context, request.user_id)
        await reply(source, text.delete_question(consequences), view=delete_button(request.user_id))
