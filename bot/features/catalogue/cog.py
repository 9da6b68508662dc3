"""The page that some games have to look things up on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.features.boards.components import moment_of, sight_for
from bot.gateway.message_queue import release_channel
from bot.interactions.cooldowns import PICTURE_COST
from bot.interactions.options import allow_in_direct_messages, source_of
from bot.interactions.picture_replies import reply_with_picture
from bot.interactions.replies import request_of
from bot.referee import formatting
from bot.referee.errors import RequestRejected
from bot.referee.find_match import find_single_match
from bot.referee.requests import parse_match_number

if TYPE_CHECKING:
    from bot.client import Client
    from bot.interactions.options import CommandContext
    from bot.interactions.replies import Source


class CatalogueCog(commands.Cog):
    """Pages to look things up on."""

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
        now = await moment_of(self.bot, found, found.seq)
        sight = await sight_for(self.bot, source, now)
        release_channel()
        picture = await self.bot.board_images.sheet(game, now, sight)
        if picture is None:
            others = formatting.listed(self.bot.context.title(key) for key in self.bot.board_images.sheets)
            raise RequestRejected(
                f"{game.info.title} has no catalogue{f': it is there for {others}' if others else ''}."
            )
        title = f"**#{found.id} {game.info.title}** after {formatting.counted(now.ply, 'move')}"
        filename = f"turnpost-catalogue-{found.id}-{found.seq}.png"
        await reply_with_picture(source, f"{title}: the catalogue.", picture, filename, f"{title}. {picture.alt}")
