"""The command for analyses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.features.analysis import text as wording
from bot.features.analysis.buttons import export, open_shared
from bot.features.analysis.components import analysis_view
from bot.features.analysis.message import show_board
from bot.interactions.replies import is_private, request_of
from bot.referee.analysis.store import (
    Target,
    add_typed_moves,
    annotate_point,
    find_analysed_match,
    find_typed_point,
    load_board,
    remove_at,
    show_point,
)
from bot.referee.errors import RequestRejected
from bot.referee.requests import parse_match_number, split_match_number
from games.translation import gettext as _

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.options import CommandContext
    from bot.interactions.replies import Source
    from bot.referee.analysis.board import AnalysisBoard
    from bot.referee.requests import Request


class AnalysisCog(commands.Cog):
    """The command that opens a person's analysis of a match, adds moves to it, or exports it."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.command(name="analyse", aliases=["analyze"])
    async def analyse_by_text(self, ctx: CommandContext, *, rest: str = "") -> None:
        """Read `[#42]` and moves, `back`, `go 12`, `remove`, `name NAME`, `note TEXT` or `export`.

        Where others can read it, it opens the shared board.
        """
        number, typed = split_match_number(rest)
        await self._analyse(ctx.message, number, typed.strip())

    @app_commands.command(
        name="analyse", description="Try moves for all sides on a board that only you see, and keep the lines"
    )
    @app_commands.describe(
        moves="Moves to try: c4, d5, e6; or back, go 12, remove, name ..., note ..., export",
        match="Its number, for example #42",
    )
    async def analyse_by_slash(
        self, interaction: discord.Interaction[Any], moves: str = "", match: str | None = None
    ) -> None:
        """Take the same from a form, and answer only this person."""
        number, typed = split_match_number(moves)
        await self._analyse(interaction, parse_match_number(match) or number, typed.strip())

    async def _analyse(self, source: Source, number: int | None, typed: str) -> None:
        request = request_of(source)
        match = await find_analysed_match(self.bot.context, request, number)
        target = Target(match.id)
        if not is_private(source):
            if match.ended_at is None:
                raise RequestRejected(_(wording.WOULD_BE_PUBLIC))
            await open_shared(self.bot, source, match.id)
        elif typed.lower() == wording.EXPORT_WORD:
            await export(self.bot, source, target)
        else:
            board = await self._act(request, target, typed)
            await show_board(self.bot, source, board, analysis_view(board, request.user_id))

    async def _act(self, request: Request, target: Target, typed: str) -> AnalysisBoard:
        """Do what a person typed, an action or moves, and return the board then. Raises `RequestRejected`."""
        context = self.bot.context
        board = await load_board(context, request, target)
        word, _, rest = typed.partition(" ")
        point, names, notes = board.point, board.analysis.names, board.analysis.notes
        match word.lower():
            case "back" | "go" as way:
                at = board.before if way == "back" else await find_typed_point(context, request, target, rest)
                return await show_point(context, request, target, at or point)
            case "name" | "note" as what:
                name, note = (rest, notes.get(point, "")) if what == "name" else (names.get(point, ""), rest)
                return await annotate_point(context, request, target, point, name, note)
            case "remove":
                return await remove_at(context, request, target, point)
            case "":
                return board
            case _:
                return await add_typed_moves(context, request, target, None, typed)
