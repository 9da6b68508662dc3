"""The clock of a match: how it runs, how long a turn took, time that players give, and pauses that they agree to."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.announce import queue_row
from bot.referee.errors import RequestRejected
from bot.referee.find_match import get_active_seat, get_match
from bot.referee.guilds.settings import load_settings
from bot.referee.history.history import DEPARTURES, can_have_substitutes, opened_after_leave
from bot.referee.job_runner import isolate_job
from bot.referee.requests import AlreadyDone, idempotent, parse_match_number
from bot.referee.times.calendar import NEVER, Interval, StoppedTime, find_deadline, running_time, time_before_alarm
from bot.referee.times.time_control import (
    LONGEST,
    TimeControl,
    describe_length,
    format_length,
    parse_control,
    parse_length,
)
from games.translation import gettext as _
from storage.engine.database import UnreadableRow
from storage.queries import clocks, events, matches, net_days, open_seats, outages, pauses, read_markers, vacations
from storage.queries.clocks import Clock

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping
    from datetime import datetime

    from bot.referee.context import Context
    from bot.referee.requests import Request
    from storage.engine.database import Tx
    from storage.queries.rows import EventKind, Match, OpenSeat

MOST_AHEAD = timedelta(minutes=1)
"""How far an event's time may be ahead of this process's time and still be believed."""


def clock_control(clock: Clock) -> TimeControl:
    """Return the time control of a clock. Raises `UnreadableRow`."""
    with suppress(RequestRejected):
        control = parse_control(clock.control)
        if control is not None:
            return control
    raise UnreadableRow(f"the clock is stored as `{clock.control}`, which is no time control")


async def start_clock(context: Context, tx: Tx, match: Match, control: TimeControl) -> None:
    """Give a match its clock, which runs from the match's last event on."""
    clock = Clock(match.id, str(control), (control.time,) * len(match.seats), match.since)
    await clocks.add(tx, await _calculate(context, tx, match, clock))


async def advance_clock(
    context: Context, tx: Tx, before: Match, after: Match, kind: EventKind, seat: int | None
) -> bool:
    """Advance the clock over an event of some kind and seat that led from `before` to `after`.

    Returns whether it was paused.

    A move costs the seat that made it the time it took. A seat that leaves while another is to move changes nothing. A
    substitute who is to move begins a turn, another one changes nothing. A takeback costs nobody anything: the turn
    that it ends is free, and the seat to move then has what its bank holds. The pause that was agreed on in a turn ends
    with the turn, and so does a day that the safety net took.
    """
    clock = await clocks.lock(tx, after.id)
    if clock is None:
        return False
    if kind in DEPARTURES and before.to_move == after.to_move and not (kind == "substitute" and after.to_move == seat):
        return False
    # By another process's clock the event may be seconds ahead; hours, if this clock was set back meanwhile.
    now = min(after.since, context.now() + MOST_AHEAD)
    paused = await pauses.end(tx, after.id, now)
    await net_days.end(tx, after.id, now)
    if after.to_move is None:
        await clocks.save(tx, replace(clock, deadline=None, due=None, due_at=None))
        return paused
    if kind == "move" and before.to_move is not None:
        rest = await time_left(context, tx, before, clock, now)
        clock = _set_time_left(clock, before.to_move, clock_control(clock).after_move(rest))
    elif kind == "takeback" and clock_control(clock).increment is None:
        clock = _set_time_left(clock, after.to_move, clock_control(clock).time)
    await clocks.save(tx, await _calculate(context, tx, after, replace(clock, since=now)))
    return paused


async def time_left(context: Context, tx: Tx, match: Match, clock: Clock, now: datetime | None = None) -> timedelta:
    """Return how much time the seat to move has left at `now`, by default the present; negative if it is late."""
    at_start = clock.left[match.seat_to_move - 1]
    return at_start - running_time(clock.since, now or context.now(), await stopped_time(context, tx, match, clock))


async def recalculate_clock(context: Context, tx: Tx, match: Match, clock: Clock) -> Clock:
    """Return the clock of a match with its deadline and what is due next, by the intervals that are known now.

    An alarm that was sent in this turn isn't due again.
    """
    if match.to_move is None:
        return clock
    updated = await _calculate(context, tx, match, clock)
    if clock.due == "alarm":
        return updated
    if updated.deadline is None:
        return replace(updated, due=clock.due, due_at=None)
    if clock.due is None and updated.deadline <= context.now():
        return replace(updated, due=None, due_at=None)
    return replace(updated, due="timeout", due_at=updated.deadline)


async def update_clock(context: Context, tx: Tx, match: Match, clock: Clock) -> Clock:
    """Recalculate a clock, which the caller holds, store it and return it."""
    updated = await recalculate_clock(context, tx, match, clock)
    await clocks.save(tx, updated)
    return updated


async def update_clocks(context: Context, tx: Tx, match_ids: Iterable[int]) -> None:
    """Recalculate and store the clocks of matches, which the caller holds. One that fails is set aside as a job."""
    for match_id in match_ids:
        async with isolate_job(context, tx, "clock", match_id):
            clock = await clocks.lock(tx, match_id)
            if clock:
                await update_clock(context, tx, await matches.require(tx, match_id), clock)


async def update_guild_clocks(context: Context, tx: Tx, guild_id: int) -> None:
    """Recalculate and store all clocks of a server, whose weekends now begin and end at other moments."""
    await update_clocks(context, tx, await clocks.lock_in_guild(tx, guild_id))


async def shift_turn(tx: Tx, match_id: int, by: timedelta) -> None:
    """Shift the present turn of a match, with its pauses and open seats, by as much as this process's time was set."""
    clock = await clocks.lock(tx, match_id)
    if clock is None:
        return
    await clocks.shift_intervals(tx, match_id, clock.since, by)
    deadline, due_at = clock.deadline and clock.deadline + by, clock.due_at and clock.due_at + by
    await clocks.save(tx, replace(clock, since=clock.since + by, deadline=deadline, due_at=due_at))


async def add_time(context: Context, tx: Tx, match: Match, clock: Clock, more: timedelta) -> Clock:
    """Add time for the seat to move, counted from now if it was late, store the clock and return it."""
    seat = match.seat_to_move
    late = max(-await time_left(context, tx, match, clock), timedelta())
    extended = _set_time_left(clock, seat, clock.left[seat - 1] + late + more)
    return await update_clock(context, tx, match, extended)


async def stopped_time(context: Context, tx: Tx, match: Match, clock: Clock) -> StoppedTime:
    """Return the intervals that stop the clock of a match in the present turn, including an outage that goes on.

    Such an outage isn't stored yet: it lasts from when the guild was last reached until now.
    """
    # Read the last beat before the stored outages: an outage that is stored in between is in both, and counts once.
    reached, now = await outages.last_reached(tx, match.guild_id), context.now()
    present = ((reached, now),) if reached is not None and now - reached > context.outage_after else ()
    recorded = await recorded_stopped_time(tx, match, clock)
    return replace(recorded, intervals=recorded.intervals + present)


async def recorded_stopped_time(tx: Tx, match: Match, clock: Clock) -> StoppedTime:
    """Return the stored part of it: weekends, vacations and net days, pauses, open seats, outages."""
    found: list[Interval] = await outages.ending_after(tx, match.guild_id, clock.since)
    found += [(began, ended or NEVER) for began, ended in await pauses.ending_after(tx, match.id, clock.since)]
    found += await _open_seat_intervals(tx, match, clock)
    found += await net_days.ending_after(tx, match.id, clock.since)
    if match.to_move is not None and not clock_control(clock).no_vacation:
        found += await vacations.ending_after(tx, match.seats[match.to_move - 1].id, clock.since)
    zone = (await load_settings(tx, match.guild_id)).time_zone if clock_control(clock).no_weekends else None
    return StoppedTime(tuple(found), zone)


async def _open_seat_intervals(tx: Tx, match: Match, clock: Clock) -> list[Interval]:
    """Return when the seat to move was open, or one that had left: until that is decided nobody's time passes."""
    return [
        (each.opened_at, each.closed_at or NEVER)
        for each in await open_seats.ending_after(tx, match.id, clock.since)
        if each.seat == match.to_move or opened_after_leave(each, await events.of_match(tx, match.id, upto=each.seq))
    ]


def calculate_deadline(clock: Clock, seat: int, stopped: StoppedTime) -> Clock:
    """Return a clock with the deadline of the seat to move, and its alarm as what is due next."""
    time = clock.left[seat - 1]
    deadline = find_deadline(clock.since, time, stopped)
    alarm = find_deadline(clock.since, time_before_alarm(time), stopped) if deadline else None
    return replace(clock, deadline=deadline, due="alarm", due_at=alarm)


async def _calculate(context: Context, tx: Tx, match: Match, clock: Clock) -> Clock:
    calculated = calculate_deadline(clock, match.seat_to_move, await stopped_time(context, tx, match, clock))
    open_seat = await open_seats.of_match(tx, match.id)
    if open_seat and open_seat.stops_clock(match):  # also if the time of its player was up
        return replace(calculated, deadline=None, due_at=None)
    return calculated


def _set_time_left(clock: Clock, seat: int, left: timedelta) -> Clock:
    return replace(clock, left=(*clock.left[: seat - 1], left, *clock.left[seat:]))


async def hold_clocked_match(tx: Tx, request: Request, match_id: int) -> tuple[Match, Clock, int]:
    """Hold a match that a person plays in; return it, its clock and the seat to move. Raises `RequestRejected`."""
    await matches.lock(tx, match_id)
    match = await get_match(tx, request, match_id)
    get_active_seat(match, request.user_id)
    clock = await clocks.lock(tx, match.id)
    if clock is None or match.to_move is None:
        raise RequestRejected(_("#{match} is played without a clock.").format(match=match.id))
    return match, clock, match.to_move


_MATCH_AND_LENGTH = re.compile(r"(#\d{1,9}|\d{1,9}(?=\s+\d))\s+(.+)", re.ASCII)
"""A number alone is that of a match if another one follows: not in `2 days`."""


@dataclass(frozen=True, slots=True)
class GivenTime:
    """Time of some `length` was given in a match; the new `deadline` is None if the clock is paused."""

    match: Match
    length: timedelta
    deadline: datetime | None


def parse_given_time(typed: str) -> tuple[int | None, timedelta]:
    """Parse `#42 1d`, or `1d` alone, into the match and how much time. Raises `RequestRejected`."""
    found = _MATCH_AND_LENGTH.fullmatch(typed.strip())
    number, length = (found[1], found[2]) if found else (None, typed)
    if not length.strip():
        raise RequestRejected(_("How much time? `1d`, `12h` or `90m`, with the match before it, as in `#42 1d`."))
    return parse_match_number(number), parse_length(length)


@idempotent
async def give_time(context: Context, request: Request, match_id: int, length: timedelta) -> GivenTime | AlreadyDone:
    """Give time to the player to move in a match, counted from now if they are late. Raises `RequestRejected`."""
    async with context.write() as tx:
        match, clock, seat = await hold_clocked_match(tx, request, match_id)
        player = match.seats[seat - 1]
        if player.id == request.user_id:
            raise RequestRejected(_("It's your own move: only the others can give you time."))
        if await time_left(context, tx, match, clock) + length > LONGEST:
            raise RequestRejected(
                _("That would leave {name} more than {longest}. Give less.").format(
                    name=formatting.name(player), longest=describe_length(LONGEST)
                )
            )
        clock_then = await add_time(context, tx, match, clock, length)
        body = {"from": request.user_id, "to": player.id, "length": format_length(length)}
        await queue_row(tx, match, "gift", body, context.now(), source_id=request.source_id)
    return GivenTime(match, length, clock_then.deadline)


@dataclass(frozen=True, slots=True)
class PauseStatus:
    """Whether the clock of a match is paused by agreement, or waits for somebody to take an open seat.

    `away` is until when the player to move is, or has a day that the safety net took, None if the clock runs on
    meanwhile. `open_seat` is the seat of the match that anybody may take. `late` says that the time for the turn is up.
    """

    paused: bool = False
    away: datetime | None = None
    open_seat: OpenSeat | None = None
    late: bool = False


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
    late = {number for number, clock in clocks.items() if is_late(clock, context.now())}
    on = late | {number for number, clock in clocks.items() if clock_control(clock).no_vacation}
    absent = {number for number, mover in movers.items() if mover in away and number not in on}
    netted = await net_days.current(tx, clocks, context.now())
    return {
        number: PauseStatus(
            number in paused,
            away[mover] if number in absent else netted.get(number),
            opened.get(number),
            number in late,
        )
        for number, mover in movers.items()
    }


def is_late(clock: Clock, now: datetime) -> bool:
    """Return whether the time of the player to move is up, by the deadline that is stored."""
    return clock.deadline is not None and clock.deadline <= now


async def hold_pausable_clock(context: Context, tx: Tx, match: Match) -> Clock:
    """Hold and return the clock of a match, which the caller holds, if it can be paused. Raises `RequestRejected`."""
    return await check_pausable(context, tx, match, await clocks.lock(tx, match.id))


async def check_pausable(context: Context, tx: Tx, match: Match, clock: Clock | None) -> Clock:
    """Return the clock of a match if it can be paused. Raises `RequestRejected`."""
    if clock is None or match.to_move is None:
        raise RequestRejected(
            _("#{match} is played without a clock, so there's nothing to pause.").format(match=match.id)
        )
    if clock_control(clock).no_pauses:
        raise RequestRejected(_("#{match} is played without pauses.").format(match=match.id))
    if await pauses.paused(tx, [match.id]):
        raise RequestRejected(
            _("The clock of #{match} is paused already. `/match do:resume #{match}` ends that.").format(match=match.id)
        )
    if await time_left(context, tx, match, clock) <= timedelta():
        raise RequestRejected(
            _("{name}'s time in #{match} is up, so it can't pause. `/match do:givetime` gives more.").format(
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
