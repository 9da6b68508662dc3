"""The choice of a move by steps: the message with menus and picture, for a turn or a planned line."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from bot.client.components import rows
from bot.features.board_replies import with_text_board
from bot.features.destinations import FATAL_KEY
from bot.features.moves.text import move_in_preview, preview_headline, preview_small_print
from bot.features.next_match import own_request_of
from bot.features.puzzle_messages import line_of_moves, move_to_confirm, moves_in, puzzle_title, snapshot_of_puzzle
from bot.features.sign_in import board_path
from bot.interactions.limits import draw_private_board
from bot.interactions.own_messages import find_line
from bot.interactions.replies import replace_with_picture, reply_with_picture, request_of
from bot.referee import formatting
from bot.referee.context import run_rules
from bot.referee.people.display import private_display
from bot.referee.plans.parser import format_line
from bot.referee.plans.plans import add_ply, load_line_position
from bot.referee.puzzles import open_puzzle, play_on
from bot.referee.turns.aids import GuidedMove, guide_from, guide_move
from bot.referee.turns.play import preview_after, take_snapshot_after
from games.translation import gettext as _, gettext_noop as N_, pgettext_noop

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from discord.ui import View

    from bot.client.client import Client
    from bot.client.components import PersistentButton, Press
    from bot.referee.boards import Snapshot
    from bot.referee.plans.plans import LinePosition
    from bot.referee.puzzles import PuzzlePosition
    from games.contract import Destinations
    from storage.queries.rows import Match

MOVE = pgettext_noop("button", "Move")
MODAL_TITLE = N_("Type your move")
MODAL_LABEL = N_("Your move")
BACK, MORE, PLAY, PREVIEW = N_("Back"), N_("More"), N_("Play"), N_("Preview")
TYPE, TYPE_AGAIN = N_("Type it"), N_("Type it again")
LINE_UNKNOWN = N_("I no longer know which line this was. Begin again with `/match do:plan`.")
LONGEST_HEADLINE = 1200
SO_FAR, SO_FAR_SMALL = N_("So far: {choices}"), N_("-# So far: {choices}")
_LINE = N_("-# Line: {line}")
_TYPED = N_("You typed {move}.")
_CODE = re.compile("`[^`]+`")


def step_text(guided: GuidedMove, heading: str, mark: str) -> str:
    """Return the question of a step, what was chosen so far, and the move if it can be played as it stands.

    `heading` stands before the question; `mark` is that of the small print.
    """
    snapshot, step = guided.snapshot, guided.step
    lines = [
        guided.stale_note,
        f"{heading}{step.question}",
        _so_far(SO_FAR, guided.labels),
        _(FATAL_KEY) if step.highlights.fatal else "",
        _("This is a whole move already: the preview shows what it does.") if step.move else "",
        preview_small_print(replace(snapshot, ply=snapshot.ply + 1), step.move, mark) if step.move else "",
    ]
    return "\n".join(filter(None, lines))


def plan_heading(title: str, match: Match, line: str) -> str:
    """Return the heading of a line in the making, which `line_so_far` reads back."""
    heading = _("**Your plan for {title} #{match}.** Nothing is played now.").format(title=title, match=match.id)
    return f"{heading}\n{_(_LINE).format(line=formatting.code(line, 900))}" if line else heading


def line_so_far(content: str) -> str:
    """Return the line that a message is about, empty if it has none yet."""
    found = find_line(_LINE, content, line=_CODE.pattern)
    return found["line"][1:-1] if found else ""


def line_added(line: str, match: Match) -> str:
    """Return what is said once a line is in the plan."""
    added = _("Added to your plan for #{match}: {line}. `/match do:plan` shows all of it.")
    return added.format(match=match.id, line=formatting.code(line, 900))


def _so_far(template: str, labels: Sequence[str]) -> str:
    return _(template).format(choices=" ".join(f"`{label}`" for label in labels)) if labels else ""


def typed_text_rejected(heading: str, reason: str, typed: str) -> str:
    """Return why a typed move can't be played, and what was typed, which `typed_text` reads back."""
    return f"{heading}\n{reason[:LONGEST_HEADLINE]}\n{_(_TYPED).format(move=formatting.code(typed, 500))}".lstrip()


def chosen_labels(content: str) -> tuple[str, ...]:
    """Return the labels of the choices that a guided move's message lists."""
    shapes = (find_line(template, content, choices=f"(?:{_CODE.pattern} ?)+") for template in (SO_FAR, SO_FAR_SMALL))
    found = next(filter(None, shapes), None)
    return tuple(re.findall("`([^`]+)`", found["choices"])) if found else ()


def typed_text(content: str) -> str | None:
    """Return the text that a message says was typed, or the move that it previews; None for another one."""
    found = find_line(_TYPED, content, move=_CODE.pattern)
    if found:
        return found["move"][1:-1]
    preview = move_in_preview(content)
    return preview[1] if preview else None


Parts: TypeAlias = tuple[int | str, int | str]
TURN = r"(\d+|[a-z][a-z0-9-]*):(\d+)"
"""How custom_ids name a turn: a match and the event that the move follows, or a puzzle's game and number.

A `p` before the match says that the turn is one of a plan.
"""
PLANNED = re.compile(r"p(\d+)")


@dataclass(frozen=True, slots=True)
class ShownStep:
    """A step of a guided move, what stands before its question, and what its small print calls the match.

    `analysis` says that the move isn't one of the match, but tried.
    """

    guided: GuidedMove
    heading: str
    mark: str = "#"
    analysis: bool = False


@dataclass(frozen=True, slots=True)
class ShownMove:
    """A whole move: the board after it, what stands above it, and the move in small print."""

    after: Snapshot
    text: str
    small_print: str


class Turn(ABC):
    """A turn whose move the guide helps to choose."""

    @abstractmethod
    async def guide(self, labels: Sequence[str] = ()) -> ShownStep:
        """Return the step after some choices. Raises `RequestRejected`."""

    @abstractmethod
    async def preview(self, text: str) -> ShownMove:
        """Return what a whole move would do. Raises `RequestRejected`."""

    async def heading(self) -> str:
        """Return what every message of the turn must repeat, because custom_ids don't name it; may be empty."""
        return ""

    @abstractmethod
    def parts(self, match: Match) -> Parts:
        """Return the parts of custom_ids that name the turn as a step or a preview has shown it."""

    def path(self, match: Match) -> str | None:
        """Return the path of the page on which the move can be tapped, None if there is none."""
        del match
        return None


FINAL_BUTTONS: dict[type[Any], Callable[[Press, Match, Parts], PersistentButton]] = {}
"""What makes the button that takes a whole move, by the kind of turn. The modules that have the buttons add them."""


WAYS_OUT: dict[type[Any], Callable[[Parts], PersistentButton | None]] = {}
"""What makes the button that leaves the choice of a move, by the kind of turn, for kinds that have one."""

OTHER_TURNS: dict[re.Pattern[str], Callable[[Client, Press, str, int], Turn]] = {}
"""What makes the turns of other features from the two parts of a custom_id, by the pattern of the first."""


class MatchTurn(Turn):
    """A turn in a match, after event `seq`."""

    def __init__(self, bot: Client, press: Press, match_id: int, seq: int) -> None:
        self._context, self._request = bot.context, own_request_of(press)
        self._match_id, self._seq = match_id, seq

    async def guide(self, labels: Sequence[str] = ()) -> ShownStep:
        """Return the step after some choices; the first one of the present turn if the match has moved on."""
        guided = await guide_move(self._context, self._request, self._match_id, self._seq, labels)
        match, ply = guided.snapshot.match, guided.snapshot.ply
        self._seq = match.seq
        heading = _("**{title} #{match}**, move {ply}.")
        heading = heading.format(title=self._context.game(match).info.title, match=match.id, ply=ply + 1)
        return ShownStep(guided, f"{heading} ")

    async def preview(self, text: str) -> ShownMove:
        """Return the board after a move, whose turn it would be then or how the match would end."""
        preview = await preview_after(self._context, self._request, self._match_id, self._seq, text)
        game, after = self._context.game(preview.match), take_snapshot_after(self._context, preview)
        headline = await run_rules(lambda: preview_headline(after, game, confirm=False))
        return ShownMove(after, headline, preview_small_print(after, preview.text))

    def parts(self, match: Match) -> Parts:
        """Return the match and its last event."""
        return match.id, match.seq

    def path(self, match: Match) -> str:
        """Return the path of the match's page."""
        return board_path(match)


class PuzzleTurn(Turn):
    """A turn in a puzzle, after some moves."""

    def __init__(self, bot: Client, press: Press, key: str, number: int, moves: Sequence[str]) -> None:
        self._context, self._user_id, self._moves = bot.context, press.user.id, moves
        self._key, self._number = key, number

    @classmethod
    def of_message(cls, bot: Client, press: Press, key: str, number: int) -> PuzzleTurn:
        """Return the turn after the moves that the message of the pressed button lists."""
        return cls(bot, press, key, number, moves_in(press.message.content) if press.message else ())

    async def position(self) -> PuzzlePosition:
        """Return the position in which the person is to move. Raises `RequestRejected` if the puzzle is gone."""
        return await run_rules(open_puzzle, self._context.games, self._key, self._number, self._moves)

    async def guide(self, labels: Sequence[str] = ()) -> ShownStep:
        """Return the step after some choices."""
        position = await self.position()
        guided = await guide_from(self._context, snapshot_of_puzzle(position, self._user_id), self._user_id, labels)
        return ShownStep(guided, f"{_heading(position)}\n", "puzzle ")

    async def preview(self, text: str) -> ShownMove:
        """Return the board after a move and what the move does, but not whether it is right."""
        position = await self.position()
        after = await run_rules(play_on, position, text)
        headline = await run_rules(move_to_confirm, position, after.moves[-1])
        snapshot = snapshot_of_puzzle(after, self._user_id)
        small_print = preview_small_print(snapshot, after.moves[-1], "puzzle ")
        return ShownMove(snapshot, f"{_heading(position)}\n{headline}", small_print)

    async def heading(self) -> str:
        """Return the puzzle, what has to be found, and the moves so far."""
        return _heading(await self.position())

    def parts(self, match: Match) -> Parts:
        """Return the game and the number of the puzzle."""
        return match.game, match.id

    def path(self, match: Match) -> str | None:
        """Return the path of the puzzle's page, which begins with its first move."""
        return None if self._moves else f"/p/{match.game}/{match.id}"


def _heading(position: PuzzlePosition) -> str:
    return "\n".join(filter(None, [puzzle_title(position), line_of_moves(position.moves)]))


class PlanTurn(Turn):
    """A turn after a line that begins after event `seq` of a match; the message has the line."""

    def __init__(self, bot: Client, press: Press, match_id: int, seq: int, line: str) -> None:
        self._context, self._request = bot.context, request_of(press)
        self._match_id, self._seq, self._line = match_id, seq, line

    @classmethod
    def of_message(cls, bot: Client, press: Press, match_id: int, seq: int) -> PlanTurn:
        """Return the turn after the line in the message of the pressed button."""
        return cls(bot, press, match_id, seq, line_so_far(press.message.content) if press.message else "")

    async def position(self) -> LinePosition:
        """Return the position in which the move is chosen. Raises `RequestRejected`."""
        return await load_line_position(self._context, self._request, self._match_id, self._seq, self._line)

    async def guide(self, labels: Sequence[str] = ()) -> ShownStep:
        """Return the step after some choices, for whoever is to move then."""
        position = await self.position()
        guided = await guide_from(self._context, position.snapshot, self._request.user_id, labels)
        mover = position.mover or position.seat
        whose = _("If {name} plays:").format(name=formatting.name(position.match.seats[mover - 1]))
        if mover == position.seat:
            whose = _("Then you play.")
        return ShownStep(guided, f"{self._heading(position)}\n{whose} ")

    async def preview(self, text: str) -> ShownMove:
        """Return the board after a move."""
        position = await self.position()
        after = (await add_ply(self._context, position, text)).snapshot
        headline = await run_rules(lambda: preview_headline(after, position.game, confirm=False))
        return ShownMove(
            after, f"{self._heading(position)}\n{headline}", preview_small_print(after, after.move or text)
        )

    async def heading(self) -> str:
        """Return the match and the line so far."""
        return self._heading(await self.position())

    def parts(self, match: Match) -> Parts:
        """Return the match, marked as that of a plan, and the event after which the line begins."""
        return f"p{match.id}", self._seq

    async def with_ply(self, text: str) -> LinePosition:
        """Return the position after one more move. Raises `RequestRejected`."""
        return await add_ply(self._context, await self.position(), text)

    def _heading(self, position: LinePosition) -> str:
        title = position.game.info.title
        return plan_heading(title, position.match, format_line(position.line))


def find_turn(bot: Client, press: Press, parts: Sequence[str]) -> Turn:
    """Return the turn that the parts of a custom_id name."""
    first, second = parts[0], int(parts[1])
    if first.isdecimal():
        return MatchTurn(bot, press, int(first), second)
    if found := PLANNED.fullmatch(first):
        return PlanTurn.of_message(bot, press, int(found[1]), second)
    for pattern, make in OTHER_TURNS.items():
        if pattern.fullmatch(first):
            return make(bot, press, first, second)
    return PuzzleTurn.of_message(bot, press, first, second)


async def show_step(bot: Client, press: Press, shown: ShownStep, view: View, *, new: bool = False) -> None:
    """Show what can be chosen next; `new` opens the private message, else it replaces what it showed."""
    text = step_text(shown.guided, shown.heading, shown.mark)
    snapshot, step = shown.guided.snapshot, shown.guided.step
    drawn = snapshot if step.shown is None else replace(snapshot, state=step.shown)
    await _show(bot, press, text, drawn, step.highlights, view, new=new, stamp="analysis" if shown.analysis else None)


async def show_preview(bot: Client, press: Press, shown: ShownMove, labels: Sequence[str], view: View) -> None:
    """Show the board after a whole move, which was chosen by `labels` or typed."""
    so_far = _so_far(SO_FAR_SMALL, labels)
    text = "\n".join(filter(None, [shown.text[:LONGEST_HEADLINE], so_far, shown.small_print]))
    await _show(bot, press, text, shown.after, None, view, stamp="preview")


async def show_board(bot: Client, press: Press, text: str, snapshot: Snapshot) -> None:
    """Show a text with a board on which there is nothing more to choose."""
    await _show(bot, press, text, snapshot, None, rows())


async def _show(
    bot: Client,
    press: Press,
    text: str,
    snapshot: Snapshot,
    highlights: Destinations | None,
    view: View,
    *,
    new: bool = False,
    stamp: Literal["preview", "analysis"] | None = None,
) -> None:
    """Show a text with a board, with a `stamp` if it isn't that of the match."""
    match = snapshot.match
    display = await private_display(bot.context, match, press.user.id)
    stamps = {"preview": stamp == "preview", "analysis": stamp == "analysis"}
    draw = partial(bot.board_images.draw, bot.context.game(match), snapshot, display, highlights, **stamps)
    picture = await draw_private_board(bot.cooldowns, press, draw)
    fallback = with_text_board(text, picture.text) if picture.text else text
    send = reply_with_picture if new else replace_with_picture
    await send(press, text, picture, f"turnpost-move-{match.id}-{match.seq}.png", fallback, view=view)
