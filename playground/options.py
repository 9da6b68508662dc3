"""How a playground may differ from the usual one."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from playground.model import locales
from playground.model.permissions import BITS, INVITATION
from playground.model.state import NONCE_WINDOW
from playground.rate_limits import RateLimits

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from datetime import timedelta

    from aiohttp.typedefs import Middleware


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of a playground. Raises ValueError for an unknown permission."""

    message_content: bool = True
    """Whether the application has the privileged intent."""
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    """The time in UTC."""
    patience: float = 3.0
    """Seconds in which the bot must acknowledge an interaction."""
    nonce_window: timedelta = NONCE_WINDOW
    """How long, by the clock, a message's nonce is known."""
    guilds: int = 1
    """The second of several has the channels `games-2` and `lounge-2`; guild k, from 0, is of shard k % 2 of 2."""
    granted: Collection[str] = INVITATION
    """The permissions of the bot's role, by Discord's names."""
    other_guilds: int = 0
    """Guilds with the same people that the bot is not in, as `The Reading Room 2` with the channel `books-2`."""
    more_people: Sequence[str] = ()
    """Names of people besides the usual five, each once."""
    preferred_locale: str = locales.DEFAULT
    """The language of all guilds."""
    heartbeat_interval: float = 41.25
    """Seconds between two heartbeats of the bot."""
    rate_limits: RateLimits = field(default_factory=RateLimits)
    """The limits of the bot's requests."""
    middlewares: Sequence[Middleware] = ()
    """Middlewares around the routes of the bot: they see every request that no fault stops, and its answer."""

    def __post_init__(self) -> None:
        check_permissions(self.granted)


def check_permissions(names: Collection[str]) -> None:
    """Raise ValueError for a name that is none of Discord's, among those the playground knows."""
    unknown = sorted(set(names) - set(BITS))
    if unknown:
        raise ValueError(f"There is no permission {unknown[0]}; there are: {', '.join(BITS)}.")
