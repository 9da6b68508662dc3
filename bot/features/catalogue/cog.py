"""The command that shows the catalogue of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.client.options import allow_in_direct_messages, source_of
from bot.features.boards.components import choose_board_display, load_snapshot
from bot.features.catalogue.text import catalogue_title, no_catalogue
from bot.gateway.message_queue import release_channel
from bot.interactions.cooldowns import PICTURE_COST
from bot.interactions.picture_replies import reply_with_picture
from bot.interactions.replies import request_of
from bot.referee.errors import RequestRejected
from bot.referee.find_match import find_single_match
from bot.referee.requests import parse_match_number

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.options import CommandContext
    from bot.interactions.replies import Source


class CatalogueCog(commands.Cog):
    """The command that shows the catalogue of a match."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.hybrid_command(description="Show the pieces of a match and what became of each, in games with many")
    @app_commands.describe(match="Its number, for example #42")
    @allow_in_direct_messages
    async def catalogue(self, ctx: CommandContext, match: str | None = None) -> None:
        """Show the catalogue of a match: the one named, replied to, of this thread, or my only one."""
        source = source_of(ctx)
        with self.bot.cooldowns.admit(request_of(source), PICTURE_COST):
            await self._show(source, match)

    async def _show(self, source: Source, match: str | None) -> None:
        found = await find_single_match(self.bot.context, request_of(source), parse_match_number(match), "catalogue")
        game = self.bot.context.game(found)
        snapshot = await load_snapshot(self.bot, found, found.seq)
        display = await choose_board_display(self.bot, source, snapshot)
        release_channel()
        picture = await self.bot.board_images.sheet(game, snapshot, display)
        if picture is None:
            others = [self.bot.context.title(key) for key in self.bot.board_images.sheets]
            raise RequestRejected(no_catalogue(game.info.title, others))
        title = catalogue_title(game.info.title, snapshot)
        filename = f"turnpost-catalogue-{found.id}-{found.seq}.png"
        await reply_with_picture(source, f"{title}: the catalogue.", picture, filename, f"{title}. {picture.alt}")
