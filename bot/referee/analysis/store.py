"""Load and change analyses: a person's own of a match that they may see, and the shared one of a match that is over."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.referee.analysis import rejections
from bot.referee.analysis.board import SHARED, AnalysisBoard, after_move, build_board, changes_of
from bot.referee.analysis.tree import (
    Analysis,
    Point,
    add_move,
    annotate,
    find_point,
    follow_match,
    from_json,
    go_to,
    remove_line,
    to_json,
)
from bot.referee.errors import RequestRejected
from bot.referee.find_match import find_match, get_match, require_single
from bot.referee.formatting import tidy
from bot.referee.rules_thread import rules_outside_transaction, run_rules
from games.contract import IllegalMove
from games.translation import gettext as _
from games.typed_words import in_english
from storage.engine.database import AlreadyStored
from storage.queries import analyses, events, matches, outbox

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.referee.context import Context
    from bot.referee.requests import Request
    from bot.referee.snapshots import Snapshot
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
        return require_single(await find_match(tx, request, number, to_move=False), "match analyse")


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
        raise RequestRejected(_(rejections.CANNOT_GO_ON))
    if board.mover is None:
        raise RequestRejected(rejections.over_there(board.match))
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
            raise RequestRejected(_(rejections.NOTHING_TO_REMOVE))
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
    raise RequestRejected(rejections.no_such_point(typed))


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
        raise RequestRejected(_(rejections.ONLY_WHEN_OVER))
    if target.shared and match.is_direct:
        raise RequestRejected(_(rejections.ONLY_IN_CHANNELS))
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
        raise RequestRejected(_(rejections.MOVES_EXPECTED))
    texts: list[str] = []
    for text in found:
        ply += 1
        try:
            move = game.parse(state, in_english(game.info, text[:_LONGEST_MOVE]))
            texts.append(game.format(state, move))
            state = game.play(state, move)
        except IllegalMove as illegal:
            raise RequestRejected(rejections.cannot_play(ply, text, illegal.reason)) from None
    return texts
