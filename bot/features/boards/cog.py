"""Board, games, rules, help."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from discord import app_commands
from discord.ext import commands

from bot.features.boards import text as wording
from bot.features.boards.components import show_board, show_letters
from bot.features.matches.text import games_post
from bot.interactions.cooldowns import PICTURE
from bot.interactions.options import everywhere, offer_games, offer_looks, source_of
from bot.interactions.picture_replies import show_rules
from bot.interactions.replies import reply, request_of
from bot.referee import formatting, views
from bot.referee.challenges.naming import named_game
from bot.referee.errors import RequestRejected
from bot.referee.find_match import find
from bot.referee.my_matches import mine
from bot.referee.people import display
from bot.referee.requests import parse_match_number

if TYPE_CHECKING:
    from collections.abc import Mapping

    import discord

    from bot.client import Client
    from bot.interactions.options import CommandContext
    from bot.interactions.replies import Source

_MATCH = re.compile(r"#\d{1,9}", re.ASCII)
_PLY = re.compile(r"\d{1,5}\.?", re.ASCII)


class Looking(commands.Cog):
    """What anybody can look up."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        offer_games(bot.context.games, self.rules)

    @commands.command(name="board")
    async def board_by_text(self, ctx: CommandContext, *, rest: str = "") -> None:
        """Read `[#42] [12] [text]`: the board of the match named, replied to, of this thread, or of my only one."""
        request, given = request_of(ctx.message), rest.lower().split()
        named = [word for word in given if _MATCH.fullmatch(word)]
        plies = [word for word in given if _PLY.fullmatch(word)]
        unread = [word for word in given if word not in {"text", *named, *plies}] + named[1:] + plies[1:]
        if unread:
            board = f"{ctx.clean_prefix}board #42"
            raise RequestRejected(
                f"I can't read {formatting.code(unread[0])} here. `{board}` shows a board to all, `{board} 12` how it was "
                f"after move 12, `{board} text` the same in letters; "
                "`/board` shows it to you alone, from any side, in any theme and size."
            )
        with self.bot.cooldowns.admit(request, PICTURE):
            found = await find(self.bot.context, request, parse_match_number("".join(named)), "board")
            at = await views.then(self.bot.context, found, int(plies[0].rstrip("."))) if plies else None
            await views.show(self.bot.context, request, found, text="text" in given, at=at)

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
        request = request_of(interaction)
        with self.bot.cooldowns.admit(request, PICTURE):
            found = await find(self.bot.context, request, parse_match_number(match), "board")
            at = None if ply is None else await views.then(self.bot.context, found, ply)
            sight = await display.private(self.bot.context, found, request.user_id, side, theme=theme, size=size)
            if text:
                await show_letters(self.bot, interaction, found, sight.side if side else None, at)
            else:
                await show_board(self.bot, interaction, found, sight, at=at)

    @commands.command(name="look")
    async def look_by_text(self, ctx: CommandContext, *, rest: str = "") -> None:
        """Read `light large never`, or nothing to be told what is chosen."""
        await self._look(ctx.message, ctx.author.id, display.read_words(rest))

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
    async def games(self, ctx: CommandContext) -> None:
        """List the matches of whoever asks."""
        source = source_of(ctx)
        request = request_of(source)
        found = await mine(self.bot.context, request.user_id, request.guild_id)
        await reply(source, games_post(found, self.bot.context.title))

    @commands.hybrid_command(description="How a game is played")
    @app_commands.describe(game="Which game")
    @everywhere
    async def rules(self, ctx: CommandContext, *, game: str) -> None:
        """Show the rules of a game."""
        key = named_game(self.bot.context, game).key
        await show_rules(self.bot, source_of(ctx), self.bot.context.games[key])

    @commands.hybrid_command(description="What I can do")
    @everywhere
    async def help(self, ctx: CommandContext) -> None:
        """Show the help."""
        await reply(source_of(ctx), await self.bot.help_text(ctx.guild.id if ctx.guild else None))

    async def _look(self, source: Source, user_id: int, said: Mapping[str, str | None]) -> None:
        await reply(source, wording.look_post(await display.choose(self.bot.context, user_id, said)))
