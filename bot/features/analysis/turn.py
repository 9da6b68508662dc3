"""The turn that the guide leads through in an analysis: that of whoever is to move at a point."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.features.analysis import text as wording
from bot.features.guide.turns import OTHER_TURNS, ShownMove, ShownStep
from bot.features.moves.text import preview_headline, preview_small_print
from bot.interactions.replies import request_of
from bot.referee.analysis import rejections
from bot.referee.analysis.store import Target, load_board, try_move
from bot.referee.analysis.tree import Point
from bot.referee.errors import RequestRejected
from bot.referee.rules_thread import run_rules
from bot.referee.turns.guide import GuidedMove, walk_choices
from games.translation import gettext as _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.client.client import Client
    from bot.client.persistent_item import Press
    from bot.features.guide.turns import Parts
    from bot.referee.analysis.board import AnalysisBoard
    from storage.queries.rows import Match

TURN_PART = re.compile(r"a(\d{1,9})-(mine|ours)-(\d{1,20})-(\d{1,9})")
"""How custom_ids name the turn, before the number of the point: match, whose analysis, its message, event."""


class AnalysisTurn:
    """The turn at a point of an analysis."""

    def __init__(self, bot: Client, press: Press, target: Target, point: Point) -> None:
        self._context, self._request = bot.context, request_of(press)
        self.target, self.point = target, point

    @classmethod
    def of_parts(cls, bot: Client, press: Press, first: str, number: int) -> AnalysisTurn:
        """Return the turn that the parts of a custom_id name. Raises `RequestRejected` for other parts."""
        found = TURN_PART.fullmatch(first)
        if found is None:
            raise RequestRejected(_(rejections.UNKNOWN_ANALYSIS))
        target = Target(int(found[1]), found[2] == "ours", int(found[3]))
        return cls(bot, press, target, Point(int(found[4]), number))

    async def guide(self, labels: Sequence[str] = ()) -> ShownStep:
        """Return the step after some choices, for whoever is to move at the point."""
        board = await self.board()
        text, step = await run_rules(walk_choices, board.game, board.snapshot.state, labels)
        heading = wording.choose_for(board.game.info.title, board)
        return ShownStep(GuidedMove(board.snapshot, tuple(labels), text, step), heading)

    async def preview(self, text: str) -> ShownMove:
        """Return the board after a move."""
        board = await self.board()
        after = await try_move(self._context, board, text)
        headline = await run_rules(lambda: preview_headline(after, board.game, confirm=False))
        return ShownMove(after, headline, preview_small_print(after, after.move or text))

    async def heading(self) -> str:
        """Return nothing: custom_ids name the turn."""
        return ""

    def parts(self, match: Match) -> Parts:
        """Return the match, whose analysis it is, its message and the point."""
        whose = "ours" if self.target.shared else "mine"
        return f"a{match.id}-{whose}-{self.target.message_id}-{self.point.seq}", self.point.number

    async def board(self) -> AnalysisBoard:
        """Return the board at the point. Raises `RequestRejected` if no move can follow."""
        board = await load_board(self._context, self._request, self.target, self.point)
        if board.unplayable:
            raise RequestRejected(_(rejections.CANNOT_GO_ON))
        if board.mover is None:
            raise RequestRejected(rejections.over_there(board.match))
        return board


OTHER_TURNS[TURN_PART] = AnalysisTurn.of_parts
