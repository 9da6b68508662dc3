"""Rate limits of the playground: what clients are told, what is too much, and what follows."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import aiohttp
import pytest

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
