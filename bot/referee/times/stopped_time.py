"""Intervals in which clocks are paused (pauses, vacations, outages, weekends), and the time that runs between them."""

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
"""The end of an interval that has no known end."""
SATURDAY, DAY = 5, timedelta(days=1)


@dataclass(frozen=True, slots=True)
class StoppedTime:
    """When a clock is paused: in `intervals`, in any order, and at weekends in the time zone `weekends`, if given."""

    intervals: tuple[Interval, ...] = ()
    weekends: ZoneInfo | None = None

    def after(self, moment: datetime) -> Iterator[Interval]:
        """Yield it as sorted intervals that neither touch nor overlap, those that end after `moment`.

        With weekends this never ends.
        """
        saturdays = weekends(moment, self.weekends) if self.weekends else ()
        return (each for each in merge_intervals(merge(sorted(self.intervals), saturdays)) if each[1] > moment)

    def until(self, moment: datetime) -> datetime | None:
        """Return the end of the interval that a moment lies in, or None if the clock runs then."""
        began, ended = next(self.after(moment), (NEVER, NEVER))
        return ended if began <= moment else None


def weekends(moment: datetime, zone: ZoneInfo) -> Iterator[Interval]:
    """Yield the weekends of a time zone without end, from the one that a moment lies in or the next.

    A weekend is Saturday and Sunday from midnight to midnight in local time, so it is an hour longer or shorter where
    daylight saving time begins or ends in between.
    """
    day = moment.astimezone(zone).date()
    saturday = day + timedelta(days=(SATURDAY - day.weekday()) if day.weekday() <= SATURDAY else -1)
    while True:
        yield midnight(saturday, zone), midnight(saturday + 2 * DAY, zone)
        saturday += 7 * DAY


def midnight(day: date, zone: ZoneInfo) -> datetime:
    """Return the moment at which a day begins in a time zone, in UTC."""
    return datetime.combine(day, time(), zone).astimezone(UTC)


def running_time(since: datetime, until: datetime, stopped: StoppedTime) -> timedelta:
    """Return how much time a clock ran between two moments: none if `until` comes first."""
    total = max(until - since, timedelta())
    for began, ended in stopped.after(since):
        if began >= until:
            break
        total -= min(ended, until) - max(began, since)
    return total


def find_deadline(since: datetime, length: timedelta, stopped: StoppedTime) -> datetime | None:
    """Return the first moment by which a clock has run for `length`, or None if it stops for good before."""
    moment, left = since, length
    for began, ended in stopped.after(since):
        before = max(began - moment, timedelta())
        if left <= before:
            break
        if ended == NEVER:
            return None
        moment, left = ended, left - before
    return moment + left


def merge_intervals(intervals: Iterable[Interval]) -> Iterator[Interval]:
    """Yield intervals, which come sorted, merged so that none touch or overlap; empty ones are left out."""
    current: Interval | None = None
    for began, ended in intervals:
        if began >= ended:
            continue
        if current is None:
            current = began, ended
        elif began <= current[1]:
            current = current[0], max(current[1], ended)
        else:
            yield current
            current = began, ended
        if current[1] == NEVER:
            break
    if current:
        yield current
