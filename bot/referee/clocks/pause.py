"""A pause that all agreed to: the clock of a match stands still until its turn is over, or until a player ends that."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.clocks import clock as clocks
from bot.referee.context import lane
from bot.referee.errors import RequestRejected
from bot.referee.find_match import get_active_seat, get_match
from bot.referee.results import AlreadyDone
from storage.tables import clocks as stored
from storage.tables import matches, outbox, pauses, read_markers

if TYPE_CHECKING:
    from bot.referee.context import Context
    from bot.referee.requests import Request
    from storage.engine.database import Tx
    from storage.tables.clocks import Clock
    from storage.tables.models import Match


async def pausable(context: Context, tx: Tx, match: Match) -> Clock:
    """Return the clock of a match, which the caller holds, held as well, if it can be paused.

    Raises `RequestRejected`.
    """
    clock = await stored.hold(tx, match.id)
    if clock is None or match.to_move is None:
        raise RequestRejected(f"#{match.id} is played without a clock, so there is nothing to pause.")
    if await pauses.paused(tx, [match.id]):
        raise RequestRejected(f"The clock of #{match.id} is paused already. `/resume #{match.id}` ends that.")
    if await clocks.remaining(context, tx, match, clock) <= timedelta():
        late = formatting.name(match.seats[match.to_move - 1])
        raise RequestRejected(
            f"{late}'s time in #{match.id} is up, so the clock can't be paused. `/givetime` gives more."
        )
    return clock


async def begin(context: Context, tx: Tx, match: Match) -> None:
    """Let the clock of a match, which the caller holds, stand still from now on, and say so.

    Raises `RequestRejected`.
    """
    clock = await pausable(context, tx, match)
    await pauses.begin(tx, match.id, context.now())
    await clocks.renew(context, tx, match, clock)
    await outbox.add(tx, lane=lane(match), kind="paused", body={}, at=context.now(), match_id=match.id, seq=match.seq)


async def resume(context: Context, request: Request, match_id: int) -> Match | AlreadyDone:
    """Let the clock of a match run on, which any player may do who is still in. Raises `RequestRejected`."""
    async with context.database.write() as tx:
        if await read_markers.recorded_sources(tx, [request.source_id]):
            return AlreadyDone()
        await matches.hold(tx, match_id)
        match = await get_match(tx, request, match_id)
        get_active_seat(match, request.user_id)
        clock = await stored.hold(tx, match.id)
        if clock is None or not await pauses.end(tx, match.id, context.now()):
            raise RequestRejected(f"#{match.id} is not paused.")
        await clocks.renew(context, tx, match, clock)
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
    context.wake.set()
    return match
