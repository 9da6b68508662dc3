"""The board of an analysis: its command, its message, and what people press there."""

from __future__ import annotations

import logging
import re
from functools import partial
from typing import TYPE_CHECKING, Any

import discord
from discord import ButtonStyle, SelectOption
from discord.ui import Label, TextInput

from bot.client.components import MAX_OPTIONS, PersistentButton, PersistentForm, PersistentModal, PersistentSelect, rows
from bot.client.panels import PanelCommand
from bot.features.analysis import text as wording
from bot.features.analysis.text import analysis_post
from bot.features.board_replies import with_text_board
from bot.features.guide.commands import show_first_step
from bot.features.guide.turns import FINAL_BUTTONS, OTHER_TURNS, WAYS_OUT, ShownMove, ShownStep, Turn, line_added
from bot.features.moves.text import MOVE_UNKNOWN, move_in_preview, preview_headline, preview_small_print
from bot.features.play_on import PLAY_ON, PlayOnButton
from bot.features.sign_in import board_path
from bot.interactions.limits import PICTURE_COST, draw_private_board
from bot.interactions.own_messages import has_mark
from bot.interactions.replies import (
    Attachment,
    caption,
    defer,
    is_private,
    replace_message,
    reply,
    request_of,
    show_private_board,
)
from bot.interactions.text import FOREIGN_BUTTON
from bot.process import is_forbidden, is_permanent
from bot.referee import formatting
from bot.referee.analysis import tree
from bot.referee.analysis.analysis import (
    Target,
    add_typed_moves,
    annotate_point,
    find_analysed_match,
    find_typed_point,
    line_to_plan,
    load_board,
    load_shared_board,
    plan_line,
    post_shared_board,
    remove_at,
    show_point,
    try_move,
)
from bot.referee.analysis.tree import LONGEST_NAME, LONGEST_NOTE, Point, line_ends
from bot.referee.context import run_rules
from bot.referee.errors import RequestRejected
from bot.referee.log.notes import list_published_notes
from bot.referee.people.display import private_display, shared_display
from bot.referee.plans.parser import format_line
from bot.referee.requests import split_match_number
from bot.referee.turns.aids import guide_from
from games.translation import gettext as _, gettext_noop as N_

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord.ui import View

    from bot.client.client import Client
    from bot.client.components import Press, Values
    from bot.features.guide.turns import Parts
    from bot.images.boards import Picture
    from bot.interactions.replies import Source
    from bot.referee.analysis.analysis import AnalysisBoard
    from bot.referee.context import Context
    from bot.referee.requests import Request
    from storage.queries.rows import Match, Post

log = logging.getLogger(__name__)
ANALYSE = N_("Analyse")
WHOSE = r"(\d+):(mine|ours)"
"""Match and whose analysis."""
AT = rf"{WHOSE}:(\d+):(\d+)"
"""A point: match, whose analysis, event of the match, number of the line's move."""
_VALUE = re.compile(r"(\d{1,9}):(\d{1,9})")


def whose_parts(board: AnalysisBoard) -> tuple[int, str]:
    """Return the parts of custom_ids that name an analysis."""
    return board.match.id, "ours" if board.shared else "mine"


def point_parts(board: AnalysisBoard, point: Point | None = None) -> tuple[int, str, int, int]:
    """Return the parts of custom_ids that name a point, by default the one shown."""
    point = point or board.point
    return *whose_parts(board), point.seq, point.number


def read_target(press: Press, parts: Sequence[str]) -> Target:
    """Return the analysis that the parts of a custom_id name, under the message that was pressed."""
    return Target(int(parts[0]), parts[1] == "ours", press.message.id if press.message else 0)


def read_point(parts: Sequence[str]) -> Point:
    """Return the point that the parts of a custom_id name."""
    return Point(int(parts[2]), int(parts[3]))


def point_value(point: Point) -> str:
    """Return the value of a menu's option for a point; `read_value` reads it back."""
    return f"{point.seq}:{point.number}"


def read_value(value: str) -> Point:
    """Return the point of a menu's option. Raises `RequestRejected` for a value that this bot can't have made."""
    found = _VALUE.fullmatch(value)
    if found is None:
        raise RequestRejected(_(FOREIGN_BUTTON))
    return Point(int(found[1]), int(found[2]))


TURN_PART = re.compile(r"a(\d{1,9})-(mine|ours)-(\d{1,20})-(\d{1,9})")
"""How custom_ids name the turn, before the number of the point: match, whose analysis, its message, event."""


class AnalysisTurn(Turn):
    """The turn at a point of an analysis."""

    def __init__(self, bot: Client, press: Press, target: Target, point: Point) -> None:
        self._context, self._request = bot.context, request_of(press)
        self.target, self.point = target, point

    @classmethod
    def of_parts(cls, bot: Client, press: Press, first: str, number: int) -> AnalysisTurn:
        """Return the turn that the parts of a custom_id name. Raises `RequestRejected` for other parts."""
        found = TURN_PART.fullmatch(first)
        if found is None:
            raise RequestRejected(_(tree.UNKNOWN_ANALYSIS))
        target = Target(int(found[1]), found[2] == "ours", int(found[3]))
        return cls(bot, press, target, Point(int(found[4]), number))

    async def guide(self, labels: Sequence[str] = ()) -> ShownStep:
        """Return the step after some choices, for whoever is to move at the point."""
        board = await self.board()
        guided = await guide_from(self._context, board.snapshot, self._request.user_id, labels)
        return ShownStep(guided, wording.choose_for(board.game.info.title, board), analysis=True)

    async def preview(self, text: str) -> ShownMove:
        """Return the board after a move."""
        board = await self.board()
        after = await try_move(self._context, board, text)
        headline = await run_rules(lambda: preview_headline(after, board.game, confirm=False))
        if not board.shared:
            headline = f"{headline} {_(wording.ONLY_YOU)}"
        return ShownMove(after, headline, preview_small_print(after, after.move or text))

    def parts(self, match: Match) -> Parts:
        """Return the match, whose analysis it is, its message and the point."""
        whose = "ours" if self.target.shared else "mine"
        return f"a{match.id}-{whose}-{self.target.message_id}-{self.point.seq}", self.point.number

    def path(self, match: Match) -> str | None:
        """Return the path of the page with a person's own analysis."""
        return None if self.target.shared else f"{board_path(match)}/analysis"

    async def board(self) -> AnalysisBoard:
        """Return the board at the point. Raises `RequestRejected` if no move can follow."""
        board = await load_board(self._context, self._request, self.target, self.point)
        if board.unplayable:
            raise RequestRejected(_(tree.CANNOT_GO_ON))
        if board.mover is None:
            raise RequestRejected(tree.over_there(board.match))
        return board


OTHER_TURNS[TURN_PART] = AnalysisTurn.of_parts


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
        tried = bool(board.path.texts)
        return await bot.board_images.draw(board.game, board.snapshot, display, preview=tried, analysis=True)

    picture = await draw_private_board(bot.cooldowns, source, draw)
    fallback = with_text_board(text, picture.text) if picture.text else text
    filename = f"turnpost-analysis-{match.id}.png"
    await show_private_board(source, text, picture, filename, fallback, view, replace=replace)


_NAME, _NOTE = "name", "note"


class AnalyseButton(PersistentButton, template=r"analyse:(\d+)"):
    """Opens a person's own analysis, under a board. Its part: the match."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Reply with the board where it was left, or where the match stands if it has moved on."""
        board = await load_board(bot.context, request_of(press), Target(int(self.parts[0])))
        await show_board(bot, press, board, analysis_view(board, press.user.id))


class GoButton(PersistentButton, template=rf"analysis_go:{AT}:(back|forward)"):
    """Shows another point. Its parts: that point, the way there."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Show the point."""
        await _go(bot, press, read_target(press, self.parts), read_point(self.parts))


class WaySelect(PersistentSelect, template=rf"analysis_way:{WHOSE}"):
    """Chooses a move with which a point goes on. Its parts: match, whose analysis."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Show the point after the move."""
        await _go(bot, press, read_target(press, self.parts), read_value(self.chosen(press)))


class LineSelect(PersistentSelect, template=rf"analysis_line:{WHOSE}"):
    """Chooses a line or a point with a name. Its parts: match, whose analysis."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Show the line's end, or the point."""
        await _go(bot, press, read_target(press, self.parts), read_value(self.chosen(press)))


class RemoveButton(PersistentButton, template=rf"analysis_remove:{AT}"):
    """Removes the move that leads to a point, and all that follow it. Its parts: the point."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Remove them, and show the point before."""
        target = read_target(press, self.parts)
        await _show(bot, press, await remove_at(bot.context, request_of(press), target, read_point(self.parts)))


class GoToButton(PersistentButton, template=rf"analysis_find:{WHOSE}:([\w-]+)"):
    """Opens the form in which a move's number or a name is typed.

    Its parts: match, whose analysis, the post it hangs under (`-` if that is a reply), which is recognized by it.
    """

    async def on_press(self, bot: Client, press: Press) -> None:
        """Open the form."""
        del bot
        await GoToModal(*self.parts[:2]).open(press, "")


class GoToModal(PersistentModal, template=rf"analysis_find:{WHOSE}"):
    """Takes a move's number or a name. Its parts: match, whose analysis."""

    title = wording.GO_TO
    label = wording.GO_TO_LABEL
    longest = LONGEST_NAME

    async def on_submit(self, bot: Client, press: Press, text: str) -> None:
        """Show that point."""
        target = read_target(press, self.parts)
        await _go(bot, press, target, await find_typed_point(bot.context, request_of(press), target, text))


class AnnotateButton(PersistentButton, template=rf"analysis_note:{AT}"):
    """Opens the form with the name and the note of a point. Its parts: the point."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Open the form with what is there."""
        target, point = read_target(press, self.parts), read_point(self.parts)
        board = await load_board(bot.context, request_of(press), target, point)
        await AnnotateForm(*self.parts).open_for(press, board)


class AnnotateForm(PersistentForm, template=rf"analysis_note:{AT}"):
    """Takes the name and the note of a point. Its parts: the point."""

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
        [] if board.mover is None or board.unplayable else [AddMoveButton(_(wording.TRY_A_MOVE), *point_parts(board))]
    )
    back = [GoButton(_(wording.BACK), *point_parts(board, board.before), "back")] if board.before else []
    forward = [GoButton(_(wording.FORWARD), *point_parts(board, ways[0][0]), "forward")] if ways else []
    go_to = GoToButton(_(wording.GO_TO), *whose_parts(board), mark)
    annotate = AnnotateButton(_(wording.NAME_AND_NOTE), *point_parts(board))
    removable = board.point.number or any(way.number for way, _ in ways)
    remove = [RemoveButton(_(wording.REMOVE), *point_parts(board))] if removable else []
    can_plan = user_id and line_to_plan(board, user_id)
    plan = [MakePlanButton(_(wording.MAKE_PLAN), *point_parts(board))] if can_plan else []
    over = board.match.ended_at is not None
    alone = over and not board.match.is_direct and not board.shared
    together = [TogetherButton(_(wording.TOGETHER), board.match.id)] if alone else []
    play_on = [PlayOnButton(_(PLAY_ON), *point_parts(board))] if over and move else []
    export = [ExportButton(_(wording.EXPORT), *whose_parts(board))] if board.analysis.moves else []
    below = [*remove, *plan, *play_on, *together, *export]
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
    return WaySelect(options[-MAX_OPTIONS:], _("Go on with..."), *whose_parts(board)) if len(options) > 1 else None


def _lines_menu(board: AnalysisBoard) -> PersistentSelect | None:
    """Return the menu of the present, the start, and the latest lines and named points; None if all is shown."""
    places = {
        Point(0): _(wording.THE_START),
        board.now: (_("Where the match is now") if board.match.ended_at is None else _("The end of the match")),
    }
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


async def send_shared_board(bot: Client, post: Post) -> tuple[int, int | None]:
    """Post the shared board as it stands now, or rewrite the message that a row names; return where it is.

    A message that was deleted stays so, and the analysis with it; another one can be posted.
    """
    board = await load_shared_board(bot.context, post.match_id or 0)
    display = shared_display(board.match, board.game, board.snapshot.state)
    tried = bool(board.path.texts)
    picture = await bot.board_images.draw(board.game, board.snapshot, display, preview=tried, analysis=True)
    text = await board_text(bot.context, board)
    letters = with_text_board(text, picture.text)
    mark, name = bot.sender.nonce(post), f"turnpost-analysis-{post.id}.png"
    view = analysis_view(board, mark=mark)
    file = Attachment(picture.png, name, picture.alt) if picture.png else None
    channel = bot.get_partial_messageable(int(post.body["channel"]), guild_id=board.match.guild_id)
    message_id = int(post.body.get("message", 0))

    async def put(content: str, files: list[Attachment]) -> tuple[int, int | None]:
        if message_id:
            await bot.sender.rewrite(channel, message_id, content, view, lambda: [each.file for each in files])
            return channel.id, message_id
        return await bot.sender.send_once(
            post,
            channel,
            partial(has_mark, mark=mark),
            content=content,
            view=view,
            files=[each.file for each in files],
        )

    try:
        return await put(caption(text, picture) if file else letters, [file] if file else [])
    except discord.Forbidden as error:  # perhaps only files are barred
        if not is_forbidden(error) or file is None:
            raise
        return await put(letters, [])
    except discord.HTTPException as error:
        if not (message_id and is_permanent(error)):
            raise
        log.info("The shared analysis of match #%d has no message any more: %s", board.match.id, error)
        return channel.id, None


TURN = r"(a\d+-(?:mine|ours)-\d+-\d+):(\d+)"
"""The turn, as `AnalysisTurn.parts` names it."""


class TakeMoveButton(PersistentButton, template=rf"analysis_take:{TURN}"):
    """Adds the previewed move to the analysis. Its parts: those of the turn."""

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
        again = [] if board.mover is None else [NextMoveButton(_(wording.NEXT_MOVE), *on.parts(board.match))]
        text = board.path.texts[-1] if board.path.texts else board.snapshot.move or ""
        added = _("Added to the analysis of #{match}: {move}.").format(match=board.match.id, move=formatting.code(text))
        await replace_message(press, added, rows(again))


class NextMoveButton(PersistentButton, template=rf"analysis_on:{TURN}"):
    """Goes on after a move that was added to the shared analysis. Its parts: those of the turn."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Show the first step of the next move in place of the message."""
        turn = AnalysisTurn.of_parts(bot, press, self.parts[0], int(self.parts[1]))
        await show_first_step(bot, press, turn, await turn.guide())


class ToBoardButton(PersistentButton, template=rf"analysis_board:{TURN}"):
    """Leaves the choice of a move. Its parts: those of the turn."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Show a person's own board again."""
        turn = AnalysisTurn.of_parts(bot, press, self.parts[0], int(self.parts[1]))
        await show_own_board(bot, press, await load_board(bot.context, request_of(press), turn.target, turn.point))


FINAL_BUTTONS[AnalysisTurn] = lambda _press, _match, parts: TakeMoveButton(_(wording.ADD_MOVE), *parts)
WAYS_OUT[AnalysisTurn] = lambda parts: (
    ToBoardButton(_(wording.TO_THE_BOARD), *parts) if "-mine-" in str(parts[0]) else None
)


class AddMoveButton(PersistentButton, template=rf"analysis_move:{AT}"):
    """Leads to a move at a point. Its parts: the point."""

    style = ButtonStyle.primary

    async def on_press(self, bot: Client, press: Press) -> None:
        """Show the first step of the move: in place of a person's own board, or privately beside the shared one."""
        target, point = read_target(press, self.parts), read_point(self.parts)
        turn = AnalysisTurn(bot, press, target, point)
        await show_first_step(bot, press, turn, await turn.guide(), new=target.shared)


class MakePlanButton(PersistentButton, template=rf"analysis_plan:{AT}"):
    """Makes the line that leads to a point the person's plan. Its parts: the point."""

    style = ButtonStyle.success

    async def on_press(self, bot: Client, press: Press) -> None:
        """Add the line to the plan, and say so."""
        target, point = read_target(press, self.parts), read_point(self.parts)
        match, line = await plan_line(bot.context, request_of(press), target, point)
        await reply(press, line_added(format_line(line), match))


class TogetherButton(PersistentButton, template=r"analysis_together:(\d+)"):
    """Posts the board on which everybody analyses a match that is over. Its part: the match."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Have it posted here."""
        await open_shared(bot, press, int(self.parts[0]))


class ExportButton(PersistentButton, template=rf"analysis_export:{WHOSE}"):
    """Sends an analysis as a text file. Its parts: match, whose analysis."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Reply with the file, privately."""
        await export(bot, press, read_target(press, self.parts))


async def open_shared(bot: Client, source: Source, match_id: int) -> None:
    """Have the shared board of a match posted where the request was made. Raises `RequestRejected`."""
    request = request_of(source)
    async with bot.cooldowns.admit(request, PICTURE_COST):
        await post_shared_board(bot.context, request, match_id)
    await reply(source, _("The shared board of #{match} comes here: everyone can move on it.").format(match=match_id))


async def export(bot: Client, source: Source, target: Target) -> None:
    """Reply with an analysis as a text file. Raises `RequestRejected`."""
    board = await load_board(bot.context, request_of(source), target)
    title, match = board.game.info.title, board.match
    text = await run_rules(wording.export_text, title, match, board.analysis, board.changes)
    file = Attachment(text.encode(), f"turnpost-analysis-{match.id}.txt")
    exported = _("The analysis of **{title} #{match}** as text.").format(title=title, match=match.id)
    await reply(source, exported, files=[file])


async def analyse(bot: Client, source: Source, words: str) -> None:
    """Open an analysis, or act in it: `[#42]` and moves, `back`, `go 12`, `remove`, `name NAME`, `note TEXT`, `export`.

    Where others can read it, it opens the shared board. Raises `RequestRejected`.
    """
    number, text = split_match_number(words)
    request, typed = request_of(source), text.strip()
    match = await find_analysed_match(bot.context, request, number)
    target = Target(match.id)
    if not is_private(source):
        if match.ended_at is None:
            raise RequestRejected(_(wording.WOULD_BE_PUBLIC))
        await open_shared(bot, source, match.id)
    elif typed.lower() == wording.EXPORT_WORD:
        await export(bot, source, target)
    else:
        board = await _act(bot.context, request, target, typed)
        await show_board(bot, source, board, analysis_view(board, request.user_id))


async def _act(context: Context, request: Request, target: Target, typed: str) -> AnalysisBoard:
    """Do what a person typed, an action or moves, and return the board then. Raises `RequestRejected`."""
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


ANALYSE_COMMAND = PanelCommand(
    name="analyse",
    panel="match",
    aliases=["analyze"],
    label=ANALYSE,
    description=N_("Try moves for all sides on a board that only you see, and keep the lines"),
    usage="c4, d5, e6",
    run=analyse,
    often=True,
)
