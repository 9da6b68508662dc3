"""Names of time zones, as players write them and as the IANA database does."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo, available_timezones

from bot.referee.errors import RequestRejected
from bot.referee.times import rejections

if TYPE_CHECKING:
    from collections.abc import Mapping

SERVER = "server"
"""What a person chooses in place of a zone to use that of the server."""
COMMON_ZONES = (
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
"""Zones to suggest to a person who has typed nothing yet."""
_NOT_PLACES = {"localtime", "factory", "posixrules"}


def parse_zone(typed: str) -> str:
    """Return a time zone, named in any case, by its name in the IANA database, or `server`. Raises `RequestRejected`.

    >>> parse_zone("europe/berlin")
    'Europe/Berlin'
    """
    word = _normalize(typed)
    if word == SERVER:
        return SERVER
    if word in _zones():
        return _zones()[word]
    raise RequestRejected(rejections.unknown_zone(typed, search_zones(word)[:3] if word else []))


def stored_zone(name: str) -> ZoneInfo | None:
    """Return the time zone that a record names, or None for `server` and for a zone that this machine doesn't know."""
    return ZoneInfo(name) if _zones().get(name.lower()) == name else None


def search_zones(typed: str) -> list[str]:
    """Return the zones whose names contain a text, first those in which a word begins with it."""
    word = _normalize(typed)
    if not word:
        return list(COMMON_ZONES)
    begins = re.compile(rf"(?:^|[/_-]){re.escape(word)}")
    found = [key for key in sorted(_zones()) if word in key]
    return [_zones()[key] for key in sorted(found, key=lambda key: not begins.search(key))]


@cache
def _zones() -> Mapping[str, str]:
    """Return the time zones that this machine knows, by their names in lower case."""
    known = {name.lower(): name for name in available_timezones()}
    return {key: name for key, name in known.items() if key not in _NOT_PLACES}


def _normalize(typed: str) -> str:
    return "_".join(typed.lower().split())
