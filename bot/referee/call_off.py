"""Call a match off that was lost on time: its winner doesn't want to have won it so, and nobody wins."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from bot.referee import rejections
from bot.referee.errors import RequestRejected
from bot.referee.find_match import find_single_match, get_match
from bot.referee.history.outcome import CALLED_OFF, was_lost_on_time
from bot.referee.log.append import end_without_result
from bot.referee.request_results import AlreadyDone
from bot.referee.rules_thread import rules_outside_transaction
from storage.engine.database import AlreadyStored, WriteConflict
from storage.queries import events, pairings

if TYPE_CHECKING:
    from bot.referee.context import Context
    from bot.referee.requests import Request
    from storage.engine.database import Tx
    from storage.queries.rows import Match

OPEN_FOR = timedelta(days=7)
"""How long after its end a match can be called off."""


async def find_match_to_call_off(context: Context, request: Request, number: int | None) -> Match:
    """Return the match that a person wants to call off, for them to confirm. Raises `RequestRejected`."""
    match = await find_single_match(context, request, number, "match calloff")
    async with context.database.read() as tx:
        return await _check(context, tx, request, match.id)


@rules_outside_transaction
async def call_off(context: Context, request: Request, match_id: int) -> Match | AlreadyDone:
    """Call a match off that the other player lost on time, and return it. Raises `RequestRejected`."""
    async with context.database.read() as tx:
        if await events.by_source(tx, request.source_id):
            return AlreadyDone()
        match = await _check(context, tx, request, match_id)
    try:
        async with context.write() as tx:
            return await end_without_result(
                context, tx, match, CALLED_OFF, user_id=request.user_id, source_id=request.source_id
            )
    except AlreadyStored:
        return AlreadyDone()
    except WriteConflict:
        raise RequestRejected(rejections.called_off_already(match)) from None


async def _check(context: Context, tx: Tx, request: Request, match_id: int) -> Match:
    """Return a match that the person may call off. Raises `RequestRejected`."""
    match = await get_match(tx, request, match_id)
    if await pairings.of_match(tx, match.id):
        raise RequestRejected(rejections.event_decides(match.id))
    last = await events.get(tx, match.id, match.seq)
    if match.seat_of(request.user_id) is None:
        raise RequestRejected(rejections.not_a_player(match))
    if match.ended_at is None:
        raise RequestRejected(rejections.nothing_to_call_off(match))
    if last and last.kind == "end" and last.text == CALLED_OFF:
        raise RequestRejected(rejections.called_off_already(match))
    if not was_lost_on_time(match, last):
        raise RequestRejected(rejections.nothing_to_call_off(match))
    if match.seat_of(request.user_id) in match.gone:
        raise RequestRejected(rejections.winner_calls_off(match))
    if match.ended_at + OPEN_FOR < context.now():
        raise RequestRejected(rejections.too_late_to_call_off(match, OPEN_FOR.days))
    return match
