"""Whether Discord accepts the bot's token, judged by the responses to the worker's requests."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

PROBE_DELAYS = (2, 5, 15, 60, 300)
"""Seconds from a refusal to the next probe, the last one from then on: Discord bans an address for 10,000 refusals in
10 minutes.
"""


class Authorization:
    """Limits what may be sent: while the token is refused only probes, at growing intervals."""

    def __init__(self) -> None:
        self._refusals = 0
        self._probe_at: datetime | None = None

    @property
    def refused(self) -> bool:
        """Whether Discord refused the token in its latest response about it."""
        return self._probe_at is not None

    def refuse(self, now: datetime) -> int | None:
        """Note that Discord refused the token; return the seconds until a probe.

        Returns None for a request that was under way before the last refusal: it says nothing new.
        """
        if self._probe_at is not None and now < self._probe_at:
            return None
        seconds = PROBE_DELAYS[min(self._refusals, len(PROBE_DELAYS) - 1)]
        self._refusals += 1
        self._probe_at = now + timedelta(seconds=seconds)
        return seconds

    def accept(self) -> None:
        """Note that Discord accepted the token."""
        self._refusals = 0
        self._probe_at = None

    def room(self, free: int, under_way: int, now: datetime) -> int:
        """Return how many requests of a kind may begin now, given the free slots and the requests under way."""
        if self._probe_at is None:
            return free
        return int(now >= self._probe_at and not under_way)
