"""The page that some games have to look things up on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.commands.context import everywhere, source_of
from bot.cooldowns import PICTURE
from bot.referee import words
from bot.referee.answers import Refused
from bot.referee.asked import read_number
from bot.referee.lookup import find
from bot.replies import asked_by, decide
from bot.showing import show
from bot.viewing import moment_of, sight_for

if TYPE_CHECKING:
    from bot.commands.context import Context
    from bot.host import Host
    from bot.replies import Source


class Sheets(commands.Cog):
    """Pages to look things up on."""

    def __init__(self, bot: Host) -> None:
        self.bot = bot

    @commands.hybrid_command(description="Show the pieces of a match and what became of each, in games with many")
    @app_commands.describe(match="Its number, for example #42")
    @everywhere
    async def catalogue(self, ctx: Context, match: str | None = None) -> None:
        """Show the catalogue of a match: the one named, replied to, of this thread, or my only one."""
        source = source_of(ctx)
        with self.bot.cooldowns.admit(asked_by(source), PICTURE):
            await self._show(source, match)

    async def _show(self, source: Source, match: str | None) -> None:
        found = await find(self.bot.table, asked_by(source), read_number(match), "catalogue")
        game = self.bot.table.game(found)
        now = await moment_of(self.bot, found, found.seq)
        sight = await sight_for(self.bot, source, now)
        decide()
        picture = await self.bot.studio.sheet(game, now, sight)
        if picture is None:
            others = words.listed(self.bot.table.title(key) for key in self.bot.studio.sheets)
            raise Refused(f"{game.info.title} has no catalogue{f': it is there for {others}' if others else ''}.")
        title = f"**#{found.id} {game.info.title}** after {words.counted(now.ply, 'move')}"
        filename = f"turnpost-catalogue-{found.id}-{found.seq}.png"
        await show(source, f"{title}: the catalogue.", picture, filename, f"{title}. {picture.alt}")
