"""Resign from a match: the seat leaves, and the rules decide how the match goes on."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from bot.referee import rejections
from bot.referee.context import MatchState
from bot.referee.errors import RequestRejected
from bot.referee.find_match import find_single_match, get_active_seat, get_match
from bot.referee.log.next_automatic_moves import RESIGNED
from bot.referee.request_results import AlreadyDone
from bot.referee.rules_thread import rules_outside_transaction, run_rules
from bot.referee.turns.play import store_turn
from storage.engine.database import AlreadyStored, WriteConflict

if TYPE_CHECKING:
    from bot.referee.context import Context
    from bot.referee.requests import Request
    from storage.queries.rows import Match

TRIES = 5
"""How often a resignation is tried while other events come first."""


async def find_match_to_resign(context: Context, request: Request, number: int | None) -> Match:
    """Return the match that a person wants to resign, for them to confirm.

    Raises `RequestRejected`, also if its rules aren't installed.
    """
    match = await find_single_match(context, request, number, "match resign")
    get_active_seat(match, request.user_id)
    context.game(match)
    return match


async def resign(context: Context, request: Request, match_id: int) -> Match | AlreadyDone:
    """Resign a match, also one that goes on meanwhile: a player may leave in any turn. Raises `RequestRejected`."""
    for _ in range(TRIES):
        with suppress(WriteConflict):
            return await _try_to_resign(context, request, match_id)
    raise RequestRejected(rejections.moved_on_now(match_id, "resign"))


@rules_outside_transaction
async def _try_to_resign(context: Context, request: Request, match_id: int) -> Match | AlreadyDone:
    """Resign a match as it stands. Raises `WriteConflict` if it goes on meanwhile, and `RequestRejected`."""
    async with context.database.read() as tx:
        match = await get_match(tx, request, match_id)
        seat = get_active_seat(match, request.user_id)
        before = await context.match_state(tx, match)
    after = MatchState(await run_rules(context.game(match).leave, before.state, seat), before.ply)
    try:
        return await store_turn(context, match, after, request.user_id, request.source_id, kind="leave", text=RESIGNED)
    except AlreadyStored:
        return AlreadyDone()
