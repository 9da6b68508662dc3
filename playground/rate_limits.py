"""Rate limits of the bot's requests: buckets, the limit over all of them, and the ban for too many invalid ones.

Windows are real seconds, whatever the playground's clock says, because that is what clients wait. Discord doesn't
publish the limits of its buckets; those here were seen by bots (docs/playground.md).
"""

from __future__ import annotations

import hashlib
import math
import time
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from aiohttp import web

from playground.http import json_response

if TYPE_CHECKING:
    from collections.abc import Callable

    from aiohttp.typedefs import Handler

    from playground.json_values import Json

_BELOW = "/api/v10"
_TOP_LEVEL = ("channel", "guild", "token")
"""Parts of a path that have buckets of their own, by their names in the routes."""
_GLOBAL = (50, 1.0)
_INVALID = (10_000, 600.0)
_INVALID_STATUSES = {401, 403, 429}
_WITHOUT_BUCKET = ("/interactions/", "/gateway")
_NOT_GLOBAL = ("/interactions/", "/webhooks/")
"""Responses to interactions don't count for the limit over all requests."""


@dataclass(frozen=True, slots=True)
class Limit:
    """So many requests within so many seconds."""

    requests: int
    seconds: float


_LIMITS = {
    "POST /channels/{channel}/messages": Limit(5, 5),
    "PATCH /channels/{channel}/messages/{message}": Limit(5, 5),
    "DELETE /channels/{channel}/messages/{message}": Limit(5, 1),
    "POST /channels/{channel}/messages/{message}/threads": Limit(50, 300),
    "POST /channels/{channel}/threads": Limit(50, 300),
    "PATCH /channels/{channel}": Limit(5, 15),
    "POST /channels/{channel}/typing": Limit(5, 5),
    "POST /channels/{channel}/messages/{message}/crosspost": Limit(10, 3600),
    "POST /users/@me/channels": Limit(10, 10),
    "POST /webhooks/{app}/{token}": Limit(5, 2),
    "PUT /applications/{app}/commands": Limit(2, 5),
}
_OTHERS = Limit(30, 10)
_RENAMES = Limit(2, 600)
_SESSIONS_PER_DAY = Limit(1000, 86_400)
_SESSION_DISTANCE = 5.0


@dataclass(slots=True)
class _Window:
    """The requests of a bucket since its first one; a new window begins with the next request after its end."""

    ends: float
    used: int = 0


@dataclass(slots=True)
class SessionStarts:
    """Counts the sessions that a bot begins: 1,000 a day, and one every five seconds, as for a small bot."""

    faster: float
    clock: Callable[[], float]
    _ends: float = -math.inf
    _used: int = 0
    _next: float = -math.inf

    def take(self) -> bool:
        """Whether a session may begin now; if so, count it."""
        now = self.clock()
        if now >= self._ends:
            self._ends, self._used = now + _SESSIONS_PER_DAY.seconds / self.faster, 0
        if self._used == _SESSIONS_PER_DAY.requests or now < self._next:
            return False
        self._used += 1
        self._next = now + _SESSION_DISTANCE / self.faster
        return True

    def to_json(self) -> Json:
        """Return the limit as GET /gateway/bot has it."""
        left = max(self._ends - self.clock(), 0)
        return {
            "total": _SESSIONS_PER_DAY.requests,
            "remaining": _SESSIONS_PER_DAY.requests - (self._used if left else 0),
            "reset_after": round(left * 1000),
            "max_concurrency": 1,
        }


@dataclass(slots=True)
class RateLimits:
    """Counts the bot's requests and answers those that are too many.

    `faster` shortens every window by that factor, so that tests need not wait as long as bots do. `limited` counts the
    429 responses that count as invalid requests.
    """

    faster: float = 1.0
    clock: Callable[[], float] = time.monotonic
    limited: int = 0
    session_starts: SessionStarts = field(init=False)
    _windows: dict[tuple[str, ...], _Window] = field(default_factory=dict[tuple[str, ...], _Window])
    _latest: deque[float] = field(default_factory=deque[float])
    _invalid: deque[float] = field(default_factory=deque[float])

    def __post_init__(self) -> None:
        self.session_starts = SessionStarts(self.faster, self.clock)

    @web.middleware
    async def middleware(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Let a request of the bot's pass, or answer 429; put the state of its bucket into the response's headers."""
        if not request.path.startswith(f"{_BELOW}/"):
            return await handler(request)
        now = self.clock()
        if self._count(self._invalid, now, _INVALID[1]) >= _INVALID[0]:
            await request.read()
            return _banned(self._invalid[0] + _INVALID[1] / self.faster - now)
        response = await self._answer(request, handler, now)
        if response.status in _INVALID_STATUSES and response.headers.get("X-RateLimit-Scope") != "shared":
            self._invalid.append(now)
            self.limited += response.status == 429
        return response

    def limit_renames(self, channel: int) -> web.Response | None:
        """Count a new name or topic of a channel; return the response to one that is too many, within ten minutes."""
        now = self.clock()
        window = self._window(("rename", str(channel)), _RENAMES, now)
        if window.used >= _RENAMES.requests:
            return limited_response(window.ends - now, {"X-RateLimit-Scope": "user"})
        window.used += 1
        return None

    def add_invalid(self, count: int) -> None:
        """Count so many invalid requests more, as if they had been made now."""
        self._invalid.extend([self.clock()] * count)

    async def _answer(self, request: web.Request, handler: Handler, now: float) -> web.StreamResponse:
        kind = request_kind(request)
        route = kind.partition(" ")[2]
        if not route.startswith(_NOT_GLOBAL):
            if self._count(self._latest, now, _GLOBAL[1]) >= _GLOBAL[0]:
                await request.read()
                left = self._latest[0] + _GLOBAL[1] / self.faster - now
                return limited_response(left, {"X-RateLimit-Scope": "global"})
            self._latest.append(now)
        if route.startswith(_WITHOUT_BUCKET):
            return await handler(request)
        limit = limit_of(kind)
        parts = tuple(request.match_info.get(name, "") for name in _TOP_LEVEL)
        window = self._window((kind, *parts), limit, now)
        left = window.ends - now
        if window.used >= limit.requests:
            await request.read()
            return limited_response(left, bucket_headers(kind, 0, left) | {"X-RateLimit-Scope": "user"})
        window.used += 1
        headers = bucket_headers(kind, limit.requests - window.used, left)
        response = await handler(request)
        if not response.prepared and response.status != 429 and response.status < 500:
            response.headers.update(headers)
        return response

    def _window(self, key: tuple[str, ...], limit: Limit, now: float) -> _Window:
        window = self._windows.get(key)
        if window is None or window.ends <= now:
            self._windows = {one: other for one, other in self._windows.items() if other.ends > now}
            window = self._windows[key] = _Window(now + limit.seconds / self.faster)
        return window

    def _count(self, times: deque[float], now: float, seconds: float) -> int:
        while times and times[0] <= now - seconds / self.faster:
            times.popleft()
        return len(times)


def request_kind(request: web.Request) -> str:
    """Return a request's method and route, as in `POST /channels/{channel}/messages`."""
    resource = request.match_info.route.resource
    return f"{request.method} {resource.canonical.removeprefix(_BELOW) if resource else request.path}"


def limit_of(kind: str) -> Limit:
    """Return how many requests of a kind a bucket takes, and in how many seconds."""
    return _LIMITS.get(kind, _OTHERS)


def bucket_name(kind: str) -> str:
    """Return a name for a kind of requests, as opaque as Discord's."""
    return hashlib.blake2b(kind.encode(), digest_size=16).hexdigest()


def bucket_headers(kind: str, remaining: int, left: float) -> dict[str, str]:
    """Return the headers for a bucket that takes so many more requests of a kind in the seconds that are left."""
    return {
        "X-RateLimit-Limit": str(limit_of(kind).requests),
        "X-RateLimit-Remaining": str(remaining),
        "X-RateLimit-Reset": f"{time.time() + left:.3f}",
        "X-RateLimit-Reset-After": f"{left:.3f}",
        "X-RateLimit-Bucket": bucket_name(kind),
    }


def limited_response(retry_after: float, headers: dict[str, str]) -> web.Response:
    """Return a 429 with the seconds to wait; without `Via` clients take it for one of the proxy's.

    The headers name at least the scope, which is `global`, `user` or `shared` (docs: Rate Limits, Header Format).
    """
    everywhere = headers["X-RateLimit-Scope"] == "global"
    body = {"message": "You are being rate limited.", "retry_after": round(retry_after, 3), "global": everywhere}
    response = json_response(body | {"code": 0}, 429)
    response.headers.update({"Via": "1.1 google", "Retry-After": str(math.ceil(retry_after))} | headers)
    if everywhere:
        response.headers["X-RateLimit-Global"] = "true"
    return response


def _banned(retry_after: float) -> web.Response:
    """Return the page of the proxy that bans an address: no JSON, and no `Via`."""
    page = "<html><head><title>Access denied | discord.com used Cloudflare to restrict access</title></head></html>"
    headers = {"Retry-After": str(math.ceil(retry_after))}
    return web.Response(text=page, status=429, content_type="text/html", headers=headers)
