"""Rate limits of the playground: what clients are told, what is too much, and what follows."""

from __future__ import annotations

import asyncio
import math
import time
from typing import TYPE_CHECKING, Any

import aiohttp
import pytest

from playground.model.resources.user import APP_ID
from playground.rate_limits import RateLimits
from tests.playground.bot_client import BotClient, bot_client_at

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable

    import discord

    from playground import Playground


class Seconds:
    """A clock of the limits that stands until it is moved."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def seconds() -> Seconds:
    return Seconds()


@pytest.fixture
async def playground(start: Callable[..., Awaitable[Playground]], seconds: Seconds) -> Playground:
    return await start(rate_limits=RateLimits(clock=seconds))


@pytest.fixture
async def session(playground: Playground) -> AsyncGenerator[aiohttp.ClientSession]:
    headers = {"Authorization": f"Bot {playground.token}"}
    async with aiohttp.ClientSession(headers=headers) as session:
        yield session


async def post(session: aiohttp.ClientSession, playground: Playground, room: int = 0) -> aiohttp.ClientResponse:
    channel = list(playground.state.channels)[room]
    async with session.post(f"{playground.api}/channels/{channel}/messages", json={"content": "hello"}) as response:
        await response.read()
        return response


async def test_five_messages_in_five_seconds_fill_the_bucket_of_a_channel(
    playground: Playground, session: aiohttp.ClientSession, seconds: Seconds
) -> None:
    for left in (4, 3, 2, 1, 0):
        response = await post(session, playground)
        assert response.status == 200
        assert response.headers["X-RateLimit-Limit"] == "5"
        assert response.headers["X-RateLimit-Remaining"] == str(left)
    seconds.now = 4.0
    refused = await post(session, playground)
    assert refused.status == 429
    assert refused.headers["X-RateLimit-Scope"] == "user"
    assert refused.headers["Retry-After"] == "1"
    body: dict[str, Any] = await refused.json()
    assert body == {"message": "You are being rate limited.", "retry_after": 1.0, "global": False, "code": 0}
    assert (await post(session, playground, room=1)).status == 200, "another channel has a bucket of its own"
    seconds.now = 5.0
    assert (await post(session, playground)).status == 200


MESSAGE = "/channels/{room}/messages/{message}"
BUCKETS = [
    ("POST", "/channels/{room}/messages", 5, 5),
    ("PATCH", MESSAGE, 5, 5),
    ("DELETE", MESSAGE, 5, 1),
    ("POST", "/channels/{room}/threads", 50, 300),
    ("POST", f"{MESSAGE}/threads", 50, 300),
    ("PATCH", "/channels/{room}", 5, 15),
    ("POST", "/channels/{room}/typing", 5, 5),
    ("POST", f"{MESSAGE}/crosspost", 10, 3600),
    ("POST", "/users/@me/channels", 10, 10),
    ("POST", "/webhooks/{application}/token", 5, 2),
    ("PUT", "/applications/{application}/commands", 2, 5),
    ("GET", "/channels/{room}/messages", 30, 10),
]


@pytest.mark.parametrize("faster", [1.0, 10.0])
@pytest.mark.parametrize(("method", "path", "most", "window"), BUCKETS, ids=[f"{one[0]} {one[1]}" for one in BUCKETS])
async def test_each_kind_of_request_has_a_bucket_and_says_when_to_come_back(
    start: Callable[..., Awaitable[Playground]], method: str, path: str, most: int, window: float, faster: float
) -> None:
    seconds = Seconds()
    playground = await start(rate_limits=RateLimits(faster, seconds))
    path = path.format(room=min(playground.state.channels), message=5, application=APP_ID)
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {playground.token}"}) as session:

        async def ask(left: int, reset_after: float) -> aiohttp.ClientResponse:
            async with session.request(method, f"{playground.api}{path}", json={}) as response:
                await response.read()
                assert response.headers["X-RateLimit-Limit"] == str(most)
                assert response.headers["X-RateLimit-Remaining"] == str(left)
                assert response.headers["X-RateLimit-Reset-After"] == f"{reset_after:.3f}"
                assert abs(float(response.headers["X-RateLimit-Reset"]) - reset_after - time.time()) < 10
                return response

        length = window / faster
        first = await ask(most - 1, length)
        for number in range(2, most + 1):
            seconds.now += length / most / 2
            response = await ask(most - number, length - seconds.now)
            assert response.status != 429
            assert "X-RateLimit-Scope" not in response.headers
        refused = await ask(0, length - seconds.now)
        assert (refused.status, refused.headers["X-RateLimit-Scope"]) == (429, "user")
        assert refused.headers["Retry-After"] == str(math.ceil(length - seconds.now))
        assert (await refused.json())["retry_after"] == round(length - seconds.now, 3)
        assert refused.headers["X-RateLimit-Bucket"] == first.headers["X-RateLimit-Bucket"]
        assert playground.rate_limits.limited == 1
        seconds.now = length
        assert (await ask(most - 1, length)).status != 429


async def test_a_slow_mode_does_not_bind_bots(
    playground: Playground, session: aiohttp.ClientSession, seconds: Seconds
) -> None:
    """Docs: Channels Resource, `rate_limit_per_user`: bots are unaffected."""
    playground.state.channels[min(playground.state.channels)].slowmode = 21600
    assert [(await post(session, playground)).status for _ in range(6)] == [200] * 5 + [429]
    seconds.now = 5.0
    assert (await post(session, playground)).status == 200


async def test_all_requests_together_are_at_most_fifty_a_second(
    playground: Playground, session: aiohttp.ClientSession, seconds: Seconds
) -> None:
    paths = ["/users/@me", "/gateway/bot", "/oauth2/applications/@me", "/users/@me/guilds", "/applications/@me"]
    for _ in range(10):
        for path in paths:
            async with session.get(playground.api + path) as response:
                assert response.status == 200
        seconds.now += 0.05
    async with session.get(f"{playground.api}/gateway") as refused:
        assert refused.status == 429
        assert refused.headers["X-RateLimit-Scope"] == "global"
        assert (await refused.json())["global"] is True
    seconds.now = 1.0
    async with session.get(f"{playground.api}/gateway") as response:
        assert response.status == 200


async def test_ten_thousand_invalid_requests_ban_the_address(
    playground: Playground, session: aiohttp.ClientSession, seconds: Seconds
) -> None:
    playground.rate_limits.add_invalid(9_999)
    async with session.get(f"{playground.api}/users/@me", headers={"Authorization": "Bot wrong"}) as refused:
        assert refused.status == 401
    async with session.get(f"{playground.api}/users/@me") as banned:
        assert banned.status == 429
        assert "Via" not in banned.headers
        assert banned.content_type == "text/html"
    seconds.now = 600.0
    async with session.get(f"{playground.api}/users/@me") as response:
        assert response.status == 200


async def test_discord_py_keeps_within_the_limits(start: Callable[..., Awaitable[Playground]]) -> None:
    playground = await start(rate_limits=RateLimits(faster=50))
    async with bot_client_at(playground) as bot_client:
        sent = [(await bot_client.room().send(str(number))).content for number in range(12)]
    assert sent == [str(number) for number in range(12)]
    assert playground.rate_limits.limited == 0


async def test_a_client_that_is_limited_tries_again(start: Callable[..., Awaitable[Playground]]) -> None:
    playground = await start(rate_limits=RateLimits(faster=50))
    async with bot_client_at(playground) as first, bot_client_at(playground) as second:
        messages = await send_from_both(first, second)
    assert len({message.id for message in messages}) == 12
    assert playground.rate_limits.limited > 0


async def send_from_both(first: BotClient, second: BotClient) -> list[discord.Message]:
    sending = [client.room().send(str(number)) for number in range(6) for client in (first, second)]
    return await asyncio.gather(*sending)
