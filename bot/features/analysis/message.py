"""The message with the board of an analysis: its text, picture, menus and buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.client.private_boards import draw_private_board, show_private_board
from bot.features.analysis.text import analysis_post
from bot.features.board_replies.text import with_text_board
from bot.interactions.replies import request_of
from bot.referee.log.notes import list_published_notes
from bot.referee.people.display import private_display
from bot.referee.rules_thread import run_rules

if TYPE_CHECKING:
    from discord.ui import View

    from bot.client.client import Client
    from bot.images.board_images import Picture
    from bot.interactions.replies import Source
    from bot.referee.analysis.board import AnalysisBoard
    from bot.referee.context import Context


async def board_text(context: Context, board: AnalysisBoard) -> str:
    """Return the text of a board, with what players noted at that move if the match is over."""
    async with context.database.read() as tx:
        published = await list_published_notes(tx, board.match)
    notes = [note for note in published if not board.point.number and note.ply == board.snapshot.ply]
    return await run_rules(analysis_post, board, notes)


async def show_board(bot: Client, source: Source, board: AnalysisBoard, view: View, *, replace: bool = False) -> None:
    """Show a person's own analysis; `replace` puts it in place of the message that was pressed."""
    match, text = board.match, await board_text(bot.context, board)
    user_id = request_of(source).user_id

    async def draw() -> Picture:
        own = "mine" if board.game.info.homes and match.seat_of(user_id) else None
        display = await private_display(bot.context, match, user_id, own)
        return await bot.board_images.draw(board.game, board.snapshot, display, preview=bool(board.path.texts))

    picture = await draw_private_board(bot, source, draw)
    fallback = with_text_board(text, picture.text) if picture.text else text
    filename = f"turnpost-analysis-{match.id}.png"
    await show_private_board(source, text, picture, filename, fallback, view, replace=replace)
