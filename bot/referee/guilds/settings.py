"""What the admins of a server choose for all that is played there."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Any, Literal, TypeAlias
from zoneinfo import ZoneInfo

from bot.referee.errors import RequestRejected
from bot.referee.people import quiet_hours
from storage.tables import guilds

if TYPE_CHECKING:
    from collections.abc import Mapping

    from storage.engine.database import Tx

Timeout: TypeAlias = Literal["claim", "ends"]
Mentions: TypeAlias = Literal["turn", "silent", "never"]

PREFIX = "!"
"""What text commands begin with unless a server chose otherwise, and always in direct messages."""


@dataclass(frozen=True, slots=True)
class Server:
    """The choices for one server.

    `prefix` begins text commands. Matches may start in `channels`, everywhere where there are none, and live in
    `threads` of their own or else in the channel. `clock` is the time control of challenges that name none.
    `challengers` is the role of those who may challenge, None for everybody; each member may play in `most` matches
    there at a time, None for any number. A board mentions whoever is to move with a sound (`turn`), without one
    (`silent`), or not at all (`never`). When the time of a turn is up the match can be claimed, or it `ends` at once.
    `zone` is the server's time zone (a key of the IANA database); matches that end are shown in the channel `finished`,
    None for no such channel.
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

    @property
    def kept(self) -> dict[str, Any]:
        """What is not as usual, as it is stored."""
        usual = asdict(Server())
        return {name: value for name, value in asdict(self).items() if value != usual[name]}

    @property
    def time_zone(self) -> ZoneInfo:
        """The zone in which the server's days and weekends begin and end."""
        return ZoneInfo(self.zone)


async def chosen(tx: Tx, guild_id: int) -> Server:
    """Return what was chosen for a server."""
    return _known(await guilds.settings(tx, guild_id))


def _known(kept: Mapping[str, Any]) -> Server:
    """Return the choices that a record keeps; a zone that this machine doesn't know is as usual."""
    names = {field.name for field in fields(Server)}
    found = {name: value for name, value in kept.items() if name in names}
    if "channels" in found:
        found["channels"] = tuple(found["channels"])
    zone = found.pop("zone", Server().zone)
    with suppress(RequestRejected):
        found["zone"] = quiet_hours.read_zone(zone)
    return Server(**found)
