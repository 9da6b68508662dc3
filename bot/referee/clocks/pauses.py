"""Pauses of a match, which its players agree to and any of them ends."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.announce import queue_row
from bot.referee.clocks.clock import clock_control, time_left, update_clock
from bot.referee.errors import RequestRejected
from bot.referee.find_match import get_active_seat, get_match
from bot.referee.history.history import can_have_substitutes
from bot.referee.requests import AlreadyDone
from games.translation import gettext as _
from storage.queries import clocks, matches, net_days, open_seats, pauses, read_markers, vacations

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from datetime import datetime

    from bot.referee.context import Context
    from bot.referee.requests import Request
    from storage.engine.database import Tx
    from storage.queries.clocks import Clock
    from storage.queries.rows import Match, OpenSeat


@dataclass(frozen=True, slots=True)
class PauseStatus:
    """Whether the clock of a match is paused by agreement, or waits for somebody to take an open seat.

    `away` is until when the player to move is, or has a day that the safety net took, or None. `open_seat` is the seat
    of the match that anybody may take.
    """

    paused: bool = False
    away: datetime | None = None
    open_seat: OpenSeat | None = None


NOT_PAUSED = PauseStatus()


async def load_pause_status(
    context: Context, tx: Tx, found: Collection[Match], clocks: Mapping[int, Clock]
) -> dict[int, PauseStatus]:
    """Return the status of each match that goes on, by match. `clocks` are those of the matches that have one."""
    paused = {number for number, clock in clocks.items() if clock.deadline is None}
    movers = {match.id: match.seats[match.to_move - 1].id for match in found if match.to_move}
    away = await vacations.away(tx, set(movers.values()), context.now())
    larger = [match.id for match in found if match.to_move and can_have_substitutes(match)]
    opened = await open_seats.of_matches(tx, larger)
    absent = {number for number, mover in movers.items() if mover in away and not _plays_on(clocks.get(number))}
    netted = await net_days.current(tx, clocks, context.now())
    return {
        number: PauseStatus(
            number in paused, away[mover] if number in absent else netted.get(number), opened.get(number)
        )
        for number, mover in movers.items()
    }


def _plays_on(clock: Clock | None) -> bool:
    """Return whether a clock runs on while the player to move is on vacation."""
    return clock is not None and clock_control(clock).no_vacation


async def hold_pausable_clock(context: Context, tx: Tx, match: Match) -> Clock:
    """Hold and return the clock of a match, which the caller holds, if it can be paused. Raises `RequestRejected`."""
    clock = await clocks.lock(tx, match.id)
    if clock is None or match.to_move is None:
        raise RequestRejected(
            _("#{match} is played without a clock, so there's nothing to pause.").format(match=match.id)
        )
    if clock_control(clock).no_pauses:
        raise RequestRejected(_("#{match} is played without pauses.").format(match=match.id))
    if await pauses.paused(tx, [match.id]):
        raise RequestRejected(
            _("The clock of #{match} is paused already. `/match resume #{match}` ends that.").format(match=match.id)
        )
    if await time_left(context, tx, match, clock) <= timedelta():
        raise RequestRejected(
            _("{name}'s time in #{match} is up, so it can't pause. `/match givetime` gives more.").format(
                name=formatting.name(match.seats[match.to_move - 1]), match=match.id
            )
        )
    return clock


async def begin_pause(context: Context, tx: Tx, match: Match) -> None:
    """Pause the clock of a match, which the caller holds, and announce it. Raises `RequestRejected`."""
    clock = await hold_pausable_clock(context, tx, match)
    await pauses.begin(tx, match.id, context.now())
    await update_clock(context, tx, match, clock)
    await queue_row(tx, match, "paused", {}, context.now())


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
            raise RequestRejected(_("#{match} isn't paused.").format(match=match.id))
        await update_clock(context, tx, match, clock)
        await queue_row(tx, match, "resumed", {"by": request.user_id}, context.now(), source_id=request.source_id)
    return match
