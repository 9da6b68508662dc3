"""Analyses: begin and open them, go back and forth, try moves, and make a line one's plan."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from bot.referee import errors, formatting
from bot.referee.analysis import tree
from bot.referee.analysis.tree import (
    Analysis,
    Path,
    Point,
    add_move,
    annotate,
    find_point,
    follow_match,
    from_json,
    go_to,
    path_to,
    point_before,
    position_changes,
    remove_line,
    to_json,
    ways_on,
)
from bot.referee.boards import snapshot_of_move, take_snapshot
from bot.referee.context import rules_outside_transaction, run_rules
from bot.referee.errors import RequestRejected
from bot.referee.find_match import find_match, get_match, require_single
from bot.referee.formatting import tidy
from bot.referee.history.history import mainline
from bot.referee.plan_tree import Ply
from bot.referee.plans.parser import MOST_PLIES
from bot.referee.plans.plans import add_lines
from games.contract import IllegalMove
from games.translation import gettext as _
from games.typed_words import in_english
from storage.engine.database import AlreadyStored
from storage.queries import analyses, events, matches, outbox

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from bot.referee.boards import Snapshot
    from bot.referee.context import Context
    from bot.referee.plan_tree import Line
    from bot.referee.requests import Request
    from games.contract import Game
    from storage.engine.database import Tx
    from storage.queries.rows import Event, Match

    Change = Callable[[Analysis], Analysis]

_MOVE_END = re.compile(r"[;\n]+|,(?=\s)")
_LONGEST_MOVE = 200


@dataclass(frozen=True, slots=True)
class Target:
    """The analysis that a person means, and the message that shows it if everybody shares it."""

    match_id: int
    shared: bool = False
    message_id: int = 0

    def owner(self, request: Request) -> int:
        """Return whose analysis it is."""
        return SHARED if self.shared else request.user_id


async def find_analysed_match(context: Context, request: Request, number: int | None) -> Match:
    """Return the match that a command means, which the person may see. Raises `RequestRejected`."""
    async with context.database.read() as tx:
        return require_single(await find_match(tx, request, number, to_move=False), "match do:analyse")


@rules_outside_transaction
async def load_board(context: Context, request: Request, target: Target, point: Point | None = None) -> AnalysisBoard:
    """Return the board of an analysis at a point, by default where it was left; nothing is stored.

    If the match has moved on since, or doesn't have the point any more, it's the board where the match stands. Raises
    `RequestRejected`.
    """
    async with context.database.read() as tx:
        match, owner = await _get(tx, request, target), target.owner(request)
        log = await events.of_match(tx, match.id, upto=match.seq)
        analysis = await _read(tx, match, owner, log)
        found = find_point(analysis, point, match.seq) if point else None
        shown = go_to(analysis, found) if found else analysis
        return await build_board(context, tx, match, owner, shown, changes_of(log))


@rules_outside_transaction
async def load_shared_board(context: Context, match_id: int) -> AnalysisBoard:
    """Return the board of the analysis that everybody shares of a match, where it was left."""
    async with context.database.read() as tx:
        match = await matches.require(tx, match_id)
        log = await events.of_match(tx, match.id, upto=match.seq)
        return await build_board(context, tx, match, SHARED, await _read(tx, match, SHARED, log), changes_of(log))


async def show_point(context: Context, request: Request, target: Target, point: Point) -> AnalysisBoard:
    """Show another point of an analysis, and remember it. Raises `RequestRejected`."""
    return await _change(context, request, target, point, lambda analysis: analysis)


async def add_typed_moves(
    context: Context, request: Request, target: Target, point: Point | None, typed: str
) -> AnalysisBoard:
    """Add moves to an analysis at a point, by default where it was left; commas stand between them.

    Raises `RequestRejected` with the first move that can't be played, and then nothing is stored.
    """
    board = await load_board(context, request, target, point)
    if board.unplayable:
        raise RequestRejected(_(tree.CANNOT_GO_ON))
    if board.mover is None:
        raise RequestRejected(tree.over_there(board.match))
    texts = await run_rules(_read_moves, board.game, board.snapshot.state, board.snapshot.ply, typed)

    def add(analysis: Analysis) -> Analysis:
        for text in texts:
            analysis = follow_match(add_move(analysis, text), board.changes, analysis.seq)
        return analysis

    return await _change(context, request, target, board.point, add)


async def try_move(context: Context, board: AnalysisBoard, typed: str) -> Snapshot:
    """Return a snapshot of a board as it would be after one more move. Raises `RequestRejected`."""
    text = (await run_rules(_read_moves, board.game, board.snapshot.state, board.snapshot.ply, typed))[0]
    return await run_rules(after_move, board, text, context.now())


async def remove_at(context: Context, request: Request, target: Target, point: Point) -> AnalysisBoard:
    """Remove the move that leads to a point, and all that follow it. Raises `RequestRejected`."""

    def remove(analysis: Analysis) -> Analysis:
        left = remove_line(analysis)
        if len(left.moves) == len(analysis.moves):
            raise RequestRejected(_("No line begins here, so there's nothing to remove. The moves of the match stay."))
        return left

    return await _change(context, request, target, point, remove)


async def annotate_point(
    context: Context, request: Request, target: Target, point: Point, name: str, note: str
) -> AnalysisBoard:
    """Give a point a name and a note; an empty text removes them. Raises `RequestRejected`."""
    return await _change(context, request, target, point, lambda analysis: annotate(analysis, tidy(name), tidy(note)))


async def find_typed_point(context: Context, request: Request, target: Target, typed: str) -> Point:
    """Return the point that a person names: by a move's number, or by its name. Raises `RequestRejected`."""
    board, wanted = await load_board(context, request, target), tidy(typed)
    if wanted.isdecimal() and len(wanted) < 6:
        moves = [event for event in board.changes if event.kind == "move"]
        if int(wanted) == 0:
            return Point(0)
        if int(wanted) <= len(moves):
            return Point(moves[int(wanted) - 1].seq)
    for point, name in board.analysis.names.items():
        if name.casefold() == wanted.casefold():
            return point
    raise RequestRejected(
        _(
            "There's no move or position called {typed}. Type a move's number, for example 12, or a name you gave."
        ).format(typed=formatting.code(typed, 100))
    )


async def post_shared_board(context: Context, request: Request, match_id: int) -> None:
    """Have the shared board of a match that is over posted where the request was made. Raises `RequestRejected`."""
    with suppress(AlreadyStored):
        async with context.write() as tx:
            match = await _get(tx, request, Target(match_id, shared=True))
            await _post(context, tx, match, request, {"channel": request.channel_id})


@rules_outside_transaction
async def _change(
    context: Context, request: Request, target: Target, point: Point | None, change: Change
) -> AnalysisBoard:
    """Change an analysis at a point and show it; if everybody shares it, have its message show it, too."""
    owner = target.owner(request)
    with suppress(AlreadyStored):
        async with context.write() as tx:
            match = await _get(tx, request, target)
            await matches.lock(tx, match.id)
            log = await events.of_match(tx, match.id, upto=match.seq)
            analysis = await _read(tx, match, owner, log)
            found = find_point(analysis, point, match.seq) if point else None
            analysis = change(go_to(analysis, found) if found else analysis)
            await analyses.put(tx, match.id, owner, to_json(analysis))
            if target.shared:
                body = {"channel": request.channel_id, "message": target.message_id}
                await _post(context, tx, match, request, body)
    return await load_board(context, request, target)


async def _get(tx: Tx, request: Request, target: Target) -> Match:
    """Return the match of an analysis. Raises `RequestRejected`."""
    match = await get_match(tx, request, target.match_id)
    if target.shared and match.ended_at is None:
        raise RequestRejected(
            _("The match isn't over yet, so an analysis is yours alone. You can analyse it together once it has ended.")
        )
    if target.shared and match.is_direct:
        raise RequestRejected(
            _("This match is played in direct messages, so there's no place where all of you could analyse it.")
        )
    return match


async def _read(tx: Tx, match: Match, owner: int, log: list[Event]) -> Analysis:
    """Return what is stored of an analysis, as the match stands now."""
    stored = await analyses.get(tx, match.id, owner)
    return follow_match(from_json(stored) if stored else Analysis(), changes_of(log), match.seq)


async def _post(context: Context, tx: Tx, match: Match, request: Request, body: dict[str, Any]) -> None:
    await outbox.add(
        tx,
        lane=f"analysis:{match.id}",
        kind="analysis",
        body=body,
        at=context.now(),
        match_id=match.id,
        source_id=request.source_id,
    )


def _read_moves(game: Game[Any, Any], state: Any, ply: int, typed: str) -> Sequence[str]:
    """Return the canonical texts of moves that a person typed, one after the other. Raises `RequestRejected`."""
    found = [text.strip() for text in _MOVE_END.split(typed.replace("`", "")) if text.strip()]
    if not found:
        raise RequestRejected(_("I can't find any moves in that. Put commas between them: `d5, e6, f3`."))
    texts: list[str] = []
    for text in found:
        ply += 1
        try:
            move = game.parse(state, in_english(game.info, text[:_LONGEST_MOVE]))
            texts.append(game.format(state, move))
            state = game.play(state, move)
        except IllegalMove as illegal:
            # Translators: {reason} is a clause or a sentence, with its full stop
            sentence = _("Move {ply}, {move}: {reason}")
            shown = formatting.code(text, 100)
            raise RequestRejected(sentence.format(ply=ply, move=shown, reason=illegal.reason)) from None
    return texts


SHARED = 0
"""The owner of the analysis that everybody shares, in place of a person's id."""


@dataclass(frozen=True, slots=True)
class AnalysisBoard:
    """An analysis of a match, whose it is, and the position of the point that it shows.

    `changes` are the events of the match that change the position; `movers` has the seat of each move of the line that
    can be played. `unplayable` says why a line can't be played to its point any more, because the rules have changed;
    the board is that of the last position which can be reached.
    """

    match: Match
    game: Game[Any, Any]
    owner: int
    analysis: Analysis
    changes: tuple[Event, ...]
    path: Path
    snapshot: Snapshot
    movers: tuple[int, ...] = ()
    unplayable: str = ""

    @property
    def shared(self) -> bool:
        """Whether everybody shares it."""
        return self.owner == SHARED

    @property
    def point(self) -> Point:
        """The point shown."""
        return self.analysis.point

    @property
    def mover(self) -> int | None:
        """The seat to move, None where the match is over."""
        return self.game.to_move(self.snapshot.state)

    @property
    def before(self) -> Point | None:
        """The point before, None at the start."""
        return point_before(self.analysis, self.point, self.changes)

    @property
    def ways_on(self) -> list[tuple[Point, str]]:
        """The points that follow, each with its move."""
        return ways_on(self.analysis, self.point, self.changes)

    @property
    def now(self) -> Point:
        """The point where the match stands."""
        return Point(self.changes[-1].seq if self.changes else 0)


def changes_of(log: list[Event]) -> tuple[Event, ...]:
    """Return the events of a log that count and change the position."""
    return tuple(position_changes(mainline(log)))


async def build_board(
    context: Context, tx: Tx, match: Match, owner: int, analysis: Analysis, changes: tuple[Event, ...]
) -> AnalysisBoard:
    """Return the board of an analysis at the point that it shows."""
    game, path = context.game(match), path_to(analysis, analysis.point)
    snapshot = await take_snapshot(context, tx, match, path.seq)
    end = _LineEnd(snapshot.state, snapshot.state)
    if path.texts:
        start = await context.match_state(tx, match, path.seq)
        end = await run_rules(_play, game, start.state, path.texts, key=(match.id, path.seq, path.texts))
        if count := len(end.movers):
            seat, text = end.movers[-1], path.texts[count - 1]
            snapshot = snapshot_of_move(
                match, seat, text, context.now(), before=end.before, after=end.state, ply=start.ply + count
            )
    return AnalysisBoard(match, game, owner, analysis, changes, path, snapshot, end.movers, end.unplayable)


def after_move(board: AnalysisBoard, text: str, now: datetime) -> Snapshot:
    """Return a snapshot of a board as it would be after one more move, which can be played."""
    before = board.snapshot.state
    state = board.game.play(before, board.game.parse(before, text))
    return snapshot_of_move(
        board.match, board.mover or 1, text, now, before=before, after=state, ply=board.snapshot.ply + 1
    )


@dataclass(frozen=True, slots=True)
class _LineEnd:
    """Where a line leads: the states before and after its last move, and the seat of each move that can be played."""

    before: Any
    state: Any
    movers: tuple[int, ...] = ()
    unplayable: str = ""


def _play(game: Game[Any, Any], state: Any, texts: tuple[str, ...]) -> _LineEnd:
    end = _LineEnd(state, state)
    for text in texts:
        try:
            after = game.play(end.state, game.parse(end.state, text))
        except IllegalMove as illegal:
            return replace(end, unplayable=illegal.reason)
        end = _LineEnd(end.state, after, (*end.movers, game.to_move(end.state) or 1))
    return end


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
        raise RequestRejected(
            _(
                "A line can become your plan if it begins where the match is now and has a move for you, and only "
                "while you wait for the others."
            )
        )
    if board.point != point:
        raise RequestRejected(errors.moved_on_since(board.match))
    await add_lines(context, request, board.match.id, board.match.seq, [line])
    return board.match, line
