"""Moves that are looked at before they are played: previews, and questions whether this is what was meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.errors import RequestRejected
from bot.referee.find_match import find_match, get_match
from bot.referee.offload import rules_outside_transaction
from bot.referee.requests import MoveText
from bot.referee.results import AlreadyDone, AmbiguousMatch, MovePlayed, StaleBoard
from bot.referee.text import not_your_turn, went_another_way
from bot.referee.turns.play import play_preview, preview_in_match
from bot.referee.turns.resolve_match import stale_board_note
from bot.referee.views import Snapshot
from storage.tables.models import Event

if TYPE_CHECKING:
    from bot.referee.context import Context
    from bot.referee.requests import Request
    from bot.referee.results import MovePreview


async def preview_move(
    context: Context, request: Request, move_text: MoveText
) -> MovePreview | AlreadyDone | AmbiguousMatch:
    """Return what a move by whoever is to move would be, and play nothing. Raises `RequestRejected`."""
    async with context.database.read() as tx:
        match = await find_match(tx, request, move_text.match)
    if isinstance(match, AmbiguousMatch):
        return match
    if match.to_move and match.seat_of(request.user_id) not in {None, match.to_move}:
        raise RequestRejected(not_your_turn(match, "You can preview a move when it's yours."))
    return await preview_in_match(context, request, move_text, match)


@rules_outside_transaction
async def confirm_move(
    context: Context, request: Request, match_id: int, seq: int, text: str
) -> MovePlayed | StaleBoard:
    """Play a move that somebody was shown in a match as it stood after event `seq`, for that very turn.

    It is played once, whoever asks how often; `StaleBoard` says why it can't be played any more. Raises
    `RequestRejected` for what may yet pass.
    """
    async with context.database.read() as tx:
        match = await get_match(tx, request, match_id)
        went_on = await stale_board_note(tx, match, seq)
        ply = (await context.match_state(tx, match, min(seq, match.seq))).ply + 1
    try:
        plan = await preview_in_match(context, request, MoveText(text, match.id, ply), match)
    except RequestRejected as refused:
        if not went_on:
            raise
        return StaleBoard(refused.reason, match)
    if isinstance(plan, AlreadyDone):
        return MovePlayed(match, ply, text)
    if went_on:
        note = went_another_way(match, ply, text)
        return StaleBoard(note, match)
    done = await play_preview(context, request, plan)
    return MovePlayed(match, ply, text) if isinstance(done, AlreadyDone) else done


def snapshot_after(context: Context, preview: MovePreview) -> Snapshot:
    """Return a match as it would stand after a planned move."""
    match, game = preview.match, context.game(preview.match)
    seat = game.to_move(preview.before) or 1
    event = Event(match.id, match.seq + 1, "move", seat, match.seats[seat - 1].id, preview.text, None, context.now())
    return Snapshot(match, event, preview.before, preview.after, preview.ply)
