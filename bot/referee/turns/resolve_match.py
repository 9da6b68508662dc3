"""Which match a text is a move of, however it came; only then is it asked whether the move can be played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.referee.errors import NotAMove
from bot.referee.find_match import board_replied_to, find_match
from bot.referee.history.mainline import count_plies, mainline
from bot.referee.offload import rules_outside_transaction, run_rules
from bot.referee.results import AmbiguousMatch, StaleBoard
from bot.referee.text import progress
from bot.referee.turns.turn_start import turn_start_id
from games.contract import IllegalMove
from storage.tables import events, matches, outbox

if TYPE_CHECKING:
    from bot.referee.context import Context
    from bot.referee.requests import MoveText, Request, ShownBoard
    from games.contract import Game
    from storage.engine.database import Tx
    from storage.tables.models import Match


HERE = "Here it is now."
"""How a sentence ends that comes with a board."""


async def match_of_command(context: Context, tx: Tx, request: Request, move_text: MoveText) -> Match | AmbiguousMatch:
    """Return the match that a command is a move of, or those among which to choose. Raises `RequestRejected`."""
    found = await find_match(tx, request, move_text.match)
    if isinstance(found, AmbiguousMatch) or request.replied_to is not None or not _has_no_place(request, move_text):
        return found
    others = [each for each in await _repeated_unseen(context, tx, request, move_text) if each.id != found.id]
    return AmbiguousMatch((found, *others)) if others else found


def _has_no_place(request: Request, move_text: MoveText) -> bool:
    """Whether neither the text nor where it was said tells which match it is about."""
    return request.guild_id is None and move_text.match is None


async def match_of_text(
    context: Context, tx: Tx, request: Request, move_text: MoveText
) -> Match | AmbiguousMatch | StaleBoard:
    """Return the match that a text without a command is a move of, or what to answer instead. Raises `NotAMove`."""
    board = await board_replied_to(tx, request)
    if board:
        return await _match_of_reply(context, tx, request, move_text, board)
    found = await _waiting_here(context, tx, request, move_text)
    return found[0] if len(found) == 1 else AmbiguousMatch(found)


@rules_outside_transaction
async def resolve_match(context: Context, request: Request, move_text: MoveText) -> Match | AmbiguousMatch | StaleBoard:
    """Return the same as `by_text`, for who has no transaction yet."""
    async with context.database.read() as tx:
        return await match_of_text(context, tx, request, move_text)


async def is_about_a_match(context: Context, request: Request, move_text: MoveText) -> bool:
    """Return whether a text names a match or a move, or reads as a move in a match of its author's, due or not."""
    if move_text.match is not None or move_text.ply is not None:
        return True
    async with context.database.read() as tx:
        theirs = [match for match in await matches.of_player(tx, request.user_id) if match.game in context.games]
        states = [(context.game(match), await context.state(tx, match)) for match in theirs]
    for game, state in states:
        if await _reads_as_move(game, state, move_text.text):
            return True
    return False


async def _match_of_reply(
    context: Context, tx: Tx, request: Request, move_text: MoveText, board: ShownBoard
) -> Match | StaleBoard:
    match = await matches.get(tx, board.match_id)
    if match is None or match.seat_of(request.user_id) is None or board.seq > match.seq:
        raise NotAMove
    shown = await context.state(tx, match, board.seq)
    if not await _reads_as_move(context.game(match), shown, move_text.text):
        raise NotAMove
    if note := await stale_board_note(tx, match, board.seq):
        return StaleBoard(note, match)
    if match.to_move != match.seat_of(request.user_id):
        raise NotAMove
    return match


async def stale_board_note(tx: Tx, match: Match, seq: int) -> str:
    """Return what to say to somebody who looks at the board after event `seq`: nothing if the match stands there still.

    It does, too, where all that happened since was taken back.
    """
    if seq == match.seq:
        return ""
    log = await events.of_match(tx, match.id, upto=match.seq)
    then, now = mainline(log[:seq]), mainline(log)
    if then == now:
        return ""
    gone = ", which was taken back" if then != now[: len(then)] else ""
    return f"{_board_of(count_plies(then))}{gone}; the match {progress(match, count_plies(now))}. {HERE}"


async def _waiting_here(context: Context, tx: Tx, request: Request, move_text: MoveText) -> tuple[Match, ...]:
    waiting = [match for match in await matches.to_move(tx, request.user_id) if match.game in context.games]
    if request.guild_id is not None:
        here = [match for match in waiting if match.home == request.channel_id]
        waiting = [match for match in here if match.thread_id is not None or move_text.match is not None]
    if move_text.match is not None:
        waiting = [match for match in waiting if match.id == move_text.match]
    found = [
        each
        for each in waiting
        if await _reads_as_move(context.game(each), await context.state(tx, each), move_text.text)
    ]
    found = [each for each in found if await _in_this_turn(context, tx, request, each)]
    if not found:
        raise NotAMove
    if _has_no_place(request, move_text):
        found += await _repeated_unseen(context, tx, request, move_text)
    return tuple(found)


async def _repeated_unseen(context: Context, tx: Tx, request: Request, move_text: MoveText) -> list[Match]:
    """Return the matches in which a text may say a move again that its author had yet to see played on writing it."""
    theirs = [match for match in await matches.of_player(tx, request.user_id) if match.game in context.games]
    boards = await outbox.last_boards(tx, [match.id for match in theirs])
    seen = {
        key: board.seq for key, board in boards.items() if board.message_id and board.message_id < request.source_id
    }
    unseen = [match for match in theirs if seen.get(match.id) != match.seq]
    return [match for match in unseen if await repeats_last_move(context, tx, request, move_text, match)]


async def _in_this_turn(context: Context, tx: Tx, request: Request, match: Match) -> bool:
    """Whether what somebody asks was asked since the present turn began, however late it is read."""
    return request.source_id > await turn_start_id(context, tx, match)


async def _reads_as_move(game: Game[Any, Any], state: Any, text: str) -> bool:
    if game.to_move(state) is None:
        return False
    try:
        await run_rules(game.parse, state, text)
    except IllegalMove as illegal:
        return illegal.kind != "not_a_move"
    return True


async def repeats_last_move(context: Context, tx: Tx, request: Request, move_text: MoveText, match: Match) -> bool:
    """Whether the text is the move this person made last, nobody having answered it yet."""
    if match.to_move == match.seat_of(request.user_id):
        return False
    last, ply = await events.get(tx, match.id, match.seq), (await context.match_state(tx, match)).ply
    if last is None or last.kind != "move" or last.user_id != request.user_id or move_text.ply not in {None, ply}:
        return False
    game, before = context.game(match), await context.state(tx, match, match.seq - 1)
    try:
        return game.format(before, await run_rules(game.parse, before, move_text.text)) == last.text
    except IllegalMove:
        return False


def _board_of(ply: int) -> str:
    return f"That was move {ply}" if ply else "That was the start"
