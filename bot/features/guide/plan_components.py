"""The buttons with which a player makes a line of a plan by choices, one move after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ButtonStyle

from bot.client.persistent_button import PersistentButton, rows
from bot.features.guide import text as wording
from bot.features.guide.components import show_first_step
from bot.features.guide.message import show_preview
from bot.features.guide.turns import FINAL_BUTTONS, PlanTurn, ShownMove
from bot.features.moves.text import move_in_preview
from bot.interactions.replies import replace_message, request_of
from bot.referee.errors import RequestRejected
from bot.referee.plans.parser import format_line
from bot.referee.plans.store import PlanInMatch, add_plan, load_plan
from games.translation import gettext as _

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.persistent_item import Press
    from bot.referee.plans.line_position import LinePosition


class ChooseMovesButton(PersistentButton, template=r"plan_choose:(\d+)"):
    """Begins a line. Its part: the match."""

    action = "plan_choose"
    style = ButtonStyle.primary

    async def on_press(self, bot: Client, press: Press) -> None:
        """Ask what another player may play, in place of the message."""
        shown = await load_plan(bot.context, request_of(press), int(self.parts[0]))
        await _ask(bot, press, PlanTurn(bot, press, shown.match.id, shown.match.seq, ""))


class PlanPlyButton(PersistentButton, template=r"plan_ply:(p\d+):(\d+)"):
    """Takes the previewed move into the line. Its parts: those of the turn."""

    action = "plan_ply"
    style = ButtonStyle.success

    async def on_press(self, bot: Client, press: Press) -> None:
        """Ask for the next move, or show the line that ends with an answer."""
        found = move_in_preview(press.message.content) if press.message else None
        if found is None:
            raise RequestRejected(_(wording.LINE_UNKNOWN))
        number, seq = int(self.parts[0].removeprefix("p")), int(self.parts[1])
        position = await PlanTurn.of_message(bot, press, number, seq).with_ply(found[1])
        if position.line[-1].own:
            await _show_line(bot, press, position, seq)
        elif position.mover is None:
            raise RequestRejected(_(wording.OVER_THEN))
        else:
            await _ask(bot, press, PlanTurn(bot, press, number, seq, format_line(position.line)))


FINAL_BUTTONS[PlanTurn] = lambda _press, _match, parts: PlanPlyButton(_(wording.THIS_MOVE), *parts)


class GoOnButton(PersistentButton, template=r"plan_on:(\d+):(\d+)"):
    """Goes on with a line after an answer. Its parts: match, event after which the line begins."""

    action = "plan_on"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Ask for the next move."""
        await _ask(bot, press, PlanTurn.of_message(bot, press, *map(int, self.parts)))


class AddLineButton(PersistentButton, template=r"plan_take:(\d+):(\d+)"):
    """Adds the line to the plan. Its parts: match, event after which the line begins."""

    action = "plan_take"
    style = ButtonStyle.success

    async def on_press(self, bot: Client, press: Press) -> None:
        """Add it, and say so in place of the message."""
        line = wording.line_so_far(press.message.content) if press.message else ""
        if not line:
            raise RequestRejected(_(wording.LINE_UNKNOWN))
        number, seq = map(int, self.parts)
        added = await add_plan(bot.context, request_of(press), number, line, seq=seq)
        if isinstance(added, PlanInMatch):
            again = ChooseMovesButton(_(wording.ANOTHER_LINE), number)
            await replace_message(press, wording.line_added(line, added.match), rows([again]))


async def _ask(bot: Client, press: Press, turn: PlanTurn) -> None:
    await show_first_step(bot, press, turn, await turn.guide())


async def _show_line(bot: Client, press: Press, position: LinePosition, seq: int) -> None:
    """Show a line that ends with an answer, and the board after it."""
    match = position.match
    heading = wording.plan_heading(position.game.info.title, match, format_line(position.line))
    go_on = [] if position.mover is None else [GoOnButton(_(wording.GO_ON), match.id, seq)]
    buttons = [AddLineButton(_(wording.ADD_LINE), match.id, seq), *go_on]
    shown = ShownMove(position.snapshot, wording.line_is_whole(heading), "")
    await show_preview(bot, press, shown, (), rows(buttons))
