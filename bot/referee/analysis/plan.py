"""Make a line of an analysis the plan of the person who tried it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import rejections as common
from bot.referee.analysis import rejections
from bot.referee.analysis.store import load_board
from bot.referee.analysis.tree import Point
from bot.referee.errors import RequestRejected
from bot.referee.plan_tree import Ply
from bot.referee.plans.limits import MOST_PLIES
from bot.referee.plans.store import add_lines
from games.translation import gettext as _

if TYPE_CHECKING:
    from bot.referee.analysis.board import AnalysisBoard
    from bot.referee.analysis.store import Target
    from bot.referee.context import Context
    from bot.referee.plan_tree import Line
    from bot.referee.requests import Request
    from storage.queries.rows import Match


def line_to_plan(board: AnalysisBoard, user_id: int) -> Line | None:
    """Return the line that leads to the point shown, up to the person's last move in it.

    None if it doesn't begin where the match stands, has no move of theirs, or they don't wait for the others.
    """
    match = board.match
    seat = match.seat_of(user_id)
    waits = seat and match.ended_at is None and seat not in match.gone and match.to_move not in {None, seat}
    if not waits or board.shared or board.unplayable or Point(board.path.seq) != board.now:
        return None
    moves = zip(board.path.texts[:MOST_PLIES], board.movers, strict=False)
    line = [Ply(text, own=mover == seat) for text, mover in moves]
    while line and not line[-1].own:
        line.pop()
    return tuple(line) or None


async def plan_line(context: Context, request: Request, target: Target, point: Point) -> tuple[Match, Line]:
    """Add the line that leads to a point to the person's plan, and return match and line. Raises `RequestRejected`."""
    board = await load_board(context, request, target, point)
    line = line_to_plan(board, request.user_id)
    if line is None:
        raise RequestRejected(_(rejections.NOTHING_TO_PLAN))
    if board.point != point:
        raise RequestRejected(common.moved_on_since(board.match))
    await add_lines(context, request, board.match.id, board.match.seq, [line])
    return board.match, line
