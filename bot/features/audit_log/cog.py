"""The command that shows what managers did on a server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import app_commands
from discord.ext import commands

from bot.features.audit_log import text
from bot.features.audit_log.components import load_page
from bot.interactions.private_replies import reply_privately
from bot.referee.errors import RequestRejected
from games.translation import gettext as _

if TYPE_CHECKING:
    import discord

    from bot.client.client import Client
    from bot.client.options import CommandContext


class AuditLogCog(commands.Cog):
    """The command that shows managers what they and others did."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.command(name="log")
    @commands.guild_only()
    async def log_by_text(self, ctx: CommandContext, page: str = "1") -> None:
        """Read the number of a page; it comes by direct message."""
        if not (page.isascii() and page.isdigit() and len(page) < 6):
            raise RequestRejected(_(text.WHICH_PAGE))
        await reply_privately(ctx.message, (await load_page(self.bot, ctx.message, int(page)))[0])

    @app_commands.command(name="log", description="What managers and organizers did here: settings, blocks, events")
    async def log_by_slash(self, interaction: discord.Interaction[Any]) -> None:
        """Show the first page, with buttons that turn it."""
        content, view = await load_page(self.bot, interaction, 1)
        await reply_privately(interaction, content, view=view)
