"""Faults that tests inject into the bot's next REST requests: instead of a response, or after the work was done.

People's requests and the gateway are left alone. A fault that fits no request stays until `clear`.
"""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import TYPE_CHECKING, TypeAlias

from aiohttp import web

from playground.http import json_response
from playground.rate_limits import bucket_headers, limit_of, limited_response, request_kind

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from aiohttp.typedefs import Handler

_API_PREFIX = "/api/v10"
_PROXY_STATUSES = {429, 502, 503, 504}

Effect: TypeAlias = (
    "Callable[[web.Request, Callable[[], Awaitable[web.StreamResponse]]], Awaitable[web.StreamResponse]]"
)


@dataclass(slots=True, eq=False)
class Fault:
    """A fault for so many requests that fit, or for all of them where `left` is None."""

    left: int | None
    method: str | None
    path: re.Pattern[str] | None
    effect: Effect
    released: asyncio.Event = field(default_factory=asyncio.Event)

    def applies_to(self, request: web.Request) -> bool:
        """Whether the fault is meant for a request."""
        path = request.path.removeprefix(_API_PREFIX)
        return self.method in {None, request.method} and (self.path is None or self.path.search(path) is not None)

    def end(self) -> None:
        """Leave the requests that are still to come alone, and end the slow responses under way."""
        self.left = 0
        self.release()

    def release(self) -> None:
        """End the slow responses that are under way now."""
        self.released.set()
        self.released = asyncio.Event()


class Faults:
    """The faults still to come: of those that fit a request, the one added first is applied.

    Each call adds and returns a fault that is applied `times` times, or to every request until it ends (None), of a
    `method` and with a `path` (a regular expression searched in the path below /api/v10), or to any. `applied` says
    whether the request is carried out all the same.
    """

    def __init__(self) -> None:
        self._faults: list[Fault] = []
        self._slow: list[Fault] = []
        self._fault_applied = asyncio.Event()

    @property
    def left(self) -> int:
        """How many faults are still to come, without those that have no number."""
        return sum(fault.left or 0 for fault in self._faults)

    def fail(
        self,
        status: int,
        times: int | None = 1,
        *,
        code: int = 0,
        method: str | None = None,
        path: str | None = None,
        applied: bool = False,
    ) -> Fault:
        """Respond with an HTTP status of 400 to 599, worded like Discord's own error or its proxy's.

        `code` is Discord's own for the error, or 0. A 429 of this kind is the proxy's ban of an address; `limit` is
        Discord's own. Raises ValueError.
        """
        if not 400 <= status <= 599:
            raise ValueError(f"A failure has a status from 400 to 599, not {status}.")

        async def effect(request: web.Request, act: Callable[[], Awaitable[web.StreamResponse]]) -> web.StreamResponse:
            await (act() if applied else request.read())
            return _failure(status, code)

        return self._add(effect, times, method, path)

    def limit(
        self,
        retry_after: float,
        times: int | None = 1,
        *,
        everywhere: bool = False,
        shared: bool = False,
        method: str | None = None,
        path: str | None = None,
    ) -> Fault:
        """Respond 429 with the seconds to wait: for this kind of request, or `everywhere` for the whole bot.

        A `shared` limit is one that others have used up too: the bot's own bucket isn't empty, and the response doesn't
        count as an invalid request. Raises ValueError for a limit that is both.
        """
        if everywhere and shared:
            raise ValueError("A limit is shared, or everywhere, but not both.")
        scope = "global" if everywhere else "shared" if shared else "user"

        async def effect(request: web.Request, _: object) -> web.StreamResponse:
            await request.read()
            return _limited(request, retry_after, scope)

        return self._add(effect, times, method, path)

    def slow(
        self,
        seconds: float,
        times: int | None = 1,
        *,
        method: str | None = None,
        path: str | None = None,
        applied: bool = True,
    ) -> Fault:
        """Carry a request out and respond some seconds later; without `applied`, carry it out after them."""

        async def effect(_: object, act: Callable[[], Awaitable[web.StreamResponse]]) -> web.StreamResponse:
            released = fault.released
            done = await act() if applied else None
            with suppress(TimeoutError):
                await asyncio.wait_for(released.wait(), seconds)
            return await act() if done is None else done

        fault = self._add(effect, times, method, path)
        self._slow.append(fault)
        return fault

    def hang_up(
        self, times: int | None = 1, *, method: str | None = None, path: str | None = None, applied: bool = True
    ) -> Fault:
        """Close the connection without a response."""

        async def effect(request: web.Request, act: Callable[[], Awaitable[web.StreamResponse]]) -> web.StreamResponse:
            await (act() if applied else request.read())
            if request.transport:
                request.transport.close()
            return web.Response()

        return self._add(effect, times, method, path)

    def clear(self) -> None:
        """Forget all faults that are still to come, and end the slow responses under way."""
        self._faults.clear()
        self.release()
        self._slow.clear()

    def release(self) -> None:
        """End the slow responses that are under way now."""
        for fault in self._slow:
            fault.release()

    async def used_up(self) -> None:
        """Wait until every fault that has a number was applied; a slow response counts when it begins."""
        while self.left:
            await self._fault_applied.wait()

    def _add(self, effect: Effect, times: int | None, method: str | None, path: str | None) -> Fault:
        fault = Fault(times, method, None if path is None else re.compile(path), effect)
        self._faults.append(fault)
        return fault

    def _next(self, request: web.Request) -> Fault | None:
        self._faults = [one for one in self._faults if one.left != 0]
        fault = next((one for one in self._faults if one.applies_to(request)), None)
        if fault and fault.left is not None:
            fault.left -= 1
        if fault:
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


def _limited(request: web.Request, retry_after: float, scope: str) -> web.Response:
    """Return a 429 as Discord's page on rate limits shows it."""
    headers, kind = {"X-RateLimit-Scope": scope}, request_kind(request)
    if scope == "user":
        headers |= bucket_headers(kind, 0, retry_after)
    elif scope == "shared":
        limit = limit_of(kind)
        headers |= bucket_headers(kind, limit.requests - 1, limit.seconds)
    return limited_response(retry_after, headers)
