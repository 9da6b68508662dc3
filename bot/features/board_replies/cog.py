"""The command that shows the board of a match."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal

from discord import app_commands
from discord.ext import commands

from bot.client.options import add_look_choices, usable_everywhere
from bot.features.board_replies.components import show_board_privately, show_text_board_privately
from bot.features.board_replies.text import unreadable_board_word
from bot.interactions.replies import request_of
from bot.interactions.request_limits import PICTURE_COST
from bot.referee.errors import RequestRejected
from bot.referee.find_match import find_single_match
from bot.referee.people.display import private_display
from bot.referee.requests import parse_match_number
from bot.referee.snapshots import find_earlier_point, show_board

if TYPE_CHECKING:
    import discord

    from bot.client.client import Client
    from bot.client.options import CommandContext
    from bot.referee.snapshots import TextForm

_MATCH = re.compile(r"#\d{1,9}", re.ASCII)
_TEXT_WORDS = ("text", "grid")
_PLY = re.compile(r"\d{1,5}\.?", re.ASCII)


class BoardsCog(commands.Cog):
    """The command that shows the board of a match."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.command(name="board")
    async def board_by_text(self, ctx: CommandContext, *, rest: str = "") -> None:
        """Read `[#42] [12] [text] [grid]`: the board of the match named, replied to, of this thread, or my only one."""
        request, words = request_of(ctx.message), rest.lower().split()
        numbers = [word for word in words if _MATCH.fullmatch(word)]
        plies = [word for word in words if _PLY.fullmatch(word)]
        unread = [word for word in words if word not in {*_TEXT_WORDS, *numbers, *plies}] + numbers[1:] + plies[1:]
        if unread:
            raise RequestRejected(unreadable_board_word(unread[0], f"{ctx.clean_prefix}board"))
        async with self.bot.cooldowns.admit(request, PICTURE_COST):
            match = await find_single_match(self.bot.context, request, parse_match_number("".join(numbers)), "board")
            at = await find_earlier_point(self.bot.context, match, int(plies[0].rstrip("."))) if plies else None
            text: TextForm | None = "grid" if "grid" in words else "sentences" if "text" in words else None
            await show_board(self.bot.context, request, match, text=text, at=at)

    @app_commands.command(name="board", description="Show the board of a match")
    @app_commands.describe(
        match="Its number, for example #42",
        ply="The board after this move, for example 12; the current board by default",
        side="From whose side: mine, or a seat's name, for example north; your /my look by default",
        theme="Dark or light; your /my look by default",
        size="How large the picture is; your /my look by default",
        text="As text, for screen readers: in sentences, or as a grid of letters",
    )
    @add_look_choices("theme", "size")
    @usable_everywhere
    async def board_by_slash(  # noqa: PLR0917 - discord.py makes the form of these
        self,
        interaction: discord.Interaction[Any],
        match: str | None = None,
        ply: int | None = None,
        side: str | None = None,
        theme: str | None = None,
        size: str | None = None,
        text: Literal["sentences", "grid"] | None = None,
    ) -> None:
        """Show the board to one person, in the look they like."""
        request = request_of(interaction)
        async with self.bot.cooldowns.admit(request, PICTURE_COST):
            found = await find_single_match(self.bot.context, request, parse_match_number(match), "board")
            at = None if ply is None else await find_earlier_point(self.bot.context, found, ply)
            display = await private_display(self.bot.context, found, request.user_id, side, theme=theme, size=size)
            if text:
                own_side = display.side if side else None
                await show_text_board_privately(self.bot, interaction, found, own_side, at, grid=text == "grid")
            else:
                await show_board_privately(self.bot, interaction, found, display, at=at)
