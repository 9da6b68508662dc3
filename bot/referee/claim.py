"""Claim a match: a seat whose time is up leaves it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.clocks import rejections
from bot.referee.clocks.clock import recalculate_clock
from bot.referee.clocks.clocked_match import hold_clocked_match
from bot.referee.clocks.safety_net import take_net_day
from bot.referee.errors import RequestRejected
from bot.referee.history.outcome import OUT_OF_TIME
from bot.referee.log.append import append_leave
from bot.referee.request_results import AlreadyDone
from bot.referee.rules_thread import rules_outside_transaction
from games.translation import gettext as _
from storage.queries import events, open_seats

if TYPE_CHECKING:
    from bot.referee.context import Context
    from bot.referee.requests import Request
    from storage.queries.rows import Match


@rules_outside_transaction
async def claim_match(context: Context, request: Request, match_id: int, seq: int | None = None) -> Match | AlreadyDone:
    """Take the seat to move out of a match because its time is up, and return the match after that.

    `seq` is the event after which a button offered the claim, None without a button. Raises `RequestRejected`.
    """
    async with context.write() as tx:
        if await events.by_source(tx, request.source_id):
            return AlreadyDone()
        match, clock, late = await hold_clocked_match(tx, request, match_id)
        person = match.seats[late - 1]
        if seq is not None and match.seq != seq:
            raise RequestRejected(rejections.match_went_on(match.id))
        if person.id == request.user_id:
            raise RequestRejected(_(rejections.OWN_TIME))
        if (open_seat := await open_seats.of_match(tx, match.id)) and open_seat.stops_clock(match):
            raise RequestRejected(rejections.seat_is_open(match.id))
        now_running = await recalculate_clock(context, tx, match, clock)
        if now_running.deadline is None:
            raise RequestRejected(rejections.paused_by_agreement(match.id))
        if now_running.deadline > context.now():
            raise RequestRejected(rejections.has_time_until(person, now_running.deadline, match.id))
        declared = now_running.due is None  # the net had its turn then
        caught = None if declared else await take_net_day(context, tx, match, now_running)
        left = None
        if caught is None:
            user_id, source_id = request.user_id, request.source_id
            left = await append_leave(context, tx, match, late, OUT_OF_TIME, user_id=user_id, source_id=source_id)
    if caught is not None and caught.deadline is not None:  # said when the day that the net took is stored
        raise RequestRejected(rejections.has_time_until(person, caught.deadline, match.id))
    if left is None:
        return AlreadyDone()
    stored, after = left
    context.cache_state(match.id, match.seq + 1, after)
    return stored
