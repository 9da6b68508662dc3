"""Preview moves, and play a previewed move once it is confirmed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.errors import RequestRejected
from bot.referee.find_match import find_match, get_match
from bot.referee.plans.rejections import PREVIEW_IS_ONE_MOVE
from bot.referee.request_results import AlreadyDone, AmbiguousMatch, MovePlayed, StaleBoard
from bot.referee.requests import MoveText
from bot.referee.rules_thread import rules_outside_transaction
from bot.referee.snapshots import snapshot_of_move
from bot.referee.turns.find_match_of_move import stale_board_note
from bot.referee.turns.play import play_preview, preview_in_match
from bot.referee.turns.rejections import not_your_turn, went_another_way
from games.translation import gettext as _

if TYPE_CHECKING:
    from bot.referee.context import Context
    from bot.referee.request_results import MovePreview
    from bot.referee.requests import Request
    from bot.referee.snapshots import Snapshot


async def preview_move(
    context: Context, request: Request, move_text: MoveText
) -> MovePreview | AlreadyDone | AmbiguousMatch:
    """Return a preview of a move by the player to move, and store nothing. Raises `RequestRejected`."""
    if move_text.plan:
        raise RequestRejected(_(PREVIEW_IS_ONE_MOVE))
    async with context.database.read() as tx:
        match = await find_match(tx, request, move_text.match)
    if isinstance(match, AmbiguousMatch):
        return match
    if match.to_move and match.seat_of(request.user_id) not in {None, match.to_move}:
        raise RequestRejected(not_your_turn(match, _("You can preview a move when it's yours.")))
    return await preview_in_match(context, request, move_text, match)


@rules_outside_transaction
async def preview_after(context: Context, request: Request, match_id: int, seq: int, text: str) -> MovePreview:
    """Return a preview of a move in the turn that follows event `seq` of a match. Raises `RequestRejected`."""
    async with context.database.read() as tx:
        match = await get_match(tx, request, match_id)
        ply = (await context.match_state(tx, match, min(seq, match.seq))).ply + 1
    preview = await preview_in_match(context, request, MoveText(text, match.id, ply), match)
    if isinstance(preview, AlreadyDone):
        raise RequestRejected(went_another_way(match, ply, text))
    return preview


@rules_outside_transaction
async def confirm_move(
    context: Context, request: Request, match_id: int, seq: int, text: str
) -> MovePlayed | StaleBoard:
    """Play a move that was previewed after event `seq` of a match, in that turn and once.

    Returns `StaleBoard` with the reason if the match has moved on, so that it can never be played. Raises
    `RequestRejected` if it can't be played now.
    """
    async with context.database.read() as tx:
        match = await get_match(tx, request, match_id)
        stale_note = await stale_board_note(tx, match, seq)
        ply = (await context.match_state(tx, match, min(seq, match.seq))).ply + 1
    try:
        preview = await preview_in_match(context, request, MoveText(text, match.id, ply), match)
    except RequestRejected as rejected:
        if not stale_note:
            raise
        return StaleBoard(rejected.reason, match)
    if isinstance(preview, AlreadyDone):
        return MovePlayed(match, ply, text)
    if stale_note:
        return StaleBoard(went_another_way(match, ply, text), match)
    result = await play_preview(context, request, preview)
    return MovePlayed(match, ply, text) if isinstance(result, AlreadyDone) else result


def take_snapshot_after(context: Context, preview: MovePreview) -> Snapshot:
    """Return a snapshot of the match as it would be after a previewed move."""
    match, game = preview.match, context.game(preview.match)
    seat = game.to_move(preview.before) or 1
    return snapshot_of_move(
        match, seat, preview.text, context.now(), before=preview.before, after=preview.after, ply=preview.ply
    )
