"""The clock of a match: begun, moved on by what happens, stopped at the end, and what it shows."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.referee import clock as clock_of
from bot.referee.clock import Control, read_control
from storage import clocks, outages
from storage.clocks import Clock

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from bot.referee.clock import Interval
    from bot.referee.table import Table
    from storage.database import Tx
    from storage.records import EventKind, Match


def control_of(clock: Clock) -> Control:
    """Return the time control of a clock."""
    control = read_control(clock.control)
    if control is None:
        raise ValueError(f"the clock of match {clock.match_id} has no time control")
    return control


async def begin(table: Table, tx: Tx, match: Match, control: Control) -> None:
    """Give a match its clock, which runs from now on."""
    fresh = Clock(match.id, str(control), (control.time,) * len(match.seats), table.now())
    await clocks.start(tx, await _running(table, tx, match, fresh))


async def passed(table: Table, tx: Tx, before: Match, after: Match, kind: EventKind) -> None:
    """Move the clock of a match on, over an event of some kind that led from `before` to `after`.

    A move is paid for by the seat that made it. A seat that leaves while another is to move changes nothing. A takeback
    costs nobody anything: the turn that it ends is not paid for, and who is then to move has what their bank holds.
    """
    clock = await clocks.hold(tx, after.id)
    if clock is None:
        return
    if after.to_move is None:
        await clocks.keep(tx, replace(clock, deadline=None, due=None, due_at=None))
        return
    if kind == "leave" and before.to_move == after.to_move:
        return
    if kind == "move" and before.to_move is not None:
        rest = await remaining(table, tx, before, clock)
        clock = _holding(clock, before.to_move, control_of(clock).after_move(rest))
    elif kind == "takeback" and control_of(clock).increment is None:
        clock = _holding(clock, after.to_move, control_of(clock).time)
    await clocks.keep(tx, await _running(table, tx, after, replace(clock, since=table.now())))


async def remaining(table: Table, tx: Tx, match: Match, clock: Clock) -> timedelta:
    """Return what the seat to move has left, negative where it is late."""
    held = clock.left[(match.to_move or 1) - 1]
    return held - clock_of.ran(clock.since, table.now(), await pauses(table, tx, match, clock.since))


async def anew(table: Table, tx: Tx, match: Match, clock: Clock) -> Clock:
    """Return a running clock with its deadline, and what is due, by what is known of its pauses now.

    An alarm that was given in this turn is not given again.
    """
    if clock.deadline is None or match.to_move is None:
        return clock
    fresh = await _running(table, tx, match, clock)
    if clock.due == "alarm" or fresh.deadline is None:
        return fresh
    if clock.due is None and fresh.deadline <= table.now():
        return replace(fresh, due=None, due_at=None)
    return replace(fresh, due="timeout", due_at=fresh.deadline)


async def give(table: Table, tx: Tx, match: Match, clock: Clock, more: timedelta) -> Clock:
    """Give the seat to move so much more time, from now on if it was late, and return the clock as it then is."""
    seat = match.to_move or 1
    late = max(-await remaining(table, tx, match, clock), timedelta())
    given = await anew(table, tx, match, _holding(clock, seat, clock.left[seat - 1] + late + more))
    await clocks.keep(tx, given)
    return given


async def pauses(table: Table, tx: Tx, match: Match, since: datetime) -> list[Interval]:
    """Return when nothing runs in a match, from a moment on: while its guild was not reached.

    It counts as not reached for as long as that goes on, too: then nobody has written it down yet.
    """
    # First when it was reached, then when not: what is written down in between is in both, and counts once.
    reached, now = await outages.reached(tx, match.guild_id), table.now()
    silent = [(reached, now)] if reached is not None and now - reached > table.silence else []
    return [*await outages.after(tx, match.guild_id, since), *silent]


def running(clock: Clock, seat: int, stopped: Sequence[Interval]) -> Clock:
    """Return a clock with the deadline of the seat to move, and its alarm as what is due next."""
    held = clock.left[seat - 1]
    alarm = clock_of.when(clock.since, clock_of.until_alarm(held), stopped)
    return replace(clock, deadline=clock_of.when(clock.since, held, stopped), due="alarm", due_at=alarm)


async def _running(table: Table, tx: Tx, match: Match, clock: Clock) -> Clock:
    return running(clock, match.to_move or 1, await pauses(table, tx, match, clock.since))


def _holding(clock: Clock, seat: int, left: timedelta) -> Clock:
    return replace(clock, left=(*clock.left[: seat - 1], left, *clock.left[seat:]))
