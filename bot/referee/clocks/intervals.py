"""When nothing runs: intervals, and weekends without end. Pure functions of moments, lengths and time zones."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from heapq import merge
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from zoneinfo import ZoneInfo

Interval: TypeAlias = tuple[datetime, datetime]

NEVER = datetime.max.replace(tzinfo=UTC)
"""The end of an interval that nobody knows the end of."""
SATURDAY, DAY = 5, timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Stops:
    """When nothing runs: in some intervals, in any order, and at each weekend of a time zone where there is one."""

    intervals: tuple[Interval, ...] = ()
    weekends: ZoneInfo | None = None

    def after(self, moment: datetime) -> Iterator[Interval]:
        """Yield the same time as intervals in order that neither touch nor overlap, those that end after a moment.

        There is no end to them where weekends count.
        """
        ends = weekends(moment, self.weekends) if self.weekends else ()
        return (each for each in apart(merge(sorted(self.intervals), ends)) if each[1] > moment)

    def until(self, moment: datetime) -> datetime | None:
        """Return until when nothing runs at a moment, None where something does."""
        began, ended = next(self.after(moment), (NEVER, NEVER))
        return ended if began <= moment else None


def weekends(moment: datetime, zone: ZoneInfo) -> Iterator[Interval]:
    """Yield the weekends of a time zone without end, from the one that a moment is in or that is next.

    They are Saturday and Sunday from midnight to midnight as the clocks there show it, so an hour longer or shorter
    where these are changed in between.
    """
    day = moment.astimezone(zone).date()
    saturday = day + timedelta(days=(SATURDAY - day.weekday()) if day.weekday() <= SATURDAY else -1)
    while True:
        yield midnight(saturday, zone), midnight(saturday + 2 * DAY, zone)
        saturday += 7 * DAY


def midnight(day: date, zone: ZoneInfo) -> datetime:
    """Return the moment at which a day begins in a time zone."""
    return datetime.combine(day, time(), zone).astimezone(UTC)


def ran(since: datetime, until: datetime, stops: Stops) -> timedelta:
    """Return how much of the time between two moments ran; nothing where the second comes first."""
    total = max(until - since, timedelta())
    for began, ended in stops.after(since):
        if began >= until:
            break
        total -= min(ended, until) - max(began, since)
    return total


def when(since: datetime, running: timedelta, stops: Stops) -> datetime | None:
    """Return the first moment by which so much time has run since another; None if it stops for ever before."""
    moment, left = since, running
    for began, ended in stops.after(since):
        before = max(began - moment, timedelta())
        if left <= before:
            break
        if ended == NEVER:
            return None
        moment, left = ended, left - before
    return moment + left


def apart(pauses: Iterable[Interval]) -> Iterator[Interval]:
    """Yield intervals, given by when they begin, so that none touch or overlap; empty ones are left out."""
    open_one: Interval | None = None
    for began, ended in pauses:
        if began >= ended:
            continue
        if open_one is None:
            open_one = began, ended
        elif began <= open_one[1]:
            open_one = open_one[0], max(open_one[1], ended)
        else:
            yield open_one
            open_one = began, ended
        if open_one[1] == NEVER:
            break
    if open_one:
        yield open_one
