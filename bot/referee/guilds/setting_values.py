"""The settings of a server: how each is written, parsed, described and rejected."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from bot.referee import formatting
from bot.referee.errors import RequestRejected
from bot.referee.guilds.settings import (
    DISCORD,
    LEAST_REQUESTS,
    LONGEST_PREFIX,
    MOST_CHANNELS,
    MOST_DAILY_CHALLENGES,
    MOST_MATCHES,
    MOST_OPEN_CHALLENGES,
    MOST_REQUESTS,
    PREFIX,
    parse_language,
    split_values,
)
from bot.referee.times.calendar import SERVER, parse_zone
from bot.referee.times.time_control import NO_CLOCK, describe_control, parse_control
from games.text import format_list
from games.translation import gettext as _, gettext_noop as N_, language_name, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence
    from datetime import datetime


THREADS = {"yes": N_("a match gets a thread of its own"), "no": N_("a match is played in the channel where it begins")}
MENTIONS = {
    "turn": N_("a board mentions the player to move"),
    "silent": N_("a board mentions the player to move, silently"),
    "never": N_("I name people and mention nobody"),
}
TIMEOUT = {
    "claim": N_("when somebody's time is up, the others can claim it"),
    "ends": N_("when somebody's time is up, they're out at once"),
}
MOST_NAMED = 3
"""Channels that are named; the others are counted, so that all settings fit in a message."""

HIGHLIGHTS = {
    "yes": N_("a match that ended shows its turning point in the channel"),
    "no": N_("no turning points are shown"),
}
GUESSES = {
    "yes": N_("spectators can guess who wins, and there's a table of good guessers"),
    "no": N_("nobody is asked who wins"),
}


def channels_mean(channels: Sequence[int]) -> str:
    """Say where matches may start."""
    if not channels:
        return _("`{anywhere}`: matches may start everywhere").format(anywhere=ANY)
    links, others = [*map(formatting.channel, channels[:MOST_NAMED])], len(channels) - MOST_NAMED
    if others <= 0:
        return _("matches may start in {channels}").format(channels=format_list(links))
    return ngettext(
        "matches may start in {channels} and {n} more",
        "matches may start in {channels} and {n} more",
        others,
    ).format(channels=", ".join(links), n=others)


def puzzles_mean(channel: int | None) -> str:
    """Say where the daily puzzle is posted."""
    return (
        _("a puzzle comes every day at noon in {channel}").format(channel=formatting.channel(channel))
        if channel
        else _("`{nowhere}`: no daily puzzle").format(nowhere=NO_CHANNEL)
    )


def forum_means(forum: int | None) -> str:
    """Say in which forum matches get posts."""
    if forum:
        text = _("matches get posts in {channel}, with tags for the game and whose turn it is")
        return text.format(channel=formatting.channel(forum))
    return _("`{nowhere}`: matches get no forum posts").format(nowhere=NO_CHANNEL)


def weekly_means(channel: int | None) -> str:
    """Say where the match of the week is posted."""
    return (
        _("the match of the week comes on Mondays in {channel}").format(channel=formatting.channel(channel))
        if channel
        else _("`{nowhere}`: no match of the week").format(nowhere=NO_CHANNEL)
    )


def overview_means(channel: int | None) -> str:
    """Say where the overview is."""
    return (
        _("one post in {channel} always shows what is played, and what can be joined").format(
            channel=formatting.channel(channel)
        )
        if channel
        else _("`{nowhere}`: no overview of what is played").format(nowhere=NO_CHANNEL)
    )


def language_means(language: str) -> str:
    """Say what the choice of a language does."""
    if language == DISCORD:
        return _("`{choice}`: my posts are in the language of the server's own settings").format(choice=DISCORD)
    return _("`{choice}`: my posts are in {language}").format(choice=language, language=language_name(language))


SIMILARITY = 0.75
"""How alike the names of a setting and what was typed must be, from 0 to 1 (`difflib.SequenceMatcher.ratio`)."""
MANAGERS_ONLY = N_("Only people with Manage Server can change the settings. `!settings` shows them to everyone.")


def unknown_setting(typed: str, names: Collection[str]) -> str:
    """Reject what isn't the name of a setting, and name the one that was probably meant, or all."""
    word = typed.lower()
    if word not in names and (meant := get_close_matches(word, names, 1, SIMILARITY)):
        return _("There's no setting {typed}. Did you mean {meant}?").format(
            typed=formatting.code(typed), meant=formatting.code(meant[0])
        )
    known = format_list(map(formatting.code, names))
    return _("I can't read {typed} here. You can set {known}, as in `threads=no`.").format(
        typed=formatting.code(typed), known=known
    )


ANY, EVERYONE, MANAGERS, NO_CHANNEL = "any", "everyone", "managers", "none"
CHANNELS = {"channels": MOST_CHANNELS, "finished": 1, "puzzles": 1, "forum": 1, "weekly": 1, "overview": 1}
"""The settings that name channels, each with how many."""
ROLES = {"challengers", "organizers"}
"""The settings whose value is a role."""
_RESET = re.compile(r"\s*reset\b[\s=:]*(.*)", re.IGNORECASE)
_CHANNEL, _ROLE = re.compile(r"<#(\d{1,20})>", re.ASCII), re.compile(r"<@&(\d{1,20})>", re.ASCII)
_LIKE_A_MOVE = re.compile(r"(?:[^\W_]|[-+*(])(?:[^\W_]|[-+*():>,=.@#])*")
"""What moves are written with. A text that begins as text commands do is never taken for a move."""


@dataclass(frozen=True, slots=True)
class GuildResources:
    """What a server has: its text channels, roles and forums, by id.

    In the channels `barred` the bot may not post; each of the `forums` comes with the permissions that it lacks there.
    `requests` is what the operator lets one person ask for in a minute, `now` the present time, if that is known.
    """

    channels: Collection[int]
    roles: Collection[int]
    barred: Collection[int] = ()
    forums: Mapping[int, Collection[str]] = field(default_factory=dict[int, "Collection[str]"])
    requests: int = MOST_REQUESTS
    now: datetime | None = None


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
        raise RequestRejected(
            _("A prefix has 1 to {longest} visible characters and no spaces, as in `?`.").format(longest=LONGEST_PREFIX)
        )
    if "`" in typed or typed[0] in "@#</":
        raise RequestRejected(
            _("A prefix can't begin with `@`, `#`, `<` or `/`, which Discord uses itself, or contain a backtick.")
        )
    if _LIKE_A_MOVE.fullmatch(typed):
        raise RequestRejected(
            _(
                "With the prefix {prefix} I'd mistake moves for commands. Use a sign that no move begins with, as in "
                "`?`, `.` or `tp!`."
            ).format(prefix=formatting.code(typed))
        )
    return typed


def _parse_channels(typed: str, resources: GuildResources) -> tuple[int, ...]:
    if typed.lower() == ANY:
        return ()
    words = typed.replace(",", " ").replace("><", "> <").split()
    found = dict.fromkeys(_parse_channel(each, resources) for each in words)
    if not 1 <= len(found) <= MOST_CHANNELS:
        raise RequestRejected(
            _("Name 1 to {most} channels, or `{anywhere}` for all.").format(most=MOST_CHANNELS, anywhere=ANY)
        )
    return tuple(found)


def _parse_channel(typed: str, resources: GuildResources) -> int:
    channel = _parse_link(typed)
    if channel not in resources.channels:
        raise RequestRejected(
            _("{channel} isn't a text channel of this server, or I can't see it.").format(channel=typed)
        )
    if channel in resources.barred:
        raise RequestRejected(
            _("I can't post in {channel}. Allow me to send messages there, then choose it again.").format(channel=typed)
        )
    return channel


def _parse_link(typed: str) -> int:
    """Return the id of a channel or forum that a person linked."""
    found = _CHANNEL.fullmatch(typed)
    if found is None:
        raise RequestRejected(
            _("I can't read {typed} as a channel: begin with `#` and pick it from Discord's list.").format(
                typed=formatting.code(typed)
            )
        )
    return int(found[1])


def _describe_clock(stored: str) -> str:
    control = parse_control(stored)
    return _("`{control}`: {description}, unless a challenge says otherwise").format(
        control=stored, description=describe_control(control) if control else _("no clock")
    )


def _parse_role(typed: str, without: str, resources: GuildResources) -> int | None:
    """Parse a role; `without` is the word for none."""
    if typed.lower().removeprefix("@") == without:
        return None
    found = _ROLE.fullmatch(typed)
    if found is None:
        raise RequestRejected(
            _("I can't read {typed} as a role: mention it, or write `{everyone}`.").format(
                typed=formatting.code(typed), everyone=without
            )
        )
    if int(found[1]) not in resources.roles:
        raise RequestRejected(_("{role} isn't a role of this server.").format(role=found[0]))
    return int(found[1])


def _parse_zone(typed: str, resources: GuildResources) -> str:
    zone = parse_zone(typed, resources.now)
    if zone == SERVER:
        raise RequestRejected(_("A server's zone is named by continent and city, as in `Europe/Berlin`."))
    return zone


def _parse_post_channel(typed: str, resources: GuildResources) -> int | None:
    return None if typed.lower() == NO_CHANNEL else _parse_channel(typed, resources)


def _parse_forum(typed: str, resources: GuildResources) -> int | None:
    if typed.lower() == NO_CHANNEL:
        return None
    forum = _parse_link(typed)
    if forum not in resources.forums:
        raise RequestRejected(_("{channel} isn't a forum of this server, or I can't see it.").format(channel=typed))
    if lacking := resources.forums[forum]:
        raise RequestRejected(
            _("I can't keep matches in {forum}. Allow me {lacking} there, then choose it again.").format(
                forum=typed, lacking=format_list(lacking)
            )
        )
    return forum


def _limit(name: str, example: str, least: int, most: int, meaning: str) -> Setting:
    """Return a setting that is a number from `least` to `most`, or None for no limit; `meaning` is a message."""

    def parse(typed: str, resources: GuildResources) -> int | None:
        if typed.lower() == ANY:
            return None
        highest = min(most, resources.requests) if name == "requests" else most
        if not (typed.isascii() and typed.isdigit() and len(typed) < 5 and least <= int(typed) <= highest):
            raise RequestRejected(
                _("`{name}` has to be a number from {least} to {most}, or `{unlimited}`, not {typed}.").format(
                    name=name, least=least, most=highest, unlimited=ANY, typed=formatting.code(typed)
                )
            )
        return int(typed)

    return Setting(ANY, example, parse, lambda stored: _(meaning).format(limit=stored or ANY))


def _one_of(name: str, default: str, meanings: Mapping[str, str], values: Mapping[str, Any] | None = None) -> Setting:
    """Return a setting among fixed words, stored as themselves or as the `values` given by word."""
    stored_as = values or {word: word for word in meanings}
    words = {value: word for word, value in stored_as.items()}

    def parse(typed: str, _guild: GuildResources) -> Any:
        if typed.lower() not in meanings:
            raise RequestRejected(
                _("`{name}` can be {choices}, not {typed}.").format(
                    name=name, choices=format_list(map(formatting.code, meanings), "or"), typed=formatting.code(typed)
                )
            )
        return stored_as[typed.lower()]

    other = next(word for word in meanings if word != default)
    return Setting(default, other, parse, lambda stored: f"`{words[stored]}`: {_(meanings[words[stored]])}")


SETTINGS: Mapping[str, Setting] = {
    "prefix": Setting(
        PREFIX,
        "?",
        _parse_prefix,
        lambda prefix: _("{prefix}: text commands begin with it").format(prefix=formatting.code(prefix)),
    ),
    "channels": Setting(ANY, "#games #more", _parse_channels, channels_mean),
    "threads": _one_of("threads", "yes", THREADS, {"yes": True, "no": False}),
    "clock": Setting(NO_CLOCK, "3d+1d cap 6d", lambda typed, _: str(parse_control(typed) or NO_CLOCK), _describe_clock),
    "challengers": Setting(
        EVERYONE,
        "@role",
        lambda typed, guild: _parse_role(typed, EVERYONE, guild),
        lambda stored: (
            _("only people with the role <@&{role}> can challenge").format(role=stored)
            if stored
            else _("`{everyone}` can challenge").format(everyone=EVERYONE)
        ),
    ),
    "most": _limit("most", "5", 1, MOST_MATCHES, N_("`{limit}`: matches that a member may play in at a time")),
    "mentions": _one_of("mentions", "turn", MENTIONS),
    "timeout": _one_of("timeout", "claim", TIMEOUT),
    "zone": Setting(
        "UTC",
        "Europe/Berlin",
        _parse_zone,
        lambda zone: _("`{zone}`: days and weekends begin and end by its clocks").format(zone=zone),
    ),
    "finished": Setting(
        NO_CHANNEL,
        "#hall",
        _parse_post_channel,
        lambda stored: (
            _("matches that ended are shown in {channel}").format(channel=formatting.channel(stored))
            if stored
            else _("`{nowhere}`: matches that ended are shown in no channel").format(nowhere=NO_CHANNEL)
        ),
    ),
    "puzzles": Setting(NO_CHANNEL, "#puzzles", _parse_post_channel, puzzles_mean),
    "forum": Setting(NO_CHANNEL, "#matches", _parse_forum, forum_means),
    "highlights": _one_of("highlights", "no", HIGHLIGHTS, {"yes": True, "no": False}),
    "organizers": Setting(
        MANAGERS,
        "@role",
        lambda typed, guild: _parse_role(typed, MANAGERS, guild),
        lambda stored: (
            _("<@&{role}> can manage events").format(role=stored)
            if stored
            else _("`{managers}` of the server manage events").format(managers=MANAGERS)
        ),
    ),
    "weekly": Setting(NO_CHANNEL, "#lounge", _parse_post_channel, weekly_means),
    "overview": Setting(NO_CHANNEL, "#games", _parse_post_channel, overview_means),
    "open_challenges": _limit(
        "open_challenges",
        "3",
        1,
        MOST_OPEN_CHALLENGES,
        N_("`{limit}`: challenges that a member may have open at a time"),
    ),
    "daily_challenges": _limit(
        "daily_challenges",
        "10",
        1,
        MOST_DAILY_CHALLENGES,
        N_("`{limit}`: challenges that a member may make in 24 hours"),
    ),
    "requests": _limit(
        "requests",
        "10",
        LEAST_REQUESTS,
        MOST_REQUESTS,
        N_("`{limit}`: pictures and pages that a member may ask for in a minute"),
    ),
    "language": Setting(DISCORD, "en", lambda typed, _: parse_language(typed), language_means),
    "guesses": _one_of("guesses", "no", GUESSES, {"yes": True, "no": False}),
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
    before, values = split_values(typed)
    unknown = before or next((name for name in values if name not in SETTINGS), "")
    if unknown:
        raise RequestRejected(unknown_setting(unknown, SETTINGS))
    return values


def _defaults(typed: str) -> dict[str, str]:
    """Return the defaults of the settings that a text names. Raises `RequestRejected`."""
    names = typed.lower().replace(",", " ").split()
    if not names:
        raise RequestRejected(
            _("Which setting? For example `reset clock`. There are {names}.").format(
                names=format_list(map(formatting.code, SETTINGS))
            )
        )
    if unknown := next((name for name in names if name not in SETTINGS), ""):
        raise RequestRejected(unknown_setting(unknown, SETTINGS))
    return {name: SETTINGS[name].default for name in names}


def parse_setting(name: str, typed: str, resources: GuildResources) -> Any:
    """Return the value to store for a setting. Raises `RequestRejected`."""
    setting = SETTINGS[name]
    if not typed:
        raise RequestRejected(
            _(
                "Choose a value for `{name}`: `{name}={example}`, for example, or the default, `{name}={default}`."
            ).format(name=name, example=setting.example, default=setting.default)
        )
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
