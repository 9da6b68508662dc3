"""Faults that tests inject into the bot's next REST requests: instead of a response, or after the work was done.

People's requests and the gateway are left alone. A fault that fits no request stays until `clear`.
"""

from __future__ import annotations

import asyncio
import math
import re
import time
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, TypeAlias

from aiohttp import web

from playground.http import json_response
from playground.rate_limits import bucket_name, request_kind

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from aiohttp.typedefs import Handler

_API_PREFIX = "/api/v10"
_PROXY_STATUSES = {429, 502, 503, 504}

Effect: TypeAlias = (
    "Callable[[web.Request, Callable[[], Awaitable[web.StreamResponse]]], Awaitable[web.StreamResponse]]"
)


@dataclass(slots=True, eq=False)
class _Fault:
    left: int
    method: str | None
    path: re.Pattern[str] | None
    effect: Effect

    def applies_to(self, request: web.Request) -> bool:
        path = request.path.removeprefix(_API_PREFIX)
        return self.method in {None, request.method} and (self.path is None or self.path.search(path) is not None)


class Faults:
    """The faults still to come: of those that fit a request, the one added first is applied.

    Each call adds one fault `times` times, for requests of a `method` and with a `path` (a regular expression searched
    in the path below /api/v10), or for any. `applied` says whether the request is carried out all the same.
    """

    def __init__(self) -> None:
        self._faults: list[_Fault] = []
        self._released = asyncio.Event()
        self._fault_applied = asyncio.Event()

    @property
    def left(self) -> int:
        """How many faults are still to come."""
        return sum(fault.left for fault in self._faults)

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
        """Respond with an HTTP status of 400 to 599, worded like Discord's own error or its proxy's.

        `code` is Discord's own for the error, or 0. A 429 of this kind is the proxy's ban of an address; `limit` is
        Discord's own. Raises ValueError.
        """
        if not 400 <= status <= 599:
            raise ValueError(f"A failure has a status from 400 to 599, not {status}.")

        async def effect(request: web.Request, act: Callable[[], Awaitable[web.StreamResponse]]) -> web.StreamResponse:
            await (act() if applied else request.read())
            return _failure(status, code)

        self._add(effect, times, method, path)

    def limit(
        self,
        retry_after: float,
        times: int = 1,
        *,
        everywhere: bool = False,
        method: str | None = None,
        path: str | None = None,
    ) -> None:
        """Respond 429 with the seconds to wait: for this kind of request, or `everywhere` for the whole bot."""

        async def effect(request: web.Request, _: object) -> web.StreamResponse:
            await request.read()
            return _limited(request, retry_after, everywhere=everywhere)

        self._add(effect, times, method, path)

    def slow(
        self,
        seconds: float,
        times: int = 1,
        *,
        method: str | None = None,
        path: str | None = None,
        applied: bool = True,
    ) -> None:
        """Carry a request out and respond some seconds later; without `applied`, carry it out after them."""

        async def effect(_: object, act: Callable[[], Awaitable[web.StreamResponse]]) -> web.StreamResponse:
            done = await act() if applied else None
            with suppress(TimeoutError):
                await asyncio.wait_for(self._released.wait(), seconds)
            return await act() if done is None else done

        self._add(effect, times, method, path)

    def hang_up(
        self, times: int = 1, *, method: str | None = None, path: str | None = None, applied: bool = True
    ) -> None:
        """Close the connection without a response."""

        async def effect(request: web.Request, act: Callable[[], Awaitable[web.StreamResponse]]) -> web.StreamResponse:
            await (act() if applied else request.read())
            if request.transport:
                request.transport.close()
            return web.Response()

        self._add(effect, times, method, path)

    def clear(self) -> None:
        """Forget all faults that are still to come, and end the slow responses under way."""
        self._faults.clear()
        self.release()

    def release(self) -> None:
        """End the slow responses that are under way now."""
        self._released.set()
        self._released = asyncio.Event()

    async def used_up(self) -> None:
        """Wait until every fault was applied; a slow response counts when it begins."""
        while self.left:
            await self._fault_applied.wait()

    def _add(self, effect: Effect, times: int, method: str | None, path: str | None) -> None:
        if times:
            self._faults.append(_Fault(times, method, None if path is None else re.compile(path), effect))

    def _next(self, request: web.Request) -> _Fault | None:
        fault = next((one for one in self._faults if one.applies_to(request)), None)
        if fault:
            fault.left -= 1
            self._faults = [one for one in self._faults if one.left > 0]
            self._fault_applied.set()
            self._fault_applied = asyncio.Event()
        return fault

    @web.middleware
    async def middleware(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Apply the next fault that fits a request of the bot's, if there is one."""
        fault = self._next(request) if request.path.startswith(f"{_API_PREFIX}/") else None
        return await (fault.effect(request, lambda: handler(request)) if fault else handler(request))


def _failure(status: int, code: int) -> web.Response:
    known = {one.value: one.phrase for one in HTTPStatus}
    title = f"{status}: {known.get(status, 'Unknown Error')}"
    if status in _PROXY_STATUSES:
        page = f"<html><head><title>{title}</title></head></html>"
        return web.Response(text=page, status=status, content_type="text/html")
    return json_response({"message": title, "code": code}, status)


def _limited(request: web.Request, retry_after: float, *, everywhere: bool) -> web.Response:
    """Return a 429 as Discord's page on rate limits shows it; without `Via` it would look like the proxy's."""
    limited = json_response(
        {"message": "You are being rate limited.", "retry_after": retry_after, "global": everywhere}, 429
    )
    headers = {"Via": "1.1 google", "Retry-After": str(math.ceil(retry_after))}
    if everywhere:
        headers |= {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}
    else:
        headers |= {
            "X-RateLimit-Limit": "5",
            "X-RateLimit-Remaining": "0",
            "X-RateLimit-Reset": f"{time.time() + retry_after:.3f}",
            "X-RateLimit-Reset-After": f"{retry_after:.3f}",
            "X-RateLimit-Bucket": bucket_name(request_kind(request)),
            "X-RateLimit-Scope": "user",
        }
    limited.headers.update(headers)
    return limited
