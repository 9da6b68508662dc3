"""The clock of a match: begun, moved on by what happens, stopped at the end, and what it shows."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.referee.clocks.intervals import NEVER, Interval, Stops, ran, when
from bot.referee.clocks.time_control import Control, read_control, until_alarm
from bot.referee.errors import RequestRejected
from bot.referee.guilds import settings
from bot.referee.job_runner import isolate_job
from storage.engine.database import Unreadable
from storage.tables import clocks, matches, outages, pauses, vacations
from storage.tables.clocks import Clock

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.tables.models import EventKind, Match

AHEAD = timedelta(minutes=1)
"""How far ahead of this process's time a clock is reckoned at most."""


def control_of(clock: Clock) -> Control:
    """Return the time control of a clock. Raises `Unreadable`."""
    with suppress(RequestRejected):
        control = read_control(clock.control)
        if control is not None:
            return control
    raise Unreadable(f"the clock is stored as `{clock.control}`, which is no time control")


async def begin(context: Context, tx: Tx, match: Match, control: Control) -> None:
    """Give a match its clock, which runs from now on."""
    fresh = Clock(match.id, str(control), (control.time,) * len(match.seats), match.since)
    await clocks.start(tx, await _running(context, tx, match, fresh))


async def passed(context: Context, tx: Tx, before: Match, after: Match, kind: EventKind) -> None:
    """Move the clock of a match on, over an event of some kind that led from `before` to `after`.

    A move is paid for by the seat that made it. A seat that leaves while another is to move changes nothing. A takeback
    costs nobody anything: the turn that it ends is not paid for, and who is then to move has what their bank holds.
    With a turn ends the pause that was agreed on in it.
    """
    clock = await clocks.hold(tx, after.id)
    if clock is None or (kind == "leave" and before.to_move == after.to_move):
        return
    # By another process's clock the event may be seconds ahead of ours; hours, if our clock was set back meanwhile.
    now = min(after.since, context.now() + AHEAD)
    await pauses.end(tx, after.id, now)
    if after.to_move is None:
        await clocks.keep(tx, replace(clock, deadline=None, due=None, due_at=None))
        return
    if kind == "move" and before.to_move is not None:
        rest = await remaining(context, tx, before, clock, now)
        clock = _holding(clock, before.to_move, control_of(clock).after_move(rest))
    elif kind == "takeback" and control_of(clock).increment is None:
        clock = _holding(clock, after.to_move, control_of(clock).time)
    await clocks.keep(tx, await _running(context, tx, after, replace(clock, since=now)))


async def remaining(context: Context, tx: Tx, match: Match, clock: Clock, now: datetime | None = None) -> timedelta:
    """Return what the seat to move has left at a moment, the present one if None; negative where it is late."""
    held = clock.left[(match.to_move or 1) - 1]
    return held - ran(clock.since, now or context.now(), await stops(context, tx, match, clock))


async def anew(context: Context, tx: Tx, match: Match, clock: Clock) -> Clock:
    """Return the clock of a match with its deadline, and what is due, by what is known now of when it stops.

    An alarm that was given in this turn is not given again.
    """
    if match.to_move is None:
        return clock
    fresh = await _running(context, tx, match, clock)
    if clock.due == "alarm":
        return fresh
    if fresh.deadline is None:
        return replace(fresh, due=clock.due, due_at=None)
    if clock.due is None and fresh.deadline <= context.now():
        return replace(fresh, due=None, due_at=None)
    return replace(fresh, due="timeout", due_at=fresh.deadline)


async def renew(context: Context, tx: Tx, match: Match, clock: Clock) -> Clock:
    """Bring a clock, which the caller holds, up to what is known now of when it stops, and return it as it is."""
    fresh = await anew(context, tx, match, clock)
    await clocks.keep(tx, fresh)
    return fresh


async def reckon(context: Context, tx: Tx, match_ids: Iterable[int]) -> None:
    """Do so with the clocks of matches, which the caller holds. One that can't be reckoned is set aside."""
    for match_id in match_ids:
        async with isolate_job(context, tx, "clock", match_id):
            clock = await clocks.hold(tx, match_id)
            if clock:
                await renew(context, tx, await matches.sure(tx, match_id), clock)


async def move(tx: Tx, match_id: int, by: timedelta) -> None:
    """Let the present turn of a match, with the pauses in it, have begun so much later, as the time is set anew."""
    clock = await clocks.hold(tx, match_id)
    if clock is None:
        return
    await pauses.move(tx, match_id, clock.since, by)
    deadline, due_at = clock.deadline and clock.deadline + by, clock.due_at and clock.due_at + by
    await clocks.keep(tx, replace(clock, since=clock.since + by, deadline=deadline, due_at=due_at))


async def zone_changed(context: Context, tx: Tx, guild_id: int) -> None:
    """Do so with the clocks of a server whose weekends now begin and end at other moments."""
    await reckon(context, tx, await clocks.hold_all(tx, guild_id))


async def give(context: Context, tx: Tx, match: Match, clock: Clock, more: timedelta) -> Clock:
    """Give the seat to move so much more time, from now on if it was late, and return the clock as it then is."""
    seat = match.to_move or 1
    late = max(-await remaining(context, tx, match, clock), timedelta())
    given = await anew(context, tx, match, _holding(clock, seat, clock.left[seat - 1] + late + more))
    await clocks.keep(tx, given)
    return given


async def stops(context: Context, tx: Tx, match: Match, clock: Clock) -> Stops:
    """Return all that stops the clock of a match in the present turn, the guild's present silence included.

    The guild counts as not reached for as long as that goes on, too: then nobody has written it down yet.
    """
    # First when it was reached, then when not: what is written down in between is in both, and counts once.
    reached, now = await outages.reached(tx, match.guild_id), context.now()
    silent = ((reached, now),) if reached is not None and now - reached > context.outage_after else ()
    known = await known_stops(tx, match, clock)
    return replace(known, intervals=known.intervals + silent)


async def known_stops(tx: Tx, match: Match, clock: Clock) -> Stops:
    """Return what is on record of it: weekends, vacations of whoever is to move, agreed pauses, outages."""
    found: list[Interval] = await outages.after(tx, match.guild_id, clock.since)
    found += [(began, ended or NEVER) for began, ended in await pauses.after(tx, match.id, clock.since)]
    if match.to_move is not None:
        found += await vacations.after(tx, match.seats[match.to_move - 1].id, clock.since)
    zone = (await settings.chosen(tx, match.guild_id)).time_zone if control_of(clock).no_weekends else None
    return Stops(tuple(found), zone)


def running(clock: Clock, seat: int, stopped: Stops) -> Clock:
    """Return a clock with the deadline of the seat to move, and its alarm as what is due next."""
    held = clock.left[seat - 1]
    deadline = when(clock.since, held, stopped)
    alarm = when(clock.since, until_alarm(held), stopped) if deadline else None
    return replace(clock, deadline=deadline, due="alarm", due_at=alarm)


async def _running(context: Context, tx: Tx, match: Match, clock: Clock) -> Clock:
    return running(clock, match.to_move or 1, await stops(context, tx, match, clock))


def _holding(clock: Clock, seat: int, left: timedelta) -> Clock:
    return replace(clock, left=(*clock.left[: seat - 1], left, *clock.left[seat:]))
