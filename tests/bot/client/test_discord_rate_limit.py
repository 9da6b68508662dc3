"""The pace of the requests to Discord, on an event loop whose time passes at once."""

from __future__ import annotations

import asyncio
import selectors
from types import SimpleNamespace

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from multidict import CIMultiDict
from yarl import URL

from bot.client.client import PER_SECOND, limit_requests, share_of_requests
from bot.gateway.connection import Shards
from bot.metrics import Metrics


class InstantSelector(selectors.DefaultSelector):
    """A selector that waits for nobody: the time that it would wait has passed."""

    passed = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(None if timeout is None else 0)
        self.passed += timeout or 1e-6  # a turn of the loop takes its time, too
        return ready


class InstantLoop(asyncio.SelectorEventLoop):
    """An event loop whose time passes at once when there is nothing else to do."""

    def __init__(self) -> None:
        self._waits = InstantSelector()
        super().__init__(self._waits)

    def time(self) -> float:
        return self._waits.passed


async def begin_requests(path: str, requests: int) -> list[float]:
    """Let requests begin all at once; return when each went on, by the event loop's time."""
    trace, times = limit_requests(PER_SECOND, Metrics()), list[float]()
    trace.freeze()
    params = aiohttp.TraceRequestStartParams("POST", URL(f"https://discord.com/api/v10{path}"), CIMultiDict())
    async with aiohttp.ClientSession() as http:

        async def begin() -> None:
            await trace.on_request_start.send(http, SimpleNamespace(), params)
            times.append(asyncio.get_running_loop().time())

        await asyncio.gather(*(begin() for _ in range(requests)))
    return times


def run(path: str, requests: int) -> list[float]:
    with asyncio.Runner(loop_factory=InstantLoop) as runner:
        return runner.run(begin_requests(path, requests))


def test_a_burst_of_requests_is_spread_below_fifty_in_any_second() -> None:
    times = run("/channels/1/messages", 200)
    busiest = max(sum(one <= other < one + 1 for other in times) for one in times)
    assert 40 <= busiest <= 46
    assert max(times) == pytest.approx((200 - 5) / 40, abs=0.1)


@pytest.mark.parametrize("path", ["/interactions/1/aW50/callback", "/webhooks/1/aW50"])
def test_responses_to_interactions_wait_for_no_limit(path: str) -> None:
    assert max(run(path, 200)) < 0.1


@pytest.mark.parametrize(
    ("path", "status", "body", "noted"),
    [
        ("/channels/7/messages", 404, '{"message": "Unknown Channel", "code": 10003}', [7]),
        ("/channels/7", 404, '{"message": "Unknown Channel", "code": 10003}', [7]),
        ("/channels/7/messages/8", 404, '{"message": "Unknown Message", "code": 10008}', []),
        ("/channels/7/messages", 403, '{"message": "Missing Access", "code": 50001}', []),
        ("/channels/7/messages", 404, "<html>a proxy's page</html>", []),
        ("/channels/7/messages", 404, "[10003]", []),
        ("/users/@me/channels", 404, '{"message": "Unknown Channel", "code": 10003}', []),
    ],
)
async def test_a_channel_that_discord_does_not_know_is_noted_and_discord_py_reads_the_response_too(
    path: str, status: int, body: str, noted: list[int]
) -> None:
    async def answer(_: web.Request) -> web.Response:
        return web.Response(status=status, text=body)

    app, found = web.Application(), list[int]()
    app.router.add_get("/{anything:.*}", answer)
    trace = limit_requests(PER_SECOND, Metrics(), note_deleted=found.append)
    async with TestServer(app) as server, aiohttp.ClientSession(trace_configs=[trace]) as http:
        response = await http.get(server.make_url(f"/api/v10{path}"))
        assert await response.text() == body
    assert found == noted


def test_a_process_has_the_share_of_its_shards() -> None:
    assert share_of_requests(40, Shards()) == 40
    assert share_of_requests(40, Shards((0, 3), 5)) == 16
