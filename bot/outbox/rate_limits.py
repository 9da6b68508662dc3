"""What Discord's responses say about its rate limits: which destinations of outbox rows have to wait, and how long.

The headers are those of https://discord.com/developers/docs/topics/rate-limits#header-format. discord.py waits for them
within a request; the outbox asks before it begins one, so that a row which has to wait takes no slot meanwhile.
"""

from __future__ import annotations

import re
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from storage.queries.outbox import CONVERSATIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_REQUESTS = (
    ("POST", re.compile(r".*/channels/(\d+)/messages", re.ASCII), "messages"),
    ("PATCH", re.compile(r".*/channels/(\d+)/messages/\d+", re.ASCII), "edits"),
    ("POST", re.compile(r".*/channels/(\d+)(?:/messages/\d+)?/threads", re.ASCII), "threads"),
)
_CONVERSATIONS = re.compile(r".*/users/@me/channels", re.ASCII)


def destination_of(method: str, path: str) -> str | None:
    """Return the destination whose limit a request uses up, or None for a request that no outbox row waits for.

    >>> destination_of("PATCH", "/api/v10/channels/42/messages/7")
    'edits:42'
    """
    if method == "POST" and _CONVERSATIONS.fullmatch(path):
        return CONVERSATIONS
    for verb, pattern, request in _REQUESTS:
        if method == verb and (found := pattern.fullmatch(path)):
            return f"{request}:{found[1]}"
    return None


class RateLimits:
    """The destinations to which nothing more can be sent for now. `clock` counts real seconds, as Discord does."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._blocked_until: dict[str, float] = {}

    def read(self, method: str, path: str, status: int, headers: Mapping[str, str]) -> None:
        """Learn from the response to a request whether its destination has to wait.

        The limit over all requests isn't a destination's.
        """
        destination = destination_of(method, path)
        if destination is None or "X-RateLimit-Global" in headers:
            return
        name = "Retry-After" if status == 429 else "X-RateLimit-Reset-After"
        wait = 0.0
        if status == 429 or headers.get("X-RateLimit-Remaining") == "0":
            with suppress(ValueError):
                wait = float(headers.get(name, "0"))
        if wait > 0:
            self._blocked_until[destination] = self._clock() + wait
        else:
            self._blocked_until.pop(destination, None)

    def blocked(self) -> Mapping[str, float]:
        """Return the destinations that have to wait, each with the seconds that are left."""
        now = self._clock()
        self._blocked_until = {name: until for name, until in self._blocked_until.items() if until > now}
        return {name: until - now for name, until in self._blocked_until.items()}
