"""What the gateway accepts from a client, how it compresses, and what discord.py makes of its faults."""

from __future__ import annotations

import asyncio
import json
import zlib
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import aiohttp
import pytest

from playground.gateway.gateway import ROUND_TRIP
from playground.rate_limits import RateLimits
from tests.playground.bot_client import BotClient, bot_client_at, discord
from tests.playground.test_rate_limits import Seconds

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable

    from playground import Playground
    from tests.playground.client import Person

HEARTBEAT = json.dumps({"op": 1, "d": None})


@asynccontextmanager
async def connect(playground: Playground, query: str = "") -> AsyncGenerator[aiohttp.ClientWebSocketResponse]:
    async with aiohttp.ClientSession() as session, session.ws_connect(playground.gateway + query) as socket:
        yield socket


async def hello(playground: Playground, socket: aiohttp.ClientWebSocketResponse, shard: int = 0) -> None:
    assert (await socket.receive_json(timeout=60))["op"] == 10
    await socket.send_json({"op": 2, "d": {"token": playground.token, "intents": 1, "shard": [shard, 2]}})


async def close_code(socket: aiohttp.ClientWebSocketResponse) -> int | None:
    while (await socket.receive(timeout=60)).type is not aiohttp.WSMsgType.CLOSE:
        pass
    return socket.close_code


async def test_a_client_may_send_120_frames_a_minute(playground: Playground) -> None:
    async with connect(playground) as socket:
        await socket.receive_json(timeout=60)
        for _ in range(120):
            await socket.send_str(HEARTBEAT)
        for _ in range(120):
            assert (await socket.receive_json(timeout=60))["op"] == 11
        await socket.send_str(HEARTBEAT)
        assert await close_code(socket) == 4008


@pytest.mark.parametrize(("size", "code"), [(4096, None), (4097, 4002)])
async def test_a_frame_has_at_most_4096_bytes(playground: Playground, size: int, code: int | None) -> None:
    async with connect(playground) as socket:
        await socket.receive_json(timeout=60)
        await socket.send_str(HEARTBEAT + " " * (size - len(HEARTBEAT)))
        if code:
            assert await close_code(socket) == code
        else:
            assert (await socket.receive_json(timeout=60))["op"] == 11


async def test_the_size_of_a_frame_is_counted_in_bytes(playground: Playground) -> None:
    async with connect(playground) as socket:
        await socket.receive_json(timeout=60)
        await socket.send_str(json.dumps({"op": 1, "d": "é" * 2048}, ensure_ascii=False))
        assert await close_code(socket) == 4002


async def test_a_heartbeat_is_acknowledged_as_late_as_over_a_network(playground: Playground) -> None:
    async with connect(playground) as socket:
        await socket.receive_json(timeout=60)
        sent = asyncio.get_running_loop().time()
        await socket.send_str(HEARTBEAT)
        assert (await socket.receive_json(timeout=60))["op"] == 11
        assert asyncio.get_running_loop().time() - sent >= ROUND_TRIP


async def test_a_frame_may_be_binary(playground: Playground) -> None:
    async with connect(playground) as socket:
        await socket.receive_json(timeout=60)
        await socket.send_bytes(HEARTBEAT.encode())
        assert (await socket.receive_json(timeout=60))["op"] == 11


async def test_a_client_that_no_longer_beats_is_cut_off(start: Callable[..., Awaitable[Playground]]) -> None:
    playground = await start(heartbeat_interval=0.2)
    async with connect(playground) as socket:
        assert (await socket.receive_json(timeout=60))["d"]["heartbeat_interval"] == 200
        assert await close_code(socket) == 4009


async def test_everything_is_one_zlib_stream_where_a_client_asks_for_it(playground: Playground) -> None:
    async with connect(playground, "?v=10&encoding=json&compress=zlib-stream") as socket:
        stream = zlib.decompressobj()

        async def receive() -> dict[str, Any]:
            data = await socket.receive_bytes(timeout=60)
            assert data.endswith(b"\x00\x00\xff\xff")
            return json.loads(stream.decompress(data))

        assert (await receive())["op"] == 10
        await socket.send_json({"op": 2, "d": {"token": playground.token, "intents": 1}})
        assert (await receive())["t"] == "READY"
        assert (await receive())["d"]["name"] == "The Board Room"


async def test_a_session_begins_five_seconds_after_the_one_before(
    start: Callable[..., Awaitable[Playground]],
) -> None:
    seconds = Seconds()
    playground = await start(rate_limits=RateLimits(clock=seconds))
    async with connect(playground) as first, connect(playground) as second:
        await hello(playground, first, 0)
        assert (await first.receive_json(timeout=60))["t"] == "READY"
        await hello(playground, second, 1)
        assert await second.receive_json(timeout=60) == {"op": 9, "d": False, "s": None, "t": None}
        seconds.now = 5.0
        await second.send_json({"op": 2, "d": {"token": playground.token, "intents": 1, "shard": [1, 2]}})
        assert (await second.receive_json(timeout=60))["t"] == "READY"


async def test_a_bot_can_ask_how_many_sessions_it_may_still_begin(
    start: Callable[..., Awaitable[Playground]],
) -> None:
    seconds = Seconds()
    playground = await start(rate_limits=RateLimits(clock=seconds))
    headers = {"Authorization": f"Bot {playground.token}"}
    async with connect(playground) as socket, aiohttp.ClientSession(headers=headers) as session:
        await hello(playground, socket)
        assert (await socket.receive_json(timeout=60))["t"] == "READY"
        seconds.now = 400.0
        async with session.get(f"{playground.api}/gateway/bot") as response:
            limit = (await response.json())["session_start_limit"]
        assert limit == {"total": 1000, "remaining": 999, "reset_after": 86_000_000, "max_concurrency": 1}


@pytest.mark.parametrize("fault", ["reconnect", "invalid, to be resumed", "invalid for good"])
async def test_the_bot_comes_back_with_its_session_or_with_a_new_one(
    playground: Playground, bot_client: BotClient, ann: Person, fault: str
) -> None:
    await bot_client.hear((await ann.say("@Turnpost before"))["id"])
    resumed = fault != "invalid for good"
    if fault == "reconnect":
        await playground.ask_to_reconnect()
    else:
        await playground.invalidate_session(resumable=resumed)
    await ann.say("@Turnpost meanwhile")
    await playground.bot_ready()
    await bot_client.hear((await ann.say("@Turnpost after"))["id"])
    received = [message.content.split()[-1] for message in bot_client.received]
    assert received == (["before", "meanwhile", "after"] if resumed else ["before", "after"])
    assert bot_client.resumed.is_set() is resumed


async def test_half_a_frame_cannot_be_read_and_the_connection_ends(playground: Playground) -> None:
    async with aiohttp.ClientSession() as http, http.ws_connect(playground.gateway) as socket:
        await socket.receive_json()
        await socket.send_json({"op": 2, "d": {"token": playground.token, "intents": 0}})
        ready = await socket.receive_json()
        await playground.half_a_frame()
        half = await socket.receive()
        with pytest.raises(ValueError, match=r"Unterminated|Expecting"):
            half.json()
        assert (await socket.receive()).type is aiohttp.WSMsgType.CLOSE
    async with aiohttp.ClientSession() as http, http.ws_connect(playground.gateway) as socket:
        await socket.receive_json()
        data = {"token": playground.token, "session_id": ready["d"]["session_id"], "seq": ready["s"]}
        await socket.send_json({"op": 6, "d": data})
        assert (await socket.receive_json())["t"] == "RESUMED"


async def test_messages_and_interactions_are_delivered_again_as_they_were(playground: Playground, ann: Person) -> None:
    async with bot_client_at(playground) as bot_client:
        pressed: list[int] = []

        @bot_client.tree.command(description="Ping.")
        async def ping(interaction: discord.Interaction) -> None:
            pressed.append(interaction.id)
            if len(pressed) == 1:
                await interaction.response.send_message("pong", ephemeral=True)

        await bot_client.tree.sync()
        first = await ann.say("@Turnpost first")
        await bot_client.hear(first["id"])
        await ann.slash("ping")
        await bot_client.room().send("mine")
        await playground.deliver_again(2)
        last = await ann.say("@Turnpost last")
        await bot_client.hear(last["id"])
        received = [
            str(message.id) for message in bot_client.received if message.author.id != bot_client.application_id
        ]
        assert received == [first["id"], first["id"], last["id"]]
        assert len(pressed) == 2
        assert len(set(pressed)) == 1
