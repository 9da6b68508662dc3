"""The board of a match, shown on request."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from discord import app_commands
from discord.ext import commands

from bot.features.boards.components import show_board, show_letters
from bot.interactions.cooldowns import PICTURE_COST
from bot.interactions.options import add_look_choices, allow_in_direct_messages
from bot.interactions.replies import request_of
from bot.referee import formatting, views
from bot.referee.errors import RequestRejected
from bot.referee.find_match import find_single_match
from bot.referee.people.display import private_display
from bot.referee.requests import parse_match_number

if TYPE_CHECKING:
    import discord

    from bot.client import Client
    from bot.interactions.options import CommandContext

_MATCH = re.compile(r"#\d{1,9}", re.ASCII)
_PLY = re.compile(r"\d{1,5}\.?", re.ASCII)


class BoardsCog(commands.Cog):
    """The command that shows the board of a match."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

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
                f"I can't read {formatting.code(unread[0])} here. `{board}` shows a board to all, `{board} 12` how "
                f"it was "
                f"after move 12, `{board} text` the same in letters; "
                "`/board` shows it to you alone, from any side, in any theme and size."
            )
        with self.bot.cooldowns.admit(request, PICTURE_COST):
            found = await find_single_match(self.bot.context, request, parse_match_number("".join(named)), "board")
            at = await views.find_earlier_point(self.bot.context, found, int(plies[0].rstrip("."))) if plies else None
            await views.show_board(self.bot.context, request, found, text="text" in given, at=at)

    @app_commands.command(name="board", description="Show the board of a match")
    @app_commands.describe(
        match="Its number, for example #42",
        ply="How it was after this move, for example 12; as it is now unless you say",
        side="From whose side: mine, or a seat's name, for example north; as you chose with /look unless you say",
        theme="Dark or light; as you chose with /look unless you say",
        size="How large the picture is; as you chose with /look unless you say",
        text="In letters, for screen readers",
    )
    @add_look_choices("theme", "size")
    @allow_in_direct_messages
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
        with self.bot.cooldowns.admit(request, PICTURE_COST):
            found = await find_single_match(self.bot.context, request, parse_match_number(match), "board")
            at = None if ply is None else await views.find_earlier_point(self.bot.context, found, ply)
            sight = await private_display(self.bot.context, found, request.user_id, side, theme=theme, size=size)
            if text:
                await show_letters(self.bot, interaction, found, sight.side if side else None, at)
            else:
                await show_board(self.bot, interaction, found, sight, at=at)
