"""Times of day: how they are written and parsed, and when they come in a time zone."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta
from typing import TYPE_CHECKING

from bot.referee.errors import RequestRejected
from bot.referee.times import rejections

if TYPE_CHECKING:
    from datetime import tzinfo

NO_DIGEST = "off"
COMMON_DIGEST_TIMES = (NO_DIGEST, *map(str, range(5, 24)))
_TIME = re.compile(r"(\d{1,2})(?::(00|30))?", re.ASCII)


def parse_time(typed: str) -> time:
    """Parse `8`, `08:00` or `7:30`: a whole or half hour of the day. Raises `RequestRejected`."""
    found = _TIME.fullmatch(typed.strip())
    if found is None or int(found[1]) > 23:
        raise RequestRejected(rejections.unreadable_time_of_day(typed))
    return time(int(found[1]), int(found[2] or 0))


def parse_digest_time(typed: str) -> str:
    """Return when a digest comes as it is stored: `off`, or a time of day. Raises `RequestRejected`.

    >>> parse_digest_time("07:30")
    '7:30'
    """
    return NO_DIGEST if typed.strip().lower() == NO_DIGEST else format_time(parse_time(typed))


def local_time(moment: datetime, zone: tzinfo) -> str:
    """Return the time of day that clocks in a zone show, as `07:30`."""
    return moment.astimezone(zone).strftime("%H:%M")


def next_occurrence(when: time, after: datetime, zone: tzinfo) -> datetime:
    """Return the first moment after another at which clocks in a zone show a time of day.

    Each day has one such moment. A time that a day skips, because daylight saving time begins, comes that much later.
    """
    return next(moment for moment in _occurrences(when, after, zone) if moment > after)


def last_occurrence(when: time, until: datetime, zone: tzinfo) -> datetime:
    """Return the last moment up to and including another at which clocks in a zone show a time of day."""
    return next(moment for moment in reversed(_occurrences(when, until, zone)) if moment <= until)


def _occurrences(when: time, about: datetime, zone: tzinfo) -> list[datetime]:
    """Return the moments of a time of day from two days before a moment to two days after, in UTC and in order."""
    today = about.astimezone(zone).date()
    days = [today + timedelta(days=more) for more in (-2, -1, 0, 1, 2)]
    return [datetime.combine(day, when, zone).astimezone(UTC) for day in days]


def format_time(when: time) -> str:
    """Return a time of day as people write it: `8`, or `7:30`."""
    return f"{when.hour}:{when.minute}" if when.minute else f"{when.hour}"
