"""Times of day, time zones, quiet hours, alarms, and intervals in which clocks are paused. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from heapq import merge
from typing import TYPE_CHECKING, TypeAlias
from zoneinfo import ZoneInfo, available_timezones

from bot.referee import formatting
from bot.referee.errors import RequestRejected
from bot.referee.times.dates import means_nothing, tidy_typed
from games.text import format_list
from games.translation import gettext as _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from datetime import tzinfo

NO_DIGEST = "off"
COMMON_DIGEST_TIMES = (NO_DIGEST, *map(str, range(5, 24)))
_TIME = re.compile(r"(\d{1,2})(?::(00|30))?", re.ASCII)


def parse_time(typed: str) -> time:
    """Parse `8`, `08:00` or `7:30`: a whole or half hour of the day. Raises `RequestRejected`."""
    found = _TIME.fullmatch(typed.strip())
    if found is None or int(found[1]) > 23:
        raise RequestRejected(
            _("I can't read {typed} as a time of day: write a whole or half hour, as `8`, `7:30` or `22`.").format(
                typed=formatting.code(typed)
            )
        )
    return time(int(found[1]), int(found[2] or 0))


def parse_digest_time(typed: str) -> str:
    """Return when a digest comes as it is stored: `off`, or a time of day. Raises `RequestRejected`.

    >>> parse_digest_time("07:30")
    '7:30'
    """
    return NO_DIGEST if means_nothing(typed) else format_time(parse_time(typed))


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


SERVER = "server"
"""What a person chooses in place of a zone to use that of the server."""
COMMON_ZONES = (
    "Europe/London",
    "Europe/Berlin",
    "Europe/Helsinki",
    "Europe/Istanbul",
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "America/Anchorage",
    "America/Halifax",
    "America/Sao_Paulo",
    "Africa/Lagos",
    "Africa/Johannesburg",
    "Asia/Dubai",
    "Asia/Karachi",
    "Asia/Kolkata",
    "Asia/Dhaka",
    "Asia/Bangkok",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
    "Pacific/Honolulu",
    "UTC",
)
"""Zones to suggest to a person who has typed nothing yet, and the first ones for an offset."""
MOST_SUGGESTED = 3
_NOT_PLACES = {"localtime", "factory", "posixrules"}
_OFFSET = re.compile(r"(?:utc|gmt)?_?([+\-\u2212\u2013])_?(\d{1,2})(?::?([0-5]\d))?", re.ASCII)
_CITY = re.compile(r"(?:Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific)/.+|UTC")
_POSIX = re.compile(r"etc/gmt[+-].*")
"""Names that mean the opposite of what they say: `Etc/GMT+2` is two hours behind UTC."""


def parse_zone(typed: str, now: datetime | None = None) -> str:
    """Return a time zone, named in any case, by its name in the IANA database, or `server`. Raises `RequestRejected`.

    The rejection of what a person typed `now` suggests zones with the time there, for an offset cities that have it.

    >>> parse_zone("europe/berlin")
    'Europe/Berlin'
    """
    word = _normalize(typed)
    if word == SERVER:
        return SERVER
    if word in _zones():
        return _zones()[word]
    similar = search_zones(word, now)[:MOST_SUGGESTED] if now and word else []
    if now and similar and _offset(word) is not None:
        raise RequestRejected(
            _(
                "At {offset} it's {time} now, as in {zones}. Choose a city in your country: it knows summer time."
            ).format(
                offset=formatting.code(typed),
                time=local_time(now, ZoneInfo(similar[0])),
                zones=format_list(map(formatting.code, similar)),
            )
        )
    sentences = [_("There's no time zone called {typed}.").format(typed=formatting.code(typed))]
    if now and similar:
        # Translators: a time zone and the time there, "`Europe/Berlin` (14:05 now)", in a list.
        template = _("{zone} ({time} now)")
        shown = [template.format(zone=formatting.code(zone), time=local_time(now, ZoneInfo(zone))) for zone in similar]
        sentences.append(_("Did you mean {zones}?").format(zones=format_list(shown, "or")))
    sentences.append(_("Zones are named by continent and city, as in `Europe/Berlin`."))
    raise RequestRejected(" ".join(sentences))


def stored_zone(name: str) -> ZoneInfo | None:
    """Return the time zone that a record names, or None for `server` and for a zone that this machine doesn't know."""
    return ZoneInfo(name) if _zones().get(name.lower()) == name else None


def search_zones(typed: str, now: datetime) -> list[str]:
    """Return the zones whose names contain a text, first those in which a word begins with it.

    For an offset, as `UTC+2` or `-3:30`, return the cities that have it now, the best known first.
    """
    word = _normalize(typed)
    if not word:
        return list(COMMON_ZONES)
    offset = _offset(word)
    if offset is not None:
        cities = [name for name in sorted(_zones().values()) if _CITY.fullmatch(name) and name not in COMMON_ZONES]
        return [name for name in (*COMMON_ZONES, *cities) if now.astimezone(ZoneInfo(name)).utcoffset() == offset]
    begins = re.compile(rf"(?:^|[/_-]){re.escape(word)}")
    found = [key for key in sorted(_zones()) if word in key and not _POSIX.fullmatch(key)]
    return [_zones()[key] for key in sorted(found, key=lambda key: not begins.search(key))]


def _offset(word: str) -> timedelta | None:
    """Return how far a text such as `utc+2` is ahead of UTC, None if it is no offset."""
    found = _OFFSET.fullmatch(word)
    if found is None:
        return None
    ahead = timedelta(hours=int(found[2]), minutes=int(found[3] or 0))
    return ahead if found[1] == "+" else -ahead


@cache
def _zones() -> Mapping[str, str]:
    """Return the time zones that this machine knows, by their names in lower case."""
    known = {name.lower(): name for name in available_timezones()}
    return {key: name for key, name in known.items() if key not in _NOT_PLACES}


def _normalize(typed: str) -> str:
    return "_".join(typed.lower().split())


NO_QUIET_HOURS = "none"
COMMON_QUIET_HOURS = (NO_QUIET_HOURS, "21-7", "22-7", "22-8", "23-7", "23-8", "0-8", "9-17")


def parse_quiet_hours(typed: str) -> str:
    """Return quiet hours as they are stored: `none`, or from when to when. Raises `RequestRejected`.

    >>> parse_quiet_hours("22:00-07:30")
    '22-7:30'
    """
    if means_nothing(typed):
        return NO_QUIET_HOURS
    first, dash, last = tidy_typed(typed).partition("-")
    if not dash:
        raise RequestRejected(
            _("I can't read {typed} as quiet hours: write `22-7`, `22:30-7`, or `none`.").format(
                typed=formatting.code(typed)
            )
        )
    began, ended = parse_time(first), parse_time(last)
    if began == ended:
        raise RequestRejected(_("Quiet hours begin and end at different times: write `22-7`, `22:30-7`, or `none`."))
    return f"{format_time(began)}-{format_time(ended)}"


def is_quiet(quiet_hours: str, moment: datetime, zone: tzinfo) -> bool:
    """Return whether a moment lies in quiet hours, given as they are stored, in the local time of a zone."""
    if quiet_hours == NO_QUIET_HOURS:
        return False
    began, ended = map(parse_time, quiet_hours.split("-"))
    now = moment.astimezone(zone).time()
    return began <= now < ended if began < ended else now >= began or now < ended


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


def time_before_alarm(time: timedelta) -> timedelta:
    """Return how much of the time for a turn is used when the alarm comes: 80%."""
    return time * 4 / 5
