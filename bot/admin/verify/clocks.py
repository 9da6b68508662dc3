"""Check the clock of a match, its pauses, vacations, outages and days of the safety net, as clauses."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.admin.verify.stored_match import near
from bot.admin.verify.table_rows import read_control
from bot.match_files.log_checks import AHEAD, SKEW
from bot.referee.clocks.clock import calculate_deadline
from bot.referee.clocks.vacations import DAYS_A_YEAR
from bot.referee.history.history import DEPARTURES, find_first_players, list_holders
from bot.referee.times.calendar import DAY
from storage import schema
from storage.queries.rows import OpenSeat

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from bot.admin.verify.stored_match import Stored
    from bot.referee.times.time_control import TimeControl
    from storage.queries.clocks import Clock
    from storage.queries.inspection import Row

ALARMS = ("alarm", "nudge", "timeout")


def check_clock(stored: Stored, now: datetime) -> Iterator[str]:
    """Yield what is wrong with the clock of a match, as clauses; nothing is if it has none."""
    clock = stored.clock
    if clock is None:
        return
    opened = [OpenSeat(**row) for row in stored.rows(schema.open_seats) if row["status"] == "open"]
    waits = any(each.stops_clock(stored.match) for each in opened)
    paused = waits or any(row["ended_at"] is None for row in stored.rows(schema.pauses))
    control = read_control(clock.control)
    if control is None:
        yield f"the clock is stored as `{clock.control}`, which is no time control"
    whole = len(clock.left) == len(stored.match.seats)
    if not whole or min(clock.left, default=timedelta()) < timedelta():
        yield "the clock does not have the time that is left for each seat"
        whole = False
    over = stored.match.ended_at is not None
    if paused and over:
        yield "the match is paused by agreement, but it is over"
    elif paused and clock.deadline is not None:
        yield "the clock runs, but the match is paused by agreement"
    elif not paused and (clock.deadline is None) != over:
        yield "the clock runs, but the match is over" if clock.deadline else "the clock stands, but the match goes on"
    elif not over and whole and control is not None and not waits:
        yield from _check_deadline(stored, clock, now)
    if whole and control is not None:
        yield from _check_left(stored, clock, control)
    yield from _check_since(stored, clock, now)
    yield from _check_due(stored, clock, now, waits=waits)


def _check_deadline(stored: Stored, clock: Clock, now: datetime) -> Iterator[str]:
    """Yield the deadline and the alarm if they don't follow from the time left and the stopped time.

    The time since the guild was last reached may or may not have been counted as an outage.
    """
    seat = stored.match.to_move
    if seat is None or not 1 <= seat <= len(clock.left):
        return  # reported already
    if stored.stopped is None:
        yield "the settings of its server can't be read, so the clock can't be reckoned"
        return
    soonest, silent = calculate_deadline(clock, seat, stored.stopped), stored.last_reached
    latest = soonest
    if silent is not None and silent < now:
        stopped_time = replace(stored.stopped, intervals=(*stored.stopped.intervals, (silent, now)))
        latest = calculate_deadline(clock, seat, stopped_time)
    if not _between(soonest.deadline, clock.deadline, latest.deadline):
        yield f"the deadline is stored as `{clock.deadline}`, but the clock leads to `{soonest.deadline}`"
    elif clock.due == "alarm" and not _between(soonest.due_at, clock.due_at, latest.due_at):
        yield f"the alarm is due at `{clock.due_at}`, but the clock leads to `{soonest.due_at}`"


def _between(first: datetime | None, moment: datetime | None, last: datetime | None) -> bool:
    if first is None or moment is None or last is None:
        return first is None and moment is None
    return first - SKEW <= moment <= last + SKEW


def _check_left(stored: Stored, clock: Clock, control: TimeControl) -> Iterator[str]:
    """Yield the seats with more time than their control and gifts allow, or less if each move has a fixed time."""
    given = {int(post["body"].get("to", 0)) for post in stored.posted("gift")}
    seated = [find_first_players(stored.match, stored.log), *list_holders(stored.match, stored.log)]
    for seat, left in enumerate(clock.left, 1):
        most = control.time if control.cap is None else control.cap
        imported = stored.match.challenge_id is None
        if left > most and not given & {people[seat - 1].id for people in seated} and not imported:
            yield f"the clock leaves seat {seat} {left}, more than there is, {most}"
        if left < control.time and control.increment is None and not imported:
            yield f"the clock leaves seat {seat} {left}, less than each move has, {control.time}"


def _check_since(stored: Stored, clock: Clock, now: datetime) -> Iterator[str]:
    """Yield the clock's start if no turn began then, neither with an event nor with an import."""
    if clock.since > now + AHEAD:
        yield f"the clock runs since {clock.since}, in the future"
    elif stored.match.challenge_id is None and clock.since >= stored.match.since:
        return
    else:
        ended = stored.match.ended_at is not None
        last = len(stored.log) - 1 if ended else len(stored.log)
        while last > 0 and stored.log[last - 1].kind in DEPARTURES and not near(clock.since, stored.times[last]):
            last -= 1
        # An event that came while a clock was ahead has the time of the one before, but its turn begins earlier.
        delayed = last > 0 and stored.times[last] == stored.times[last - 1] and clock.since < stored.times[last]
        if not delayed and not near(clock.since, stored.times[max(last, 0)]):
            yield f"the clock runs since {clock.since}, when no turn began"


def _check_due(stored: Stored, clock: Clock, now: datetime, *, waits: bool) -> Iterator[str]:
    """Yield what is wrong with what is due; `waits` says that the clock stands because a seat is open."""
    told = any(post["created_at"] >= clock.since - SKEW for post in stored.posted(*ALARMS))
    if clock.due not in {None, "alarm", "timeout"}:
        yield f"what is due at the clock is `{clock.due}`, which there isn't"
    elif stored.match.ended_at is not None:
        if clock.due is not None or clock.due_at is not None:
            yield "something is due at the clock, but the match is over"
    elif clock.due is None:
        in_time = not waits and (clock.deadline is None or clock.deadline > now + SKEW)
        if clock.due_at is not None or in_time or not told:
            yield "nothing is due at the clock, but the match goes on"
    elif (clock.due_at is None) != (clock.deadline is None):
        yield f"the clock has {clock.due} due at {clock.due_at}, and the deadline {clock.deadline}"
    elif clock.due == "timeout" and clock.due_at != clock.deadline:
        yield f"the timeout is due at {clock.due_at}, and the deadline is {clock.deadline}"
    elif clock.due == "timeout" and not told:
        yield "the timeout is due at the clock, but no alarm was given"


LONGEST_VACATION = timedelta(days=2 * DAYS_A_YEAR + 2)
"""The days of two years, and those on which a vacation begins and ends in any time zone."""


def check_intervals(
    rows: Sequence[Row], now: datetime, *, longest: timedelta | None = None
) -> Iterator[tuple[Row, str]]:
    """Yield the invalid intervals of one person or guild, each with the reason.

    Without `longest` all must have ended; with it they can lie ahead but last no longer. None may overlap.
    """
    before: datetime | None = None
    for row in sorted(rows, key=lambda each: each["began_at"]):
        began, ended = row["began_at"], row["ended_at"]
        if ended < began or began > now + AHEAD or (longest is None and ended > now + AHEAD):
            yield row, f"lasts from {began} to {ended}, which can't be"
        elif longest is not None and ended - began > longest:
            yield row, f"lasts from {began} to {ended}, longer than may be"
        elif before is not None and began < before - SKEW:
            yield row, f"begins at {began}, before the one before it ends"
        before = ended


def check_net_days(stored: Stored) -> Iterator[str]:
    """Yield what is wrong with the days that the safety net took in a match, as clauses."""
    if stored.rows(schema.net_days) and stored.clock is None:
        yield "the safety net took days in it, but it has no clock"
    told = Counter(post["body"].get("user") for post in stored.posted("net"))
    before: datetime | None = None
    for row in sorted(stored.rows(schema.net_days), key=lambda each: each["began_at"]):
        label = f"day {row['id']} of the safety net"
        if not row["began_at"] <= row["ended_at"] <= row["began_at"] + DAY + AHEAD:
            yield f"{label} lasts from {row['began_at']} to {row['ended_at']}, which can't be"
        if before is not None and row["began_at"] < before - SKEW:
            yield f"{label} begins before the one before it ends"
        if row["began_at"] < stored.match.created_at - SKEW:
            yield f"{label} begins before the match"
        before = row["ended_at"]
    if told != (taken := Counter(row["user_id"] for row in stored.rows(schema.net_days))):
        yield f"the safety net took days of users {dict(taken)}, and {dict(told)} were told"


def check_pauses(stored: Stored) -> Iterator[str]:
    """Yield what is wrong with the pauses of a match, as clauses."""
    pauses = sorted(stored.rows(schema.pauses), key=lambda each: each["began_at"])
    if pauses and stored.clock is None:
        yield "it was paused, but has no clock"
    ended = [*stored.times[1:], *(post["created_at"] for post in stored.posted("resumed"))]
    before: datetime | None = None
    for row in pauses:
        label = f"pause {row['id']}"
        if before is not None and row["began_at"] < before - SKEW:
            yield f"{label} begins before the one before it ends"
        if row["ended_at"] is not None and row["ended_at"] < row["began_at"]:
            yield f"{label} ends before it begins"
        if not any(near(row["began_at"], post["created_at"]) for post in stored.posted("paused")):
            yield f"{label} begins at {row['began_at']}, when no pause was posted"
        if row["ended_at"] is not None and not any(near(row["ended_at"], each) for each in ended):
            yield f"{label} ends at {row['ended_at']}, when nothing ended it"
        if row["ended_at"] is None and row is not pauses[-1]:
            yield f"{label} has no end, and a later one has begun"
        before = row["ended_at"] or row["began_at"]
    if (posted := len(stored.posted("paused"))) > len(pauses):
        yield f"{posted} pauses of it were posted, and {len(pauses)} are here"
