"""Keeps the bot's requests below Discord's limit over all of them, which refuses what is too many.

Discord lets a bot make 50 requests a second, responses to interactions not counted, and bans an address that goes on
with refused ones: https://discord.com/developers/docs/topics/rate-limits#global-rate-limit. discord.py knows the limits
of single routes, and waits after a refusal; this waits before there is one. Responses that tell of a deleted channel
are passed on from here too, because every response comes by.
"""

from __future__ import annotations

import json
import re
import time
from contextlib import suppress
from http import HTTPStatus
from typing import TYPE_CHECKING

import aiohttp
from aiolimiter import AsyncLimiter

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import SimpleNamespace

    from bot.gateway.sharding import Shards
    from bot.metrics.metrics import Metrics
    from bot.outbox.rate_limits import RateLimits

PER_SECOND = 40
"""Requests a second over all processes. The rest is for requests that the network brings closer together."""

_AT_ONCE = 5
_UNCOUNTED = ("/interactions/", "/webhooks/")
_IN_CHANNEL = re.compile(r"/api/v\d+/channels/(\d+)(?:/|$)", re.ASCII)
_UNKNOWN_CHANNEL = 10003


def share_of_requests(per_second: float, shards: Shards) -> float:
    """Return how many requests a second are this process's, of those that all processes may make."""
    return per_second * len(shards.ids) / shards.count


def limit_requests(
    per_second: float,
    metrics: Metrics,
    rate_limits: RateLimits | None = None,
    note_deleted: Callable[[int], None] | None = None,
) -> aiohttp.TraceConfig:
    """Return a trace for discord.py's HTTP client that counts requests, and lets so many begin in a second.

    `rate_limits` learns from the responses which destinations have to wait. `note_deleted` is called with the id of a
    channel or thread that a request was for and that doesn't exist any more.
    """
    limiter = AsyncLimiter(_AT_ONCE, _AT_ONCE / per_second)

    async def wait(_: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestStartParams) -> None:
        if not any(part in request.url.path for part in _UNCOUNTED):
            began = time.perf_counter()
            await limiter.acquire()
            metrics.limiter_wait.observe(time.perf_counter() - began)

    async def count(_: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestEndParams) -> None:
        response = request.response
        metrics.requests.labels(str(response.status)).inc()
        if rate_limits:
            rate_limits.read(request.method, request.url.path, response.status, response.headers)
        found = _IN_CHANNEL.search(request.url.path) if response.status == HTTPStatus.NOT_FOUND else None
        if found and note_deleted and await _error_code(response) == _UNKNOWN_CHANNEL:
            note_deleted(int(found[1]))

    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(wait)
    trace.on_request_end.append(count)
    return trace


async def _error_code(response: aiohttp.ClientResponse) -> int | None:
    """Return Discord's code of an error, None for the page of a proxy. The response keeps its body for discord.py."""
    with suppress(ValueError, LookupError, TypeError):
        code: int = json.loads(await response.read())["code"]
        return code
    return None
