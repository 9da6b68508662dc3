"""Pauses: all players agree to stop the clock of a match, until the turn is over or a player resumes it."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from bot.referee.clocks import rejections
from bot.referee.clocks.clock import clock_control, time_left, update_clock
from bot.referee.context import lane
from bot.referee.errors import RequestRejected
from bot.referee.find_match import get_active_seat, get_match
from bot.referee.request_results import AlreadyDone
from storage.queries import clocks, matches, outbox, pauses, read_markers

if TYPE_CHECKING:
    from bot.referee.context import Context
    from bot.referee.requests import Request
    from storage.engine.database import Tx
    from storage.queries.clocks import Clock
    from storage.queries.rows import Match


async def hold_pausable_clock(context: Context, tx: Tx, match: Match) -> Clock:
    """Hold and return the clock of a match, which the caller holds, if it can be paused. Raises `RequestRejected`."""
    clock = await clocks.lock(tx, match.id)
    if clock is None or match.to_move is None:
        raise RequestRejected(rejections.nothing_to_pause(match.id))
    if clock_control(clock).no_pauses:
        raise RequestRejected(rejections.no_pauses(match.id))
    if await pauses.paused(tx, [match.id]):
        raise RequestRejected(rejections.already_paused(match.id))
    if await time_left(context, tx, match, clock) <= timedelta():
        raise RequestRejected(rejections.too_late_to_pause(match.seats[match.to_move - 1], match.id))
    return clock


async def begin_pause(context: Context, tx: Tx, match: Match) -> None:
    """Pause the clock of a match, which the caller holds, and announce it. Raises `RequestRejected`."""
    clock = await hold_pausable_clock(context, tx, match)
    await pauses.begin(tx, match.id, context.now())
    await update_clock(context, tx, match, clock)
    await outbox.add(tx, lane=lane(match), kind="paused", body={}, at=context.now(), match_id=match.id, seq=match.seq)


async def resume_clock(context: Context, request: Request, match_id: int) -> Match | AlreadyDone:
    """End the pause of a match, which any player may do who is still in. Raises `RequestRejected`."""
    async with context.write() as tx:
        if await read_markers.recorded_sources(tx, [request.source_id]):
            return AlreadyDone()
        await matches.lock(tx, match_id)
        match = await get_match(tx, request, match_id)
        get_active_seat(match, request.user_id)
        clock = await clocks.lock(tx, match.id)
        if clock is None or not await pauses.end(tx, match.id, context.now()):
            raise RequestRejected(rejections.not_paused(match.id))
        await update_clock(context, tx, match, clock)
        await outbox.add(
            tx,
            lane=lane(match),
            kind="resumed",
            body={"by": request.user_id},
            at=context.now(),
            match_id=match.id,
            seq=match.seq,
            source_id=request.source_id,
        )
    return match
