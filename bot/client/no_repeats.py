"""Keeps discord.py from repeating a request whose outcome isn't known.

After a 500, a 502 or a broken connection discord.py sends a request again. Discord drops a message with a nonce that it
knows; a post in a forum has none, so a repeated request would make a second post.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING

import aiohttp

if TYPE_CHECKING:
    from collections.abc import Generator
    from types import SimpleNamespace


class OutcomeUnknown(aiohttp.ClientError):
    """A request failed in a way that doesn't tell whether Discord carried it out."""


@dataclass
class _Request:
    sent: bool = False


_request: ContextVar[_Request | None] = ContextVar("request", default=None)


@contextmanager
def single_request() -> Generator[None]:
    """Let the one request that is made in the block be sent once; a repetition raises `OutcomeUnknown` instead.

    A request that Discord refused for its rate limits wasn't carried out, so it can be repeated.
    """
    token = _request.set(_Request())
    try:
        yield
    finally:
        _request.reset(token)


def forbid_repeats(trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
    """Make the trace of discord.py's HTTP client obey `single_request`, and return it."""

    async def begin(_: aiohttp.ClientSession, __: SimpleNamespace, params: aiohttp.TraceRequestStartParams) -> None:
        request = _request.get()
        if request is None:
            return
        if request.sent:
            raise OutcomeUnknown(f"{params.method} {params.url.path} failed, and may have been carried out")
        request.sent = True

    async def end(_: aiohttp.ClientSession, __: SimpleNamespace, params: aiohttp.TraceRequestEndParams) -> None:
        request = _request.get()
        if request is not None and params.response.status == HTTPStatus.TOO_MANY_REQUESTS:
            request.sent = False

    trace.on_request_start.append(begin)
    trace.on_request_end.append(end)
    return trace
