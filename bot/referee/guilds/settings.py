"""The settings of a server, as they are stored."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Any, Literal, TypeAlias
from zoneinfo import ZoneInfo

from bot.referee.errors import RequestRejected
from bot.referee.languages import DISCORD
from bot.referee.times.zone_names import parse_zone
from storage.queries import guilds

if TYPE_CHECKING:
    from collections.abc import Mapping

    from storage.engine.database import Tx

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
    a week comes in the channel `weekly`, None for no such channel. People with the role `organizers` may manage events,
    besides those who manage the server. A member may have so many `open_challenges` at a time, make so many
    `daily_challenges` within 24 hours, and ask for so many pictures and pages in a minute (`requests`), None for what
    the operator allows everybody. Posts are written in `language`, which is `discord` for the one of the server's own
    settings there.
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
    open_challenges: int | None = None
    daily_challenges: int | None = None
    requests: int | None = None
    language: str = DISCORD

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
