"""Checks of the preferences of people and the settings of servers."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import asdict
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from bot.referee.errors import RequestRejected
from bot.referee.guilds.limits import (
    LEAST_REQUESTS,
    LONGEST_PREFIX,
    MOST_CHANNELS,
    MOST_DAILY_CHALLENGES,
    MOST_MATCHES,
    MOST_OPEN_CHALLENGES,
    MOST_REQUESTS,
)
from bot.referee.guilds.setting_descriptions import MENTIONS, TIMEOUT
from bot.referee.guilds.settings import GuildSettings
from bot.referee.people.display import display_from_json
from bot.referee.people.preferences import CHOICES
from bot.referee.times.time_control import parse_control
from bot.referee.times.time_of_day import NO_DIGEST
from bot.referee.times.zone_names import SERVER, parse_zone

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from datetime import datetime

    from storage.queries.inspection import Row

_LOCALE = re.compile(r"[a-z]{2,3}(_[A-Za-z0-9]{2,4})?")
LATEST_DIGEST = timedelta(days=3)
"""How far ahead a digest or a daily puzzle may be due: a day, plus what a change of time zone adds."""

LATEST_WEEKLY = timedelta(days=9)
"""How far ahead a match of the week may be due: a week, plus what a change of time zone adds."""


def check_person(row: Row, now: datetime) -> Iterator[str]:
    """Yield what is wrong with the preferences of a person, as clauses."""
    if display_from_json(row["look"]).as_json != row["look"]:
        yield f"has the look `{row['look']}`, which there isn't"
    for name, value in row["preferences"].items():
        if name == "locale" and _LOCALE.fullmatch(str(value)):
            continue
        try:
            kept = CHOICES[name].parse(value)
        except (RequestRejected, KeyError, AttributeError):
            kept = None
        if kept != value:
            yield f"has {name} `{value}`, which can't be chosen"
    digest = row["preferences"].get("digest", NO_DIGEST)
    if (digest != NO_DIGEST) != (row["digest_at"] is not None):
        yield f"has digest `{digest}`, and the next one is due at {row['digest_at']}"
    elif row["digest_at"] is not None and row["digest_at"] > now + LATEST_DIGEST:
        yield f"has no digest due before {row['digest_at']}"


def check_server(row: Row, now: datetime) -> Iterator[str]:
    """Yield what is wrong with the settings of a server and of its daily puzzle and match of the week, as clauses."""
    usual = asdict(GuildSettings())
    for name, value in row["settings"].items():
        if name not in usual or not _is_valid_setting(name, value):
            yield f"has {name} `{value}`, which can't be set"
    due = row["puzzle_at"]
    if ("puzzles" in row["settings"]) != (due is not None) or (due is not None and due > now + LATEST_DIGEST):
        yield f"has the next daily puzzle due at {due}"
    due = row["weekly_at"]
    if ("weekly" in row["settings"]) != (due is not None) or (due is not None and due > now + LATEST_WEEKLY):
        yield f"has the next match of the week due at {due}"


def _is_valid_setting(name: str, value: Any) -> bool:
    """Return whether a server can have this setting."""
    if isinstance(value, str):
        with suppress(RequestRejected, KeyError):
            return _WORDS[name](value)
    elif name == "channels":
        return isinstance(value, list) and 1 <= len(value) <= MOST_CHANNELS and all(map(_is_id, value))  # pyright: ignore[reportUnknownArgumentType]
    elif name == "threads":
        return value is False
    elif name == "highlights":
        return value is True
    elif name in _LIMITS:
        return _is_id(value) and value in _LIMITS[name]
    return name in {"challengers", "organizers", "finished", "puzzles", "forum", "weekly"} and _is_id(value)


_WORDS: Mapping[str, Callable[[str], bool]] = {
    "prefix": lambda value: 1 <= len(value) <= LONGEST_PREFIX and not any(each.isspace() for each in value),
    "clock": lambda value: str(parse_control(value)) == value,
    "mentions": MENTIONS.__contains__,
    "timeout": TIMEOUT.__contains__,
    "zone": lambda value: parse_zone(value) == value != SERVER,
}
"""The settings that are text, each with its check."""


_LIMITS: Mapping[str, range] = {
    "most": range(1, MOST_MATCHES + 1),
    "open_challenges": range(1, MOST_OPEN_CHALLENGES + 1),
    "daily_challenges": range(1, MOST_DAILY_CHALLENGES + 1),
    "requests": range(LEAST_REQUESTS, MOST_REQUESTS + 1),
}
"""The settings that are limits, each with what it can be."""


def _is_id(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0
