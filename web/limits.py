"""How many requests an address or a person may make."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cachetools import LRUCache

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

REMEMBERED = 10_000
"""Addresses and people whose requests are counted at a time."""


class Limiter:
    """A token bucket for each key, kept as the time at which it is full again (the generic cell rate algorithm).

    `burst` requests may come at once, and `rate` in a second after that.
    """

    def __init__(self, rate: float, burst: int, now: Callable[[], datetime]) -> None:
        self._interval, self._burst, self._now = 1 / rate, burst, now
        self._full_at: LRUCache[str, float] = LRUCache(REMEMBERED)

    def take(self, key: str) -> float | None:
        """Count a request; return None if it may be made, else the seconds to wait."""
        now, depth = self._now().timestamp(), self._burst * self._interval
        full_at = max(self._full_at.get(key, now), now)
        if full_at - now > depth:  # the clock was set back
            full_at = now
        wait = full_at + self._interval - now - depth
        if wait > 0:
            return wait
        self._full_at[key] = full_at + self._interval
        return None
