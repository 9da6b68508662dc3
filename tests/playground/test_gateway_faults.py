"""What an unmodified discord.py makes of the gateway's faults."""

from __future__ import annotations

from typing import TYPE_CHECKING

import aiohttp
import pytest

from tests.playground.bot_client import BotClient, bot_client_at, discord

if TYPE_CHECKING:
    from playground import Playground
    from tests.playground.client import Person


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
