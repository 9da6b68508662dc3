"""Faults that tests inject into the bot's next REST requests: instead of a response, or after the work was done.

People's requests and the gateway are left alone. A fault that nothing was asked of stays until `clear`.
"""

from __future__ import annotations

import asyncio
import hashlib
import math
import re
import time
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, TypeAlias

from aiohttp import web

from playground.http import answer

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from aiohttp.typedefs import Handler

_BELOW = "/api/v10"
_PROXIES_OWN = {429, 502, 503, 504}

Strike: TypeAlias = (
    "Callable[[web.Request, Callable[[], Awaitable[web.StreamResponse]]], Awaitable[web.StreamResponse]]"
)


@dataclass(slots=True, eq=False)
class _Fault:
    left: int
    method: str | None
    path: re.Pattern[str] | None
    strike: Strike

    def applies_to(self, request: web.Request) -> bool:
        path = request.path.removeprefix(_BELOW)
        return self.method in {None, request.method} and (self.path is None or self.path.search(path) is not None)


class Faults:
    """The faults still to come: of those that fit a request, the one ordered first strikes.

    Each call orders `times` of one fault, for requests of a `method` and with a `path` (a regular expression searched
    in the path below /api/v10), or for any. `applied` says whether the request is carried out all the same.
    """

    def __init__(self) -> None:
        self._ordered: list[_Fault] = []
        self._released = asyncio.Event()
        self._struck = asyncio.Event()

    @property
    def left(self) -> int:
        """How many faults are still to come."""
        return sum(fault.left for fault in self._ordered)

    def fail(
        self,
        status: int,
        times: int = 1,
        *,
        code: int = 0,
        method: str | None = None,
        path: str | None = None,
        applied: bool = False,
    ) -> None:
        """Answer with an HTTP status of 400 to 599, in words as Discord's, or as those of the proxy before it.

        `code` is Discord's own for the error; without one nobody knows who answered. A 429 of this kind is the proxy's
        ban of an address; `limit` is Discord's own. Raises ValueError.
        """
        if not 400 <= status <= 599:
            raise ValueError(f"A failure has a status from 400 to 599, not {status}.")

        async def strike(request: web.Request, act: Callable[[], Awaitable[web.StreamResponse]]) -> web.StreamResponse:
            await (act() if applied else request.read())
            return _failure(status, code)

        self._order(strike, times, method, path)

    def limit(
        self,
        retry_after: float,
        times: int = 1,
        *,
        everywhere: bool = False,
        method: str | None = None,
        path: str | None = None,
    ) -> None:
        """Answer 429 with the seconds to wait: for this kind of request, or `everywhere` for the whole bot."""

        async def strike(request: web.Request, _: object) -> web.StreamResponse:
            await request.read()
            return _limited(request, retry_after, everywhere=everywhere)

        self._order(strike, times, method, path)

    def slow(
        self,
        seconds: float,
        times: int = 1,
        *,
        method: str | None = None,
        path: str | None = None,
        applied: bool = True,
    ) -> None:
        """Carry a request out and respond some seconds later; without `applied`, carry it out only then."""

        async def strike(_: object, act: Callable[[], Awaitable[web.StreamResponse]]) -> web.StreamResponse:
            done = await act() if applied else None
            with suppress(TimeoutError):
                await asyncio.wait_for(self._released.wait(), seconds)
            return await act() if done is None else done

        self._order(strike, times, method, path)

    def hang_up(
        self, times: int = 1, *, method: str | None = None, path: str | None = None, applied: bool = True
    ) -> None:
        """Close the connection without a response."""

        async def strike(request: web.Request, act: Callable[[], Awaitable[web.StreamResponse]]) -> web.StreamResponse:
            await (act() if applied else request.read())
            if request.transport:
                request.transport.close()
            return web.Response()

        self._order(strike, times, method, path)

    def clear(self) -> None:
        """Forget all faults that are still to come, and end the slow responses under way."""
        self._ordered.clear()
        self.release()

    def release(self) -> None:
        """End the slow responses that are under way now."""
        self._released.set()
        self._released = asyncio.Event()

    async def used_up(self) -> None:
        """Wait until every fault has struck; a slow response has when it begins."""
        while self.left:
            await self._struck.wait()

    def _order(self, strike: Strike, times: int, method: str | None, path: str | None) -> None:
        if times:
            self._ordered.append(_Fault(times, method, None if path is None else re.compile(path), strike))

    def _next(self, request: web.Request) -> _Fault | None:
        fault = next((one for one in self._ordered if one.applies_to(request)), None)
        if fault:
            fault.left -= 1
            self._ordered = [one for one in self._ordered if one.left > 0]
            self._struck.set()
            self._struck = asyncio.Event()
        return fault

    @web.middleware
    async def middleware(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Let a fault strike a request of the bot's, if one is due."""
        fault = self._next(request) if request.path.startswith(f"{_BELOW}/") else None
        return await (fault.strike(request, lambda: handler(request)) if fault else handler(request))


def _failure(status: int, code: int) -> web.Response:
    known = {one.value: one.phrase for one in HTTPStatus}
    line = f"{status}: {known.get(status, 'Unknown Error')}"
    if status in _PROXIES_OWN:
        page = f"<html><head><title>{line}</title></head></html>"
        return web.Response(text=page, status=status, content_type="text/html")
    return answer({"message": line, "code": code}, status)


def _limited(request: web.Request, retry_after: float, *, everywhere: bool) -> web.Response:
    """Return a 429 as Discord's page on rate limits shows it; without `Via` it would look like the proxy's."""
    limited = answer({"message": "You are being rate limited.", "retry_after": retry_after, "global": everywhere}, 429)
    headers = {"Via": "1.1 google", "Retry-After": str(math.ceil(retry_after))}
    if everywhere:
        headers |= {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}
    else:
        headers |= {
            "X-RateLimit-Limit": "5",
            "X-RateLimit-Remaining": "0",
            "X-RateLimit-Reset": f"{time.time() + retry_after:.3f}",
            "X-RateLimit-Reset-After": f"{retry_after:.3f}",
            "X-RateLimit-Bucket": _bucket(request),
            "X-RateLimit-Scope": "user",
        }
    limited.headers.update(headers)
    return limited


def _bucket(request: web.Request) -> str:
    """Return a name for all requests of this kind, as opaque as Discord's."""
    resource = request.match_info.route.resource
    kind = f"{request.method} {resource.canonical if resource else request.path}"
    return hashlib.blake2b(kind.encode(), digest_size=16).hexdigest()
