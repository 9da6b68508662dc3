"""Time that is up: the late seat leaves, claimed by another player or at once, and the rules say what comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.clocks import clock as clocks
from bot.referee.context import MatchState
from bot.referee.errors import RequestRejected
from bot.referee.find_match import get_active_seat, get_match
from bot.referee.log.append import append_event
from bot.referee.offload import rules_outside_transaction, run_rules
from bot.referee.results import AlreadyDone
from storage.tables import clocks as stored
from storage.tables import events, matches

if TYPE_CHECKING:
    from bot.referee.context import Context
    from bot.referee.requests import Request
    from storage.engine.database import Tx
    from storage.tables.clocks import Clock
    from storage.tables.models import Match

LATE = "ran out of time"
"""The text of the event by which a late seat leaves."""


@rules_outside_transaction
async def claim(context: Context, request: Request, match_id: int, seq: int | None = None) -> Match | AlreadyDone:
    """Take the seat to move out of a match, because its time is up, and return the match as it then is.

    `seq` is the event after which the claim was offered, None where it was not. Raises `RequestRejected`.
    """
    async with context.database.write() as tx:
        if await events.by_source(tx, request.source_id):
            return AlreadyDone()
        match, clock, late = await clocked(tx, request, match_id)
        if seq is not None and match.seq != seq:
            raise RequestRejected(f"#{match.id} went on since then: look at its last board.")
        if match.seats[late - 1].id == request.user_id:
            raise RequestRejected("It is your own time that runs. As long as nobody claims it, you can still move.")
        deadline = (await clocks.anew(context, tx, match, clock)).deadline
        if deadline is None:
            raise RequestRejected(f"The clock of #{match.id} is paused by agreement. `/resume #{match.id}` ends that.")
        if deadline > context.now():
            due = formatting.until(deadline)
            raise RequestRejected(f"{formatting.name(match.seats[late - 1])} has time until {due} in #{match.id}.")
        done, after = await leave_late(context, tx, match, late, by=request)
    context.cache_state(done.id, done.seq, after)
    context.wake.set()
    return done


async def leave_late(
    context: Context, tx: Tx, match: Match, late: int, *, by: Request | None = None
) -> tuple[Match, MatchState]:
    """Let a late seat leave, and return the match and what it leads to; `by` claimed it, or nobody did."""
    game, before = context.game(match), await context.match_state(tx, match)
    after = await run_rules(game.leave, before.state, late)
    done = await append_event(
        context,
        tx,
        match,
        kind="leave",
        seat=late,
        user_id=by and by.user_id,
        text=LATE,
        source_id=by and by.source_id,
        position=game.position(after),
        to_move=game.to_move(after),
    )
    return done, MatchState(after, before.ply)


async def clocked(tx: Tx, request: Request, match_id: int) -> tuple[Match, Clock, int]:
    """Return a match that a person plays in, its clock and the seat to move, all held. Raises `RequestRejected`."""
    await matches.hold(tx, match_id)
    match = await get_match(tx, request, match_id)
    get_active_seat(match, request.user_id)
    clock = await stored.hold(tx, match.id)
    if clock is None or match.to_move is None:
        raise RequestRejected(f"#{match.id} is played without a clock.")
    return match, clock, match.to_move
