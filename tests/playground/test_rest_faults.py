"""What the playground's faults do to an unmodified discord.py, and that they strike only what they are meant for."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import aiohttp
import discord
import pytest

from playground.model.resources.user import APP_ID

if TYPE_CHECKING:
    from playground import Playground
    from tests.playground.bot_client import BotClient
    from tests.playground.client import Person

POSTS = r"/channels/\d+/messages$"


async def contents(person: Person) -> list[str]:
    return [one["content"] for one in await person.messages()]


@pytest.mark.parametrize(
    ("status", "type_"), [(503, "text/html"), (500, "application/json"), (403, "application/json")]
)
async def test_an_injected_failure_replaces_the_response(playground: Playground, status: int, type_: str) -> None:
    playground.faults.fail(status)
    headers = {"Authorization": f"Bot {playground.token}"}
    async with aiohttp.ClientSession(headers=headers) as http:
        async with http.get(f"{playground.api}/users/@me") as response:
            assert (response.status, response.content_type) == (status, type_)
            assert str(status) in await response.text()
        async with http.get(f"{playground.api}/users/@me") as response:
            assert response.status == 200
    assert playground.faults.left == 0
    with pytest.raises(ValueError, match="400 to 599, not 200"):
        playground.faults.fail(200)


async def test_a_failed_post_was_posted_only_if_it_was_applied(
    playground: Playground, bot_client: BotClient, ann: Person
) -> None:
    for applied in (False, True):
        playground.faults.fail(503, applied=applied, path=POSTS)
        with pytest.raises(discord.DiscordServerError):
            await bot_client.room().send(f"applied: {applied}")
    assert await contents(ann) == ["applied: True"]


async def test_after_a_500_discord_py_tries_again_with_the_same_nonce(
    playground: Playground, bot_client: BotClient, ann: Person
) -> None:
    playground.faults.fail(500, applied=True, method="POST", path=POSTS)
    await bot_client.room().send("once")
    assert await contents(ann) == ["once"]


async def test_a_fault_strikes_only_requests_that_fit_and_never_people(
    playground: Playground, bot_client: BotClient, ann: Person
) -> None:
    playground.faults.fail(503, 2, method="POST", path=f"/channels/{bot_client.room('lounge').id}/")
    await bot_client.room().send("here")
    await ann.say("me too")
    assert [one.content async for one in bot_client.room("lounge").history()] == []
    assert playground.faults.left == 2
    for _ in range(2):
        with pytest.raises(discord.DiscordServerError):
            await bot_client.room("lounge").send("there")
    assert await contents(ann) == ["here", "me too"]
    playground.faults.fail(503, 9)
    playground.faults.clear()
    await bot_client.room("lounge").send("there")


async def test_a_limit_is_waited_out_as_discord_says(
    playground: Playground, bot_client: BotClient, ann: Person
) -> None:
    playground.faults.limit(0.2, 2, method="POST", path=POSTS)
    began = asyncio.get_running_loop().time()
    await bot_client.room().send("patience")
    assert asyncio.get_running_loop().time() - began >= 0.4
    assert await contents(ann) == ["patience"]
    headers = {"Authorization": f"Bot {playground.token}"}
    playground.faults.limit(1.5)
    playground.faults.limit(2, everywhere=True)
    async with aiohttp.ClientSession(headers=headers) as http:
        async with http.get(f"{playground.api}/users/@me") as response:
            assert response.status == 429
            assert (await response.json())["retry_after"] == 1.5
            assert response.headers["Retry-After"] == "2"
            assert {"Via", "X-RateLimit-Bucket", "X-RateLimit-Reset-After"} <= set(response.headers)
        async with http.get(f"{playground.api}/users/@me") as response:
            assert (await response.json())["global"] is True
            assert response.headers["X-RateLimit-Scope"] == "global"


SHORT = {
    "POST": "/channels/{room}/messages",
    "PATCH": "/channels/{room}",
    "PUT": "/applications/{application}/commands",
}


@pytest.mark.parametrize(("method", "requests", "seconds"), [("POST", 5, 5.0), ("PATCH", 5, 15.0), ("PUT", 2, 5.0)])
async def test_a_shared_limit_leaves_the_bots_own_bucket_and_is_no_invalid_request(
    playground: Playground, method: str, requests: int, seconds: float
) -> None:
    path = SHORT[method].format(room=min(playground.state.channels), application=APP_ID)
    playground.faults.limit(0.25, shared=True, path=path)
    playground.faults.limit(0.25, path=path)
    headers = {"Authorization": f"Bot {playground.token}"}
    async with aiohttp.ClientSession(headers=headers) as http:
        for scope, left, after in (("shared", requests - 1, seconds), ("user", 0, 0.25)):
            async with http.request(method, f"{playground.api}{path}", json={}) as response:
                body = {"message": "You are being rate limited.", "retry_after": 0.25, "global": False, "code": 0}
                assert (response.status, await response.json()) == (429, body)
                told = response.headers
                assert (told["X-RateLimit-Scope"], told["Retry-After"], told["Via"]) == (scope, "1", "1.1 google")
                assert "X-RateLimit-Global" not in told
                assert told["X-RateLimit-Limit"] == str(requests)
                assert told["X-RateLimit-Remaining"] == str(left)
                assert told["X-RateLimit-Reset-After"] == f"{after:.3f}"
    assert playground.rate_limits.limited == 1
    with pytest.raises(ValueError, match="shared, or everywhere, but not both"):
        playground.faults.limit(1, everywhere=True, shared=True)


async def test_discord_py_waits_a_shared_limit_out(playground: Playground, bot_client: BotClient, ann: Person) -> None:
    playground.faults.limit(0.2, 2, shared=True, method="POST", path=POSTS)
    began = asyncio.get_running_loop().time()
    await bot_client.room().send("patience")
    assert asyncio.get_running_loop().time() - began >= 0.4
    assert await contents(ann) == ["patience"]
    assert playground.rate_limits.limited == 0


async def test_a_ban_of_the_proxys_is_an_error_at_once(playground: Playground, bot_client: BotClient) -> None:
    playground.faults.fail(429)
    with pytest.raises(discord.HTTPException) as caught:
        await bot_client.room().send("x")
    assert caught.value.status == 429


@pytest.mark.parametrize("applied", [True, False])
async def test_a_slow_answer_holds_up_nothing_else(
    playground: Playground, bot_client: BotClient, ann: Person, *, applied: bool
) -> None:
    playground.faults.slow(3600, path=f"/channels/{bot_client.room().id}/", applied=applied)
    sending = asyncio.create_task(bot_client.room().send("slow"))
    await playground.faults.used_up()
    await bot_client.room("lounge").send("fast")
    if applied:
        await ann.hear_bot("slow")
    assert not sending.done()
    assert await contents(ann) == (["slow"] if applied else [])
    playground.faults.release()
    assert (await sending).content == "slow"
    assert await contents(ann) == ["slow"]


async def test_a_channel_hangs_until_its_fault_ends_and_holds_up_no_other(
    playground: Playground, bot_client: BotClient, ann: Person
) -> None:
    room, lounge = bot_client.room(), bot_client.room("lounge")
    hang = playground.faults.slow(3600, None, path=f"^/channels/{room.id}(/|$)", applied=False)
    other = playground.faults.slow(3600, path=f"^/channels/{lounge.id}/typing")
    requests = [room.send("1"), room.send("2"), room.fetch_message(room.id), room.edit(topic="x"), room.typing()]
    hanging = [asyncio.ensure_future(request) for request in requests]
    typing = asyncio.ensure_future(lounge.typing())
    await playground.faults.used_up()
    for number in range(3):
        await lounge.send(f"{number}")
    assert [one.content async for one in lounge.history()] == ["2", "1", "0"]
    assert (playground.faults.left, await contents(ann)) == (0, [])
    assert not any(request.done() for request in (*hanging, typing))
    hang.end()
    first, second, *refused = await asyncio.gather(*hanging, return_exceptions=True)
    assert {getattr(one, "content", None) for one in (first, second)} == {"1", "2"} == set(await contents(ann))
    assert [type(one) for one in refused] == [discord.NotFound, discord.Forbidden, type(None)]
    await room.send("3")
    assert not typing.done()
    other.end()
    await typing


async def test_a_fault_without_a_number_is_for_every_request_until_all_are_cleared(
    playground: Playground, bot_client: BotClient
) -> None:
    forever = playground.faults.fail(503, None, path=POSTS)
    playground.faults.fail(500, 0, path=POSTS)
    for _ in range(3):
        with pytest.raises(discord.DiscordServerError):
            await bot_client.room().send("x")
    await playground.faults.used_up()
    assert (playground.faults.left, forever.left) == (0, None)
    playground.faults.clear()
    await bot_client.room().send("x")
    counted = playground.faults.hang_up(5, path=POSTS)
    assert playground.faults.left == 5
    counted.end()
    assert playground.faults.left == 0
    await bot_client.room().send("y")


@pytest.mark.parametrize("applied", [True, False])
async def test_a_connection_can_end_without_an_answer(
    playground: Playground, bot_client: BotClient, ann: Person, *, applied: bool
) -> None:
    playground.faults.hang_up(path=POSTS, applied=applied)
    with pytest.raises(aiohttp.ClientError):
        await bot_client.room().send("lost")
    assert await contents(ann) == (["lost"] if applied else [])
    await bot_client.room().send("found")
