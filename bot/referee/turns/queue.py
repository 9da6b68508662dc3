"""Several moves in one text: the first is played, the others as turns come."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from bot.referee import formatting
from bot.referee.context import rules_outside_transaction, run_rules
from bot.referee.errors import RequestRejected, moved_on_now
from bot.referee.find_match import find_match, get_active_seat, get_match, reads_as_move
from bot.referee.log.append import post_board
from bot.referee.requests import AlreadyDone, MovesQueued, idempotent
from games.contract import IllegalMove
from games.translation import gettext as _
from games.typed_words import in_english
from storage.queries import events, matches, queued_moves, waiting_rows
from storage.queries.rows import Match

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee.context import Context
    from bot.referee.requests import MoveText, Request
    from games.contract import Game
    from storage.engine.database import Tx

MOST_MOVES = 30
"""Moves that a text may queue."""


@dataclass(frozen=True, slots=True)
class QueueText:
    """A text of several moves for a seat of a match, by the state in which the match stands."""

    match: Match
    seat: int
    state: Any
    parts: tuple[str, ...]


def split_parts(text: str) -> tuple[str, ...]:
    """Return the moves of a text, which commas or semicolons part; a text without any is one move.

    >>> split_parts("2@e5, 1@d4;3@c3")
    ('2@e5', '1@d4', '3@c3')
    """
    return tuple(part.strip() for part in text.replace(";", ",").split(",") if part.strip())


@idempotent
@rules_outside_transaction
async def queue_text(context: Context, request: Request, move_text: MoveText) -> MovesQueued | AlreadyDone | None:
    """Queue the moves of a text, and play those whose turn it is; None if the text isn't several moves of a match.

    Raises `RequestRejected` if one of them can't be played, and then none of them is.
    """
    if len(split_parts(move_text.text)) < 2:
        return None
    async with context.database.read() as tx:
        found = await _find_match(context, tx, request, move_text)
        if found is None:
            return None
        last = await queued_moves.last_source(tx, found.match.id, found.seat)
        if (last or 0) >= request.source_id:  # read again after a crash, when its moves may no longer be possible
            return AlreadyDone()
    moves = await run_rules(_check, context.game(found.match), found)
    async with context.write() as tx:
        await matches.lock(tx, found.match.id)
        match = await matches.require(tx, found.match.id)
        if await events.by_source(tx, request.source_id):
            return AlreadyDone()
        await queued_moves.replace(tx, match.id, found.seat, moves, request.source_id)
        if match.seq != found.match.seq:
            raise RequestRejected(moved_on_now(match.id, "queue"))
        after = match
        if match.to_move == found.seat:
            has = await waiting_rows.of_match(tx, match.id)
            after = await post_board(context, tx, match, match, has, request.source_id)
        waiting = (await queued_moves.of_match(tx, match.id)).get(found.seat, [])
    return MovesQueued(after, len(moves) - len(waiting), tuple(waiting))


async def cancel_queue(context: Context, request: Request, match_id: int) -> bool:
    """Drop what a person queued in a match, and return whether anything waited. Raises `RequestRejected`."""
    async with context.write() as tx:
        match = await get_match(tx, request, match_id)
        seat = get_active_seat(match, request.user_id)
        await matches.lock(tx, match.id)
        waited = seat in await queued_moves.of_match(tx, match.id)
        await queued_moves.keep(tx, match.id, seat, ())
    return waited


async def _find_match(context: Context, tx: Tx, request: Request, move_text: MoveText) -> QueueText | None:
    """Return the match that several moves are for: the one named, replied to, of this thread, or the only one."""
    try:
        match = await find_match(tx, request, move_text.match, to_move=False)
    except RequestRejected:
        return None
    if not isinstance(match, Match) or match.game not in context.games or match.ended_at is not None:
        return None
    seat, parts = match.seat_of(request.user_id), split_parts(move_text.text)
    if seat is None or seat in match.gone or match.crowd_of(request.user_id):
        return None
    game, state = context.game(match), await context.state(tx, match)
    if not (game.can_queue(state, seat) and await run_rules(_all_parse, game, state, seat, parts)):
        return None
    return QueueText(match, seat, state, parts)


def _all_parse(game: Game[Any, Any], state: Any, seat: int, parts: Sequence[str]) -> bool:
    """Return whether every part reads as a move of the game, legal or not, so that the text isn't chat."""
    return all(reads_as_move(game, replace(state, mover=seat), part) for part in parts)


def _check(game: Game[Any, Any], found: QueueText) -> list[str]:
    """Return the canonical texts of moves that a seat makes one after the other. Raises `RequestRejected`."""
    if len(found.parts) > MOST_MOVES:
        raise RequestRejected(
            _("That's {count} moves. Send at most {most} at once.").format(count=len(found.parts), most=MOST_MOVES)
        )
    state, moves = found.state, list[str]()
    for number, part in enumerate(found.parts, 1):
        state = replace(state, mover=found.seat)
        if not game.can_queue(state, found.seat):
            raise RequestRejected(
                _("Nothing was played: by move {number}, {text}, you have nothing left to place.").format(
                    number=number, text=formatting.code(part)
                )
            )
        try:
            move = game.parse(state, in_english(game.info, part))
        except IllegalMove as illegal:
            raise RequestRejected(
                _("Nothing was played, because of move {number}, {text}: {reason}").format(
                    number=number, text=formatting.code(part), reason=illegal.reason
                )
            ) from None
        moves.append(game.format(state, move))
        state = game.play(state, move)
    return moves
