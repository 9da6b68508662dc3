"""The command that lists a person's matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord.ext import commands

from bot.client.options import source_of, usable_everywhere
from bot.features.my_matches.text import my_matches_post
from bot.interactions.replies import reply, request_of
from bot.referee.my_matches import list_my_matches

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.options import CommandContext


class MyMatchesCog(commands.Cog):
    """The command that lists a person's matches."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.hybrid_command(description="List my matches, my turn first")
    @usable_everywhere
    async def games(self, ctx: CommandContext) -> None:
        """List the matches of the person who sent the command."""
        source = source_of(ctx)
        request = request_of(source)
        found = await list_my_matches(self.bot.context, request.user_id, request.guild_id)
        await reply(source, my_matches_post(found, self.bot.context.title))
