"""Errors of Discord and of the way to it: which are final, and which pass."""

from __future__ import annotations

import errno

import aiohttp
import discord
import pytest

from bot.process import NETWORK_ERRORS, is_forbidden, is_permanent
from tests.bot.outbox.worker_setup import http_error


@pytest.mark.parametrize(
    "error",
    [
        *(http_error(status) for status in (400, 401, 403, 404, 405, 408, 413, 429, 500, 503)),
        *(http_error(401, 40001), http_error(408, 50001), http_error(429, 50001), http_error(503, 50001)),
        *(http_error(403, 40333), http_error(400, 40006), http_error(403, 9999), http_error(403, "1020")),
        discord.RateLimited(3600),
        aiohttp.ServerDisconnectedError(),
        aiohttp.ClientOSError(errno.ECONNRESET, "reset by peer"),
        TimeoutError(),
    ],
    ids=str,
)
def test_what_passes_is_trouble_of_the_way_and_never_final(error: Exception) -> None:
    assert isinstance(error, NETWORK_ERRORS)
    assert not is_permanent(error)
    assert not is_forbidden(error)


def test_what_discord_refuses_with_a_code_of_its_own_is_final() -> None:
    assert is_permanent(http_error(400, 50035))
    assert is_permanent(http_error(404, 10003))
    assert is_permanent(http_error(403, 10000))
    assert is_forbidden(http_error(403, 50013))
    assert not is_forbidden(http_error(404, 10003))
