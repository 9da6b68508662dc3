"""The buttons, the menu and the form of plans. Whoever presses sees their own plan."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from discord import ButtonStyle, SelectOption

from bot.client.persistent_button import PersistentButton, row, rows
from bot.client.persistent_modal import PersistentModal
from bot.client.persistent_select import MAX_OPTIONS, PersistentSelect
from bot.client.private_boards import draw_private_board, show_private_board
from bot.features.board_replies.components import OWN_BOARD_BUTTONS
from bot.features.guide.plan_components import ChooseMovesButton
from bot.features.guide.text import CHOOSE_MOVES
from bot.features.plans import text as wording
from bot.images.board_images import Picture
from bot.interactions.replies import acknowledge_silently, replace_message, reply, request_of
from bot.referee.errors import RequestRejected
from bot.referee.people.display import private_display
from bot.referee.plans.line_board import snapshot_after_line
from bot.referee.plans.store import RiskyPlan, add_plan, clear_plan, load_plan
from bot.referee.request_results import AlreadyDone
from games.translation import gettext as _

if TYPE_CHECKING:
    from discord.ui import View

    from bot.client.client import Client
    from bot.client.persistent_item import Press
    from bot.interactions.replies import Source
    from bot.referee.plans.store import PlanInMatch
    from storage.queries.rows import Match


class PlanButton(PersistentButton, template=r"plan:(\d+):([\w-]+)"):
    """Shows a player's plan. Its parts: match, the post it hangs under (`-` if that is a reply)."""

    action = "plan"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Reply with what waits, privately."""
        await show_plan(bot, press, await load_plan(bot.context, request_of(press), int(self.parts[0])))


def plan_button(match: Match, user_id: int) -> PlanButton | None:
    """Return the button for a player who waits for the others to move, None for anybody else."""
    seat = match.seat_of(user_id)
    waits = seat and match.to_move not in {None, seat} and seat not in match.gone
    return PlanButton(_(wording.PLAN), match.id, "-") if waits else None


OWN_BOARD_BUTTONS.append(plan_button)


class AddLinesButton(PersistentButton, template=r"plan_add:(\d+)"):
    """Opens the form for more lines. Its part: the match."""

    action = "plan_add"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Open the form."""
        del bot
        await PlanModal(*self.parts).open(press, "")


class ClearPlanButton(PersistentButton, template=r"plan_clear:(\d+)"):
    """Drops the plan. Its part: the match."""

    action = "plan_clear"
    style = ButtonStyle.danger

    async def on_press(self, bot: Client, press: Press) -> None:
        """Drop it, and say so in place of the message."""
        match, waited = await clear_plan(bot.context, request_of(press), int(self.parts[0]))
        await replace_message(press, wording.plan_cleared(match, waited=waited))


class KnowsRisksButton(PersistentButton, template=r"plan_any:(\d+):(\d+)"):
    """Adds lines that answer any move. Its parts: match, event after which they begin."""

    action = "plan_any"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Take the lines out of the question, add them, and show the plan."""
        typed = wording.lines_in_question(press.message.content) if press.message else None
        if typed is None:
            raise RequestRejected(_(wording.LINES_UNKNOWN))
        number, seq = map(int, self.parts)
        added = await add_plan(bot.context, request_of(press), number, typed, seq=seq, knows_risks=True)
        await _answer(bot, press, added, typed, replace=True)


class LineSelect(PersistentSelect, template=r"plan_line:(\d+)"):
    """Chooses the line that the picture shows. Its part: the match."""

    action = "plan_line"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Show the board after that line."""
        chosen = self.chosen(press)
        shown = await load_plan(bot.context, request_of(press), int(self.parts[0]))
        await show_plan(bot, press, shown, int(chosen) if chosen.isdecimal() else 0, replace=True)


class PlanModal(PersistentModal):
    """Takes the lines of a plan. Its part: the match."""

    action = "plan_add"
    template = re.compile(r"plan_add:(\d+)")
    title = wording.MODAL_TITLE
    label = wording.MODAL_LABEL

    async def on_submit(self, bot: Client, press: Press, text: str) -> None:
        """Add the lines, and show the plan or why they are rejected."""
        await add_by_text(bot, press, int(self.parts[0]), text, replace=True)


async def add_by_text(bot: Client, source: Source, number: int | None, typed: str, *, replace: bool = False) -> None:
    """Add lines to a plan and reply with what waits then, or ask whether a risk is meant.

    `replace` puts the reply in place of the message that was pressed. Raises `RequestRejected`.
    """
    added = await add_plan(bot.context, request_of(source), number, typed)
    await _answer(bot, source, added, typed, replace=replace)


async def _answer(
    bot: Client, source: Source, added: PlanInMatch | RiskyPlan | AlreadyDone, typed: str, *, replace: bool
) -> None:
    match added:
        case AlreadyDone():
            await acknowledge_silently(source)
        case RiskyPlan(match, risks):
            question = wording.risk_question(match, risks, wording.one_line(typed))
            await reply(source, question, view=row(KnowsRisksButton(_(wording.ADD_ANYWAY), match.id, match.seq)))
        case _:
            await show_plan(bot, source, added, replace=replace)


async def show_plan(
    bot: Client, source: Source, shown: PlanInMatch, line: int | None = None, *, replace: bool = False
) -> None:
    """Reply with what waits and the board after a line, by default the last one.

    `replace` puts the reply in place of the message that was pressed. A player who has asked for too many pictures goes
    on without one.
    """
    match, lines = shown.match, shown.lines
    number = min(len(lines) - 1 if line is None else line, len(lines) - 1)

    async def draw() -> Picture:
        after = await snapshot_after_line(bot.context, match, lines[number])
        display = await private_display(bot.context, match, request_of(source).user_id)
        return await bot.board_images.draw(bot.context.game(match), after, display, preview=True)

    picture = await draw_private_board(bot, source, draw) if lines else Picture(None, "", "")
    title = bot.context.title(match.game)
    content = wording.plan_post(title, shown, number if picture.text else None)
    view, filename = _controls(shown, number), f"turnpost-plan-{match.id}-{match.seq}.png"
    await show_private_board(source, content, picture, filename, content, view, replace=replace)


def _controls(shown: PlanInMatch, number: int) -> View:
    """Return the menu of lines, if there are several, and the buttons that add lines or drop them all."""
    match, lines = shown.match, shown.lines
    options = [
        SelectOption(label=wording.line_label(at, line), value=str(at), default=at == number)
        for at, line in enumerate(lines[:MAX_OPTIONS])
    ]
    menu = [LineSelect(options, _(wording.CHOOSE_LINE), match.id)] if len(options) > 1 else []
    waiting = match.to_move != shown.seat
    buttons = [
        *([ChooseMovesButton(_(CHOOSE_MOVES), match.id), AddLinesButton(_(wording.ADD), match.id)] if waiting else []),
        *([ClearPlanButton(_(wording.CLEAR), match.id)] if lines else []),
    ]
    return rows(menu, buttons)
