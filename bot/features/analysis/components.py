"""The board of an analysis under which people go back and forth, and what they press there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from discord import SelectOption
from discord.ui import Label, TextInput

from bot.client.persistent_button import PersistentButton, rows
from bot.client.persistent_form import PersistentForm
from bot.client.persistent_modal import PersistentModal
from bot.client.persistent_select import MAX_OPTIONS, PersistentSelect
from bot.features.analysis import button_text
from bot.features.analysis import text as wording
from bot.features.analysis.buttons import AddMoveButton, ExportButton, MakePlanButton, TogetherButton
from bot.features.analysis.message import show_board
from bot.features.analysis.points import (
    AT,
    WHOSE,
    point_parts,
    point_value,
    read_point,
    read_target,
    read_value,
    whose_parts,
)
from bot.features.guide.text import MOVE
from bot.interactions.acknowledge import defer
from bot.interactions.replies import request_of
from bot.referee.analysis.limits import LONGEST_NAME, LONGEST_NOTE
from bot.referee.analysis.plan import line_to_plan
from bot.referee.analysis.store import (
    Target,
    annotate_point,
    find_typed_point,
    load_board,
    remove_at,
    show_point,
)
from bot.referee.analysis.tree import Point, line_ends
from games.translation import gettext as _
from games.translation import pgettext

if TYPE_CHECKING:
    from discord.ui import View

    from bot.client.client import Client
    from bot.client.persistent_form import Values
    from bot.client.persistent_item import Press
    from bot.referee.analysis.board import AnalysisBoard

_NAME, _NOTE = "name", "note"


class AnalyseButton(PersistentButton, template=r"analyse:(\d+)"):
    """Opens a person's own analysis, under a board. Its part: the match."""

    action = "analyse"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Reply with the board where it was left, or where the match stands if it has moved on."""
        board = await load_board(bot.context, request_of(press), Target(int(self.parts[0])))
        await show_board(bot, press, board, analysis_view(board, press.user.id))


class GoButton(PersistentButton, template=rf"analysis_go:{AT}:(back|forward)"):
    """Shows another point. Its parts: that point, the way there."""

    action = "analysis_go"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Show the point."""
        await _go(bot, press, read_target(press, self.parts), read_point(self.parts))


class WaySelect(PersistentSelect, template=rf"analysis_way:{WHOSE}"):
    """Chooses a move with which a point goes on. Its parts: match, whose analysis."""

    action = "analysis_way"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Show the point after the move."""
        await _go(bot, press, read_target(press, self.parts), read_value(self.chosen(press)))


class LineSelect(PersistentSelect, template=rf"analysis_line:{WHOSE}"):
    """Chooses a line or a point with a name. Its parts: match, whose analysis."""

    action = "analysis_line"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Show the line's end, or the point."""
        await _go(bot, press, read_target(press, self.parts), read_value(self.chosen(press)))


class RemoveButton(PersistentButton, template=rf"analysis_remove:{AT}"):
    """Removes the move that leads to a point, and all that follow it. Its parts: the point."""

    action = "analysis_remove"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Remove them, and show the point before."""
        target = read_target(press, self.parts)
        await _show(bot, press, await remove_at(bot.context, request_of(press), target, read_point(self.parts)))


class GoToButton(PersistentButton, template=rf"analysis_find:{WHOSE}:([\w-]+)"):
    """Opens the form in which a move's number or a name is typed.

    Its parts: match, whose analysis, the post it hangs under (`-` if that is a reply), which is recognized by it.
    """

    action = "analysis_find"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Open the form."""
        del bot
        await GoToModal(*self.parts[:2]).open(press, "")


class GoToModal(PersistentModal):
    """Takes a move's number or a name. Its parts: match, whose analysis."""

    action = "analysis_find"
    template = re.compile(rf"analysis_find:{WHOSE}")
    title = button_text.GO_TO
    label = wording.GO_TO_LABEL
    longest = LONGEST_NAME

    async def on_submit(self, bot: Client, press: Press, text: str) -> None:
        """Show that point."""
        target = read_target(press, self.parts)
        await _go(bot, press, target, await find_typed_point(bot.context, request_of(press), target, text))


class AnnotateButton(PersistentButton, template=rf"analysis_note:{AT}"):
    """Opens the form with the name and the note of a point. Its parts: the point."""

    action = "analysis_note"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Open the form with what is there."""
        target, point = read_target(press, self.parts), read_point(self.parts)
        board = await load_board(bot.context, request_of(press), target, point)
        await AnnotateForm(*self.parts).open_for(press, board)


class AnnotateForm(PersistentForm):
    """Takes the name and the note of a point. Its parts: the point."""

    action = "analysis_note"
    template = re.compile(rf"analysis_note:{AT}")
    title = wording.FORM_TITLE

    async def open_for(self, press: Press, board: AnalysisBoard) -> None:
        """Open the form with the name and the note that the point has."""
        analysis, fields = board.analysis, list[Label[Any]]()
        for key, label, texts, longest in (
            (_NAME, _(wording.NAME_LABEL), analysis.names, LONGEST_NAME),
            (_NOTE, _(wording.NOTE_LABEL), analysis.notes, LONGEST_NOTE),
        ):
            line: TextInput[Any] = TextInput(
                custom_id=key, default=texts.get(board.point, ""), required=False, max_length=longest
            )
            fields.append(Label(text=label, component=line))
        await self.open_with(press, fields)

    async def on_values(self, bot: Client, press: Press, values: Values) -> None:
        """Keep them, and show the point with them."""
        name, note = (next(iter(values.get(key, ())), "") for key in (_NAME, _NOTE))
        target, point = read_target(press, self.parts), read_point(self.parts)
        await _show(bot, press, await annotate_point(bot.context, request_of(press), target, point, name, note))


def analysis_view(board: AnalysisBoard, user_id: int | None = None, mark: str = "-") -> View:
    """Return the menus and buttons under a board: those of person `user_id`, or of everybody if it's None.

    `mark` tells a post from others.
    """
    ways = board.ways_on
    menus = [menu for menu in (_ways_menu(board), _lines_menu(board)) if menu]
    move = (
        []
        if board.mover is None or board.unplayable
        else [AddMoveButton(pgettext("button", MOVE), *point_parts(board))]
    )
    back = [GoButton(_(button_text.BACK), *point_parts(board, board.before), "back")] if board.before else []
    forward = [GoButton(_(button_text.FORWARD), *point_parts(board, ways[0][0]), "forward")] if ways else []
    go_to = GoToButton(_(button_text.GO_TO), *whose_parts(board), mark)
    annotate = AnnotateButton(_(button_text.NAME_AND_NOTE), *point_parts(board))
    removable = board.point.number or any(way.number for way, _ in ways)
    remove = [RemoveButton(_(button_text.REMOVE), *point_parts(board))] if removable else []
    can_plan = user_id and line_to_plan(board, user_id)
    plan = [MakePlanButton(_(button_text.MAKE_PLAN), *point_parts(board))] if can_plan else []
    over = board.match.ended_at is not None and not board.match.is_direct
    together = [TogetherButton(_(button_text.TOGETHER), board.match.id)] if over and not board.shared else []
    export = [ExportButton(_(button_text.EXPORT), *whose_parts(board))] if board.analysis.moves else []
    below = [*remove, *plan, *together, *export]
    return rows(*([menu] for menu in menus), [*move, *back, *forward, go_to, annotate], below)


def _ways_menu(board: AnalysisBoard) -> PersistentSelect | None:
    """Return the menu of moves with which the point goes on; None for one, which Forward shows."""
    names = board.analysis.names
    options = [
        SelectOption(
            label=wording.way_label(board.match, board.changes, point, text, names.get(point, "")),
            value=point_value(point),
        )
        for point, text in board.ways_on
    ]
    return WaySelect(options[-MAX_OPTIONS:], _(wording.CHOOSE_MOVE), *whose_parts(board)) if len(options) > 1 else None


def _lines_menu(board: AnalysisBoard) -> PersistentSelect | None:
    """Return the menu of the present, the start, and the latest lines and named points; None if all is shown."""
    places = {Point(0): _(wording.THE_START), board.now: wording.where_the_match(board.match)}
    lines = {point: wording.line_label(board, point) for point in line_ends(board.analysis)}
    labels = {**dict(list(lines.items())[-(MAX_OPTIONS - len(places)) :]), **places}
    options = [
        SelectOption(label=label, value=point_value(point))
        for point, label in sorted(labels.items(), key=lambda one: one[0] not in places)
        if point != board.point
    ]
    return LineSelect(options, _(wording.CHOOSE_LINE), *whose_parts(board)) if options else None


async def _go(bot: Client, press: Press, target: Target, point: Point) -> None:
    await _show(bot, press, await show_point(bot.context, request_of(press), target, point))


async def _show(bot: Client, press: Press, board: AnalysisBoard) -> None:
    """Show a person's own board in place of the message; the shared one is rewritten by the outbox, in order."""
    if board.shared:
        await defer(press)
    else:
        await show_own_board(bot, press, board)


async def show_own_board(bot: Client, press: Press, board: AnalysisBoard) -> None:
    """Show a person's own board in place of the message that was pressed."""
    await show_board(bot, press, board, analysis_view(board, press.user.id), replace=True)
