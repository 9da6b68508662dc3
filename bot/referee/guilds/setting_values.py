"""How each setting of a server is written, what values it takes and what they mean."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bot.referee.errors import RequestRejected
from bot.referee.guilds import rejections
from bot.referee.guilds import setting_descriptions as descriptions
from bot.referee.guilds.limits import (
    LEAST_REQUESTS,
    LONGEST_PREFIX,
    MOST_CHANNELS,
    MOST_DAILY_CHALLENGES,
    MOST_MATCHES,
    MOST_OPEN_CHALLENGES,
    MOST_REQUESTS,
)
from bot.referee.guilds.settings import PREFIX
from bot.referee.languages import DISCORD, parse_language
from bot.referee.times.time_control import NO_CLOCK, describe_control, parse_control
from bot.referee.times.zone_names import SERVER, parse_zone
from games.translation import gettext as _

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

ANY, EVERYONE, MANAGERS, NO_CHANNEL = "any", "everyone", "managers", "none"
CHANNELS = {"channels": MOST_CHANNELS, "finished": 1, "puzzles": 1, "forum": 1, "weekly": 1}
"""The settings that name channels, each with how many."""
ROLES = {"challengers", "organizers"}
"""The settings whose value is a role."""
_RESET = re.compile(r"\s*reset\b[\s=:]*(.*)", re.IGNORECASE)
_NAME = re.compile(r"(?:^|\s)(\w+)=")
_CHANNEL, _ROLE = re.compile(r"<#(\d{1,20})>", re.ASCII), re.compile(r"<@&(\d{1,20})>", re.ASCII)
_LIKE_A_MOVE = re.compile(r"(?:[^\W_]|[-+*(])(?:[^\W_]|[-+*():>,=.@#])*")
"""What moves are written with. A text that begins as text commands do is never taken for a move."""


@dataclass(frozen=True, slots=True)
class GuildResources:
    """What a server has: its text channels, roles and forums, by id.

    In the channels `barred` the bot may not post; each of the `forums` comes with the permissions that it lacks there.
    `requests` is what the operator lets one person ask for in a minute.
    """

    channels: Collection[int]
    roles: Collection[int]
    barred: Collection[int] = ()
    forums: Mapping[int, Collection[str]] = field(default_factory=dict[int, "Collection[str]"])
    requests: int = MOST_REQUESTS


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting.

    `default` and `example` are two ways to write it. `parse` takes what a person wrote and returns the value to store,
    or raises `RequestRejected`; `describe` says in Markdown what a stored value is and does.
    """

    default: str
    example: str
    parse: Callable[[str, GuildResources], Any]
    describe: Callable[[Any], str]


def _parse_prefix(typed: str, _guild: GuildResources) -> str:
    """Parse what begins text commands: nothing that a move, a mention or a slash command could begin with."""
    if not 1 <= len(typed) <= LONGEST_PREFIX or not typed.isprintable() or any(each.isspace() for each in typed):
        raise RequestRejected(rejections.prefix_length(LONGEST_PREFIX))
    if "`" in typed or typed[0] in "@#</":
        raise RequestRejected(_(rejections.RESERVED_PREFIX))
    if _LIKE_A_MOVE.fullmatch(typed):
        raise RequestRejected(rejections.prefix_like_a_move(typed))
    return typed


def _parse_channels(typed: str, resources: GuildResources) -> tuple[int, ...]:
    if typed.lower() == ANY:
        return ()
    words = typed.replace(",", " ").replace("><", "> <").split()
    found = dict.fromkeys(_parse_channel(each, resources) for each in words)
    if not 1 <= len(found) <= MOST_CHANNELS:
        raise RequestRejected(rejections.number_of_channels(MOST_CHANNELS, ANY))
    return tuple(found)


def _parse_channel(typed: str, resources: GuildResources) -> int:
    found = _CHANNEL.fullmatch(typed)
    if found is None:
        raise RequestRejected(rejections.unreadable_channel(typed))
    if int(found[1]) not in resources.channels:
        raise RequestRejected(rejections.unknown_channel(found[0]))
    if int(found[1]) in resources.barred:
        raise RequestRejected(rejections.barred_channel(found[0]))
    return int(found[1])


def _parse_clock(typed: str, _guild: GuildResources) -> str:
    return str(parse_control(typed) or NO_CLOCK)


def _describe_clock(stored: str) -> str:
    control = parse_control(stored)
    return descriptions.clock_means(stored, describe_control(control) if control else _("no clock"))


def _parse_challengers(typed: str, resources: GuildResources) -> int | None:
    return _parse_role(typed, EVERYONE, resources)


def _parse_organizers(typed: str, resources: GuildResources) -> int | None:
    return _parse_role(typed, MANAGERS, resources)


def _parse_role(typed: str, without: str, resources: GuildResources) -> int | None:
    """Parse a role; `without` is the word for none."""
    if typed.lower().removeprefix("@") == without:
        return None
    found = _ROLE.fullmatch(typed)
    if found is None:
        raise RequestRejected(rejections.unreadable_role(typed, without))
    if int(found[1]) not in resources.roles:
        raise RequestRejected(rejections.unknown_role(found[0]))
    return int(found[1])


def _parse_zone(typed: str, _guild: GuildResources) -> str:
    zone = parse_zone(typed)
    if zone == SERVER:
        raise RequestRejected(_(rejections.ZONE_OF_NO_PLACE))
    return zone


def _parse_post_channel(typed: str, resources: GuildResources) -> int | None:
    return None if typed.lower() == NO_CHANNEL else _parse_channel(typed, resources)


def _parse_forum(typed: str, resources: GuildResources) -> int | None:
    if typed.lower() == NO_CHANNEL:
        return None
    found = _CHANNEL.fullmatch(typed)
    if found is None:
        raise RequestRejected(rejections.unreadable_channel(typed))
    forum = int(found[1])
    if forum not in resources.forums:
        raise RequestRejected(rejections.unknown_forum(found[0]))
    if lacking := resources.forums[forum]:
        raise RequestRejected(rejections.barred_forum(found[0], lacking))
    return forum


def _limit(name: str, example: str, least: int, most: int, describe: Callable[[str], str]) -> Setting:
    """Return a setting that is a number from `least` to `most`, or None for no limit."""

    def parse(typed: str, resources: GuildResources) -> int | None:
        if typed.lower() == ANY:
            return None
        highest = min(most, resources.requests) if name == "requests" else most
        if not (typed.isascii() and typed.isdigit() and len(typed) < 5 and least <= int(typed) <= highest):
            raise RequestRejected(rejections.unreadable_limit(name, typed, least, highest, ANY))
        return int(typed)

    return Setting(ANY, example, parse, lambda stored: describe(str(stored or ANY)))


def _one_of(name: str, default: str, meanings: Mapping[str, str], values: Mapping[str, Any] | None = None) -> Setting:
    """Return a setting among fixed words, stored as themselves or as the `values` given by word."""
    stored_as = values or {word: word for word in meanings}
    words = {value: word for word, value in stored_as.items()}

    def parse(typed: str, _guild: GuildResources) -> Any:
        if typed.lower() not in meanings:
            raise RequestRejected(rejections.not_one_of(name, meanings, typed))
        return stored_as[typed.lower()]

    other = next(word for word in meanings if word != default)
    return Setting(default, other, parse, lambda stored: f"`{words[stored]}`: {_(meanings[words[stored]])}")


SETTINGS: Mapping[str, Setting] = {
    "prefix": Setting(PREFIX, "?", _parse_prefix, descriptions.prefix_means),
    "channels": Setting(ANY, "#games #more", _parse_channels, lambda stored: descriptions.channels_mean(stored, ANY)),
    "threads": _one_of("threads", "yes", descriptions.THREADS, {"yes": True, "no": False}),
    "clock": Setting(NO_CLOCK, "3d+1d cap 6d", _parse_clock, _describe_clock),
    "challengers": Setting(
        EVERYONE, "@role", _parse_challengers, lambda stored: descriptions.challengers_mean(stored, EVERYONE)
    ),
    "most": _limit("most", "5", 1, MOST_MATCHES, descriptions.match_limit_means),
    "mentions": _one_of("mentions", "turn", descriptions.MENTIONS),
    "timeout": _one_of("timeout", "claim", descriptions.TIMEOUT),
    "zone": Setting("UTC", "Europe/Berlin", _parse_zone, descriptions.zone_means),
    "finished": Setting(
        NO_CHANNEL, "#hall", _parse_post_channel, lambda stored: descriptions.finished_means(stored, NO_CHANNEL)
    ),
    "puzzles": Setting(
        NO_CHANNEL, "#puzzles", _parse_post_channel, lambda stored: descriptions.puzzles_mean(stored, NO_CHANNEL)
    ),
    "forum": Setting(NO_CHANNEL, "#matches", _parse_forum, lambda stored: descriptions.forum_means(stored, NO_CHANNEL)),
    "highlights": _one_of("highlights", "no", descriptions.HIGHLIGHTS, {"yes": True, "no": False}),
    "organizers": Setting(
        MANAGERS, "@role", _parse_organizers, lambda stored: descriptions.organizers_mean(stored, MANAGERS)
    ),
    "weekly": Setting(
        NO_CHANNEL, "#lounge", _parse_post_channel, lambda stored: descriptions.weekly_means(stored, NO_CHANNEL)
    ),
    "open_challenges": _limit("open_challenges", "3", 1, MOST_OPEN_CHALLENGES, descriptions.open_challenge_limit_means),
    "daily_challenges": _limit(
        "daily_challenges", "10", 1, MOST_DAILY_CHALLENGES, descriptions.daily_challenge_limit_means
    ),
    "requests": _limit("requests", "10", LEAST_REQUESTS, MOST_REQUESTS, descriptions.request_limit_means),
    "language": Setting(DISCORD, "en", lambda typed, _: parse_language(typed), descriptions.language_means),
}
"""Everything that can be set: one entry for each field of `GuildSettings`."""


def split_settings(typed: str) -> dict[str, str]:
    """Split `threads=no clock=3d+1d cap 6d`, in any order, into values by name. Raises `RequestRejected`.

    `reset clock threads` gives settings their defaults.

    >>> split_settings("threads=no clock=3d+1d cap 6d zone=UTC")
    {'threads': 'no', 'clock': '3d+1d cap 6d', 'zone': 'UTC'}
    """
    if reset := _RESET.fullmatch(typed):
        return _defaults(reset[1])
    before, *rest = _NAME.split(typed)
    values = {name.lower(): value.strip() for name, value in zip(rest[::2], rest[1::2], strict=True)}
    unknown = before.strip() or next((name for name in values if name not in SETTINGS), "")
    if unknown:
        raise RequestRejected(rejections.unknown_setting(unknown, SETTINGS))
    return values


def _defaults(typed: str) -> dict[str, str]:
    """Return the defaults of the settings that a text names. Raises `RequestRejected`."""
    names = typed.lower().replace(",", " ").split()
    if not names:
        raise RequestRejected(rejections.which_reset(SETTINGS))
    if unknown := next((name for name in names if name not in SETTINGS), ""):
        raise RequestRejected(rejections.unknown_setting(unknown, SETTINGS))
    return {name: SETTINGS[name].default for name in names}


def parse_setting(name: str, typed: str, resources: GuildResources) -> Any:
    """Return the value to store for a setting. Raises `RequestRejected`."""
    setting = SETTINGS[name]
    if not typed:
        raise RequestRejected(rejections.no_value(name, setting.example, setting.default))
    return setting.parse(typed, resources)


def write_setting(name: str, stored: Any) -> str:
    """Return a stored value as people write it.

    >>> write_setting("threads", False), write_setting("channels", (7, 8)), write_setting("most", None)
    ('no', '<#7> <#8>', 'any')
    """
    if stored is None or stored == ():
        return SETTINGS[name].default
    if isinstance(stored, bool):
        return "yes" if stored else "no"
    if name in CHANNELS:
        return " ".join(f"<#{each}>" for each in (stored if name == "channels" else [stored]))
    return f"<@&{stored}>" if name in ROLES else str(stored)
