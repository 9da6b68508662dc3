"""Time zones by name, times of day, quiet hours: pure functions of what people write, and of moments."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta
from functools import cache
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo, available_timezones

from bot.referee import formatting
from bot.referee.errors import RequestRejected

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import tzinfo

SERVER, NONE, OFF = "server", "none", "off"
USUAL_ZONES = (
    "Europe/London",
    "Europe/Berlin",
    "Europe/Helsinki",
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "America/Sao_Paulo",
    "Africa/Lagos",
    "Asia/Kolkata",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
    "UTC",
)
"""What is offered to who has typed nothing yet."""
USUAL_QUIET = (NONE, "21-7", "22-7", "22-8", "23-7", "23-8", "0-8", "9-17")
USUAL_DIGESTS = (OFF, *map(str, range(5, 24)))
_NO_PLACES = {"localtime", "factory", "posixrules"}
_TIME = re.compile(r"(\d{1,2})(?::(00|30))?", re.ASCII)


def read_zone(text: str) -> str:
    """Read the name of a time zone, in any case, as the IANA database writes it; `server` is none. Raises `RequestRejected`.

    >>> read_zone("europe/berlin")
    'Europe/Berlin'
    """
    word = _plain(text)
    if word == SERVER:
        return SERVER
    if word in _zones():
        return _zones()[word]
    near = zones_like(word)[:3] if word else []
    meant = f" Did you mean {formatting.listed(map(formatting.code, near), 'or')}?" if near else ""
    raise RequestRejected(
        f"I know no time zone {formatting.code(text)}.{meant} Zones are named by continent and city, as in `Europe/Berlin`."
    )


def zone_named(kept: str) -> ZoneInfo | None:
    """Return the time zone that a record names, None for `server`, and for one that this machine does not know."""
    return ZoneInfo(kept) if _zones().get(kept.lower()) == kept else None


def zones_like(text: str) -> list[str]:
    """Return the zones in whose names a text occurs, those first where a word of the name begins with it."""
    word = _plain(text)
    if not word:
        return list(USUAL_ZONES)
    begins = re.compile(rf"(?:^|[/_-]){re.escape(word)}")
    found = [key for key in sorted(_zones()) if word in key]
    return [_zones()[key] for key in sorted(found, key=lambda key: not begins.search(key))]


def read_time(text: str) -> time:
    """Read `8`, `08:00` or `7:30`: a whole or half hour of the day. Raises `RequestRejected`."""
    found = _TIME.fullmatch(text.strip())
    if found is None or int(found[1]) > 23:
        raise RequestRejected(
            f"I can't read {formatting.code(text)} as a time of day: write a whole or half hour, as `8`, `7:30` or `22`."
        )
    return time(int(found[1]), int(found[2] or 0))


def read_quiet(text: str) -> str:
    """Read quiet hours as they are kept, `none` or from when to when. Raises `RequestRejected`.

    >>> read_quiet("22:00-07:30")
    '22-7:30'
    """
    if text.strip().lower() == NONE:
        return NONE
    first, dash, last = text.partition("-")
    if not dash:
        raise RequestRejected(
            f"I can't read {formatting.code(text)} as quiet hours: write `22-7`, `22:30-7`, or `none`."
        )
    began, ended = read_time(first), read_time(last)
    if began == ended:
        raise RequestRejected("Quiet hours begin and end at different times: write `22-7`, `22:30-7`, or `none`.")
    return f"{_written(began)}-{_written(ended)}"


def read_digest(text: str) -> str:
    """Read when a digest comes as it is kept: `off`, or a time of day. Raises `RequestRejected`.

    >>> read_digest("07:30")
    '7:30'
    """
    return OFF if text.strip().lower() == OFF else _written(read_time(text))


def is_quiet(quiet: str, moment: datetime, zone: tzinfo) -> bool:
    """Return whether a moment lies in quiet hours, as they are kept, by the clocks of a zone."""
    if quiet == NONE:
        return False
    began, ended = map(read_time, quiet.split("-"))
    now = moment.astimezone(zone).time()
    return began <= now < ended if began < ended else now >= began or now < ended


def clock_time(moment: datetime, zone: tzinfo) -> str:
    """Return the time of day that the clocks of a zone show."""
    return moment.astimezone(zone).strftime("%H:%M")


def next_time(when: time, after: datetime, zone: tzinfo) -> datetime:
    """Return the first moment after another at which the clocks of a zone show a time of day.

    Each day has one such moment. A time that a day leaves out, because its clocks are put forward, comes as much later.
    """
    return next(moment for moment in _times(when, after, zone) if moment > after)


def last_time(when: time, until: datetime, zone: tzinfo) -> datetime:
    """Return the last such moment until another, that one included."""
    return next(moment for moment in reversed(_times(when, until, zone)) if moment <= until)


def _times(when: time, about: datetime, zone: tzinfo) -> list[datetime]:
    """Return when clocks show a time of day on the days about a moment, in UTC and in order."""
    today = about.astimezone(zone).date()
    days = [today + timedelta(days=more) for more in (-2, -1, 0, 1, 2)]
    return [datetime.combine(day, when, zone).astimezone(UTC) for day in days]


@cache
def _zones() -> Mapping[str, str]:
    """Return the time zones that this machine knows, by their names in small letters."""
    known = {name.lower(): name for name in available_timezones()}
    return {key: name for key, name in known.items() if key not in _NO_PLACES}


def _plain(text: str) -> str:
    return "_".join(text.lower().split())


def _written(when: time) -> str:
    return f"{when.hour}:{when.minute}" if when.minute else f"{when.hour}"
