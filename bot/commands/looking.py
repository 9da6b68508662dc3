"""Board, games, rules, help."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from discord import app_commands
from discord.ext import commands

from bot.commands.context import everywhere, offer_games, offer_looks, source_of
from bot.cooldowns import PICTURE
from bot.posting import wording
from bot.posting.listing import games_post
from bot.referee import looks, views, words
from bot.referee.answers import Refused
from bot.referee.asked import read_number
from bot.referee.lookup import find
from bot.referee.mine import mine
from bot.referee.naming import named_game
from bot.replies import asked_by, reply
from bot.showing import show_rules
from bot.viewing import show_board, show_letters

if TYPE_CHECKING:
    from collections.abc import Mapping

    import discord

    from bot.commands.context import Context
    from bot.host import Host
    from bot.replies import Source

_MATCH = re.compile(r"#\d{1,9}", re.ASCII)
_PLY = re.compile(r"\d{1,5}\.?", re.ASCII)


class Looking(commands.Cog):
    """What anybody can look up."""

    def __init__(self, bot: Host) -> None:
        self.bot = bot
        offer_games(bot.table.games, self.rules)

    @commands.command(name="board")
    async def board_by_text(self, ctx: Context, *, rest: str = "") -> None:
        """Read `[#42] [12] [text]`: the board of the match named, replied to, of this thread, or of my only one."""
        asked, given = asked_by(ctx.message), rest.lower().split()
        named = [word for word in given if _MATCH.fullmatch(word)]
        plies = [word for word in given if _PLY.fullmatch(word)]
        unread = [word for word in given if word not in {"text", *named, *plies}] + named[1:] + plies[1:]
        if unread:
            board = f"{ctx.clean_prefix}board #42"
            raise Refused(
                f"I can't read {words.code(unread[0])} here. `{board}` shows a board to all, `{board} 12` how it was "
                f"after move 12, `{board} text` the same in letters; "
                "`/board` shows it to you alone, from any side, in any theme and size."
            )
        with self.bot.cooldowns.admit(asked, PICTURE):
            found = await find(self.bot.table, asked, read_number("".join(named)), "board")
            at = await views.then(self.bot.table, found, int(plies[0].rstrip("."))) if plies else None
            await views.show(self.bot.table, asked, found, text="text" in given, at=at)

    @app_commands.command(name="board", description="Show the board of a match")
    @app_commands.describe(
        match="Its number, for example #42",
        ply="How it was after this move, for example 12; as it is now unless you say",
        side="From whose side: mine, or a seat's name, for example north; as you chose with /look unless you say",
        theme="Dark or light; as you chose with /look unless you say",
        size="How large the picture is; as you chose with /look unless you say",
        text="In letters, for screen readers",
    )
    @offer_looks("theme", "size")
    @everywhere
    async def board_by_slash(  # noqa: PLR0917 - discord.py makes the form of these
        self,
        interaction: discord.Interaction[Any],
        match: str | None = None,
        ply: int | None = None,
        side: str | None = None,
        theme: str | None = None,
        size: str | None = None,
        text: bool = False,  # noqa: FBT001, FBT002 - discord.py makes the form of these
    ) -> None:
        """Show the same to one person, as they like it."""
        asked = asked_by(interaction)
        with self.bot.cooldowns.admit(asked, PICTURE):
            found = await find(self.bot.table, asked, read_number(match), "board")
            at = None if ply is None else await views.then(self.bot.table, found, ply)
            sight = await looks.private(self.bot.table, found, asked.user_id, side, theme=theme, size=size)
            if text:
                await show_letters(self.bot, interaction, found, sight.side if side else None, at)
            else:
                await show_board(self.bot, interaction, found, sight, at=at)

    @commands.command(name="look")
    async def look_by_text(self, ctx: Context, *, rest: str = "") -> None:
        """Read `light large never`, or nothing to be told what is chosen."""
        await self._look(ctx.message, ctx.author.id, looks.read_words(rest))

    @app_commands.command(name="look", description="Choose how boards look that only I see, and matches that I start")
    @app_commands.describe(theme="Dark or light", size="How large pictures are", sides="Whether boards turn")
    @offer_looks("theme", "size", "sides")
    @everywhere
    async def look_by_slash(
        self,
        interaction: discord.Interaction[Any],
        theme: str | None = None,
        size: str | None = None,
        sides: str | None = None,
    ) -> None:
        """Take the same things from a form."""
        await self._look(interaction, interaction.user.id, {"theme": theme, "size": size, "sides": sides})

    @commands.hybrid_command(description="List my matches, mine to move first")
    @everywhere
    async def games(self, ctx: Context) -> None:
        """List the matches of whoever asks."""
        source = source_of(ctx)
        asked = asked_by(source)
        found = await mine(self.bot.table, asked.user_id, asked.guild_id)
        await reply(source, games_post(found, self.bot.table.title))

    @commands.hybrid_command(description="How a game is played")
    @app_commands.describe(game="Which game")
    @everywhere
    async def rules(self, ctx: Context, *, game: str) -> None:
        """Show the rules of a game."""
        key = named_game(self.bot.table, game).key
        await show_rules(self.bot, source_of(ctx), self.bot.table.games[key])

    @commands.hybrid_command(description="What I can do")
    @everywhere
    async def help(self, ctx: Context) -> None:
        """Show the help."""
        await reply(source_of(ctx), await self.bot.help_text(ctx.guild.id if ctx.guild else None))

    async def _look(self, source: Source, user_id: int, said: Mapping[str, str | None]) -> None:
        await reply(source, wording.look_post(await looks.choose(self.bot.table, user_id, said)))
