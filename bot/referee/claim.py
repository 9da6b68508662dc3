"""Take a seat whose time is up out of its match, after another player's claim or at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.clocks import rejections
from bot.referee.clocks.clock import recalculate_clock
from bot.referee.clocks.clocked_match import hold_clocked_match
from bot.referee.clocks.safety_net import take_net_day
from bot.referee.context import MatchState
from bot.referee.errors import RequestRejected
from bot.referee.history.outcome import OUT_OF_TIME
from bot.referee.log.append import append_event
from bot.referee.request_results import AlreadyDone
from bot.referee.rules_thread import rules_outside_transaction, run_rules
from games.translation import gettext as _
from storage.queries import events, open_seats

if TYPE_CHECKING:
    from bot.referee.context import Context
    from bot.referee.requests import Request
    from storage.engine.database import Tx
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
        removed = await remove_late_seat(context, tx, match, late, by=request) if caught is None else None
    if caught is not None and caught.deadline is not None:  # said when the day that the net took is stored
        raise RequestRejected(rejections.has_time_until(person, caught.deadline, match.id))
    if removed is None:
        return AlreadyDone()
    context.cache_state(match.id, match.seq + 1, removed[1])
    return removed[0]


async def remove_late_seat(
    context: Context, tx: Tx, match: Match, late: int, *, by: Request | None = None
) -> tuple[Match, MatchState]:
    """Take a late seat out of a match, and return the match and its state. `by` is the claim, None without one."""
    game, before = context.game(match), await context.match_state(tx, match)
    after = await run_rules(game.leave, before.state, late)
    stored = await append_event(
        context,
        tx,
        match,
        kind="leave",
        seat=late,
        user_id=by and by.user_id,
        text=OUT_OF_TIME,
        source_id=by and by.source_id,
        position=game.position(after),
        to_move=game.to_move(after),
    )
    return stored, MatchState(after, before.ply)
