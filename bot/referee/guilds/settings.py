"""The settings of a server as they are stored, with its language and limits."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Any, Literal, TypeAlias
from zoneinfo import ZoneInfo

from bot.referee import formatting
from bot.referee.errors import RequestRejected
from bot.referee.times.calendar import parse_zone
from games.text import format_list
from games.translation import ENGLISH, find_language, gettext as _, language_name, offered_languages
from storage.queries import guilds

if TYPE_CHECKING:
    from collections.abc import Mapping

    from storage.engine.database import Tx

DISCORD = "discord"
"""The choice to follow Discord: the language of a person's app, or the one that a server has in its settings."""


def resolve_language(chosen: str, locale: str) -> str:
    """Return the language that a choice stands for, given the locale that Discord says.

    >>> resolve_language("en", "de"), resolve_language("discord", "en-US")
    ('en', 'en')
    """
    return find_language(locale if chosen == DISCORD else chosen)


def language_choices() -> tuple[str, ...]:
    """Return the words that choose a language, as they are stored."""
    return (DISCORD, ENGLISH, *offered_languages())


def parse_language(typed: str) -> str:
    """Return the language that a text names, by its code or by what it is called in itself. Raises `RequestRejected`.

    >>> parse_language("Discord"), parse_language("english")
    ('discord', 'en')
    """
    word = typed.strip().casefold().replace("-", "_")
    names = {choice.casefold(): choice for choice in language_choices()}
    names |= {language_name(choice).casefold(): choice for choice in language_choices() if choice != DISCORD}
    if word not in names:
        choices = format_list(map(formatting.code, language_choices()), "or")
        raise RequestRejected(
            _("You can choose {languages}, not {typed}.").format(languages=choices, typed=formatting.code(typed))
        )
    return names[word]


_NAME = re.compile(r"(?:^|\s)(\w+)=")


def split_values(typed: str) -> tuple[str, dict[str, str]]:
    """Split `threads=no zone=America/New York` into the text before the first name, and values by name.

    >>> split_values("threads=no Zone=America/New York")
    ('', {'threads': 'no', 'zone': 'America/New York'})
    """
    before, *rest = _NAME.split(typed)
    return before.strip(), {name.lower(): value.strip() for name, value in zip(rest[::2], rest[1::2], strict=True)}


LONGEST_PREFIX = 5
"""Characters of the prefix of text commands."""
MOST_CHANNELS = 20
"""Channels in which matches may start; Discord's menus take 25."""
MOST_MATCHES = 100
"""Running matches of a person."""
MOST_OPEN_CHALLENGES = 20
"""Open challenges of a person."""
MOST_DAILY_CHALLENGES = 1000
"""Challenges of a person in a day."""
LEAST_REQUESTS, MOST_REQUESTS = 6, 1000
"""Requests in a minute: a replay counts six times, so with fewer nobody could see one."""


Timeout: TypeAlias = Literal["claim", "ends"]
Mentions: TypeAlias = Literal["turn", "silent", "never"]

PREFIX = "!"
"""What text commands begin with unless a server chose otherwise, and always in direct messages."""


@dataclass(frozen=True, slots=True)
class GuildSettings:
    """The settings of one server.

    `prefix` begins text commands. Matches may start in `channels` (everywhere if there are none), and live in `threads`
    of their own or else in the channel. `clock` is the time control of challenges that name none. `challengers` is the
    role that is needed to challenge, None for everyone; each member may play in `most` matches there at a time, None
    for any number. A board mentions the player to move with a sound (`turn`), without one (`silent`), or not at all
    (`never`). When the time of a turn is up, the others can `claim` the match, or it `ends` at once. `zone` is the
    server's time zone (a key of the IANA database); finished matches are shown in the channel `finished`, a puzzle
    comes every day in the channel `puzzles`, and matches get posts in the `forum`, None for no such channel. With
    `highlights` the turning point of a match that has ended is shown in its channel; the match that was viewed most in
    a week comes in the channel `weekly`, and an overview of what is played is kept in the channel `overview`, None for
    no such channel. People with the role `organizers` may manage events,
    besides those who manage the server. A member may have so many `open_challenges` at a time, make so many
    `daily_challenges` within 24 hours, and ask for so many pictures and pages in a minute (`requests`), None for what
    the operator allows everybody. Posts are written in `language`, which is `discord` for the one of the server's own
    settings there. With `guesses` spectators can guess who wins.
    """

    prefix: str = PREFIX
    channels: tuple[int, ...] = ()
    threads: bool = True
    clock: str = "none"
    challengers: int | None = None
    most: int | None = None
    mentions: Mentions = "turn"
    timeout: Timeout = "claim"
    zone: str = "UTC"
    finished: int | None = None
    puzzles: int | None = None
    forum: int | None = None
    highlights: bool = False
    organizers: int | None = None
    weekly: int | None = None
    overview: int | None = None
    open_challenges: int | None = None
    daily_challenges: int | None = None
    requests: int | None = None
    language: str = DISCORD
    guesses: bool = False

    @property
    def as_json(self) -> dict[str, Any]:
        """The settings that differ from the defaults, as they are stored."""
        defaults = asdict(GuildSettings())
        return {name: value for name, value in asdict(self).items() if value != defaults[name]}

    @property
    def time_zone(self) -> ZoneInfo:
        """The zone in which the server's days and weekends begin and end."""
        return ZoneInfo(self.zone)


async def load_settings(tx: Tx, guild_id: int) -> GuildSettings:
    """Return the settings of a server."""
    return _from_json(await guilds.settings(tx, guild_id))


def _from_json(stored: Mapping[str, Any]) -> GuildSettings:
    """Return the settings that a record holds, with the default for a zone that this machine doesn't know."""
    names = {field.name for field in fields(GuildSettings)}
    found = {name: value for name, value in stored.items() if name in names}
    if "channels" in found:
        found["channels"] = tuple(found["channels"])
    zone = found.pop("zone", GuildSettings().zone)
    with suppress(RequestRejected):
        found["zone"] = parse_zone(zone)
    return GuildSettings(**found)
