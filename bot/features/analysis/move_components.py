"""The buttons that end the choice of a move in an analysis."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ButtonStyle

from bot.client.persistent_button import PersistentButton, rows
from bot.features.analysis import button_text
from bot.features.analysis import text as wording
from bot.features.analysis.components import show_own_board
from bot.features.analysis.turn import AnalysisTurn
from bot.features.guide.components import show_first_step
from bot.features.guide.turns import FINAL_BUTTONS, WAYS_OUT
from bot.features.moves.text import MOVE_UNKNOWN, move_in_preview
from bot.interactions.replies import replace_message, request_of
from bot.referee.analysis.store import add_typed_moves, load_board
from bot.referee.errors import RequestRejected
from games.translation import gettext as _

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.persistent_item import Press

TURN = r"(a\d+-(?:mine|ours)-\d+-\d+):(\d+)"
"""The turn, as `AnalysisTurn.parts` names it."""


class TakeMoveButton(PersistentButton, template=rf"analysis_take:{TURN}"):
    """Adds the previewed move to the analysis. Its parts: those of the turn."""

    action = "analysis_take"
    style = ButtonStyle.success

    async def on_press(self, bot: Client, press: Press) -> None:
        """Add it, and show the board after it; beside a shared board say so, and offer the next move."""
        found = move_in_preview(press.message.content) if press.message else None
        if found is None:
            raise RequestRejected(_(MOVE_UNKNOWN))
        turn = AnalysisTurn.of_parts(bot, press, self.parts[0], int(self.parts[1]))
        board = await add_typed_moves(bot.context, request_of(press), turn.target, turn.point, found[1])
        if not board.shared:
            await show_own_board(bot, press, board)
            return
        on = AnalysisTurn(bot, press, turn.target, board.point)
        again = [] if board.mover is None else [NextMoveButton(_(button_text.NEXT_MOVE), *on.parts(board.match))]
        await replace_message(press, wording.move_added(board), rows(again))


class NextMoveButton(PersistentButton, template=rf"analysis_on:{TURN}"):
    """Goes on after a move that was added to the shared analysis. Its parts: those of the turn."""

    action = "analysis_on"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Show the first step of the next move in place of the message."""
        turn = AnalysisTurn.of_parts(bot, press, self.parts[0], int(self.parts[1]))
        await show_first_step(bot, press, turn, await turn.guide())


class ToBoardButton(PersistentButton, template=rf"analysis_board:{TURN}"):
    """Leaves the choice of a move. Its parts: those of the turn."""

    action = "analysis_board"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Show a person's own board again."""
        turn = AnalysisTurn.of_parts(bot, press, self.parts[0], int(self.parts[1]))
        await show_own_board(bot, press, await load_board(bot.context, request_of(press), turn.target, turn.point))


FINAL_BUTTONS[AnalysisTurn] = lambda _press, _match, parts: TakeMoveButton(_(button_text.ADD_MOVE), *parts)
WAYS_OUT[AnalysisTurn] = lambda parts: (
    ToBoardButton(_(button_text.TO_THE_BOARD), *parts) if "-mine-" in str(parts[0]) else None
)
