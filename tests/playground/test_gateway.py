from __future__ import annotations

import asyncio
import io
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
import pytest

from playground import Playground, PortInUse, UnreadableJournal
from playground.origin import hosts
from tests.playground.bot_client import BotClient, bot_client_at
from tests.playground.client import Person, Said

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

ROOT = Path(__file__).parents[2]


async def test_a_bot_finds_the_guild_its_channels_and_itself(bot_client: BotClient) -> None:
    guild = bot_client.guilds[0]
    assert guild.name == "The Board Room"
    assert [channel.name for channel in guild.text_channels] == ["games", "lounge"]
    assert guild.me.display_name == "Turnpost"
    assert bot_client.room().permissions_for(guild.me).send_messages
    roles = [one.name for one in (await bot_client.fetch_guild(guild.id)).roles]
    assert roles == ["@everyone", "Turnpost", "Regulars", "Members"]


async def test_the_bot_has_the_permissions_of_the_invitation_and_no_others(bot_client: BotClient) -> None:
    link = re.search(r"permissions=(\d+)", (ROOT / "README.md").read_text())
    assert link is not None
    guild = bot_client.guilds[0]
    assert guild.me.guild_permissions.value == int(link[1])
    assert bot_client.room().permissions_for(guild.me).value == int(link[1])


async def test_people_are_found_one_by_one(bot_client: BotClient, ann: Person) -> None:
    guild = bot_client.guilds[0]
    assert guild.get_member(int(ann.id)) is None, "without the members intent nobody is known beforehand"
    assert (await guild.fetch_member(int(ann.id))).display_name == "Ann"
    assert [one.name for one in await guild.query_members("cl")] == ["cleo"]
    with pytest.raises(discord.NotFound):
        await bot_client.fetch_user(5)


async def test_a_wrong_token_is_refused(playground: Playground) -> None:
    with pytest.raises(discord.LoginFailure):
        async with bot_client_at(playground, token="wrong"):  # noqa: S106 - it is nobody's
            pass


@pytest.mark.parametrize(
    ("packet", "code"),
    [
        ({"op": 2, "d": {"token": "wrong", "intents": 0}}, 4004),
        ({"op": 2, "d": {"token": Playground.token, "intents": 1 << 1}}, 4014),
        ({"op": 2, "d": {"token": Playground.token, "intents": 0, "shard": [2, 2]}}, 4010),
        ({"op": 3, "d": {}}, 4003),
        ({"op": 6, "d": {"token": "wrong", "session_id": "x", "seq": 1}}, 4004),
        ([], 4002),
    ],
)
async def test_the_gateway_closes_on_what_it_cannot_take(playground: Playground, packet: Any, code: int) -> None:
    async with aiohttp.ClientSession() as http, http.ws_connect(playground.gateway) as socket:
        assert (await socket.receive_json())["op"] == 10
        await socket.send_str(json.dumps(packet))
        assert (await socket.receive()).type is aiohttp.WSMsgType.CLOSE
        assert socket.close_code == code


async def test_a_session_that_nobody_knows_is_invalid(playground: Playground) -> None:
    async with aiohttp.ClientSession() as http, http.ws_connect(playground.gateway) as socket:
        await socket.receive_json()
        await socket.send_json({"op": 6, "d": {"token": playground.token, "session_id": "x", "seq": 1}})
        answer = await socket.receive_json()
        assert (answer["op"], answer["d"]) == (9, False)


async def test_unknown_routes_and_bad_tokens_answer_in_json_of_exactly_that_type(playground: Playground) -> None:
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {playground.token}"}) as http:
        async with http.get(f"{playground.api}/nowhere") as response:
            assert (response.status, response.headers["Content-Type"]) == (404, "application/json")
            assert await response.json() == {"message": "404: Not Found", "code": 0}
        async with http.get(f"{playground.api}/channels/abc") as response:
            assert (await response.json())["code"] == 50035
    async with aiohttp.ClientSession() as http, http.get(f"{playground.api}/users/@me") as response:
        assert (response.status, response.headers["Content-Type"]) == (401, "application/json")
        assert await response.json() == {"message": "401: Unauthorized", "code": 0}


async def test_two_shards_share_the_work(playground: Playground, ann: Person) -> None:
    async with aiohttp.ClientSession() as http:
        received: list[list[Any]] = []
        sockets = [await http.ws_connect(playground.gateway) for _ in range(2)]
        for number, socket in enumerate(sockets):
            await socket.receive_json()
            intents = discord.Intents.default().value
            data = {"token": playground.token, "intents": intents, "shard": [number, 2]}
            await socket.send_json({"op": 2, "d": data})
            assert (await socket.receive_json())["t"] == "READY"
        await ann.say("@Turnpost in the guild")
        await ann.say("directly", await ann.dm())
        for socket in sockets:
            await socket.send_json({"op": 1, "d": None})
            received.append([])
            while (frame := await socket.receive_json())["op"] != 11:
                received[-1] += [frame["t"]] if frame["t"] != "MESSAGE_CREATE" else [frame["d"].get("guild_id")]
            await socket.close()
    mine = (int((await ann.view())["guild"]["id"]) >> 22) % 2
    guild = (await ann.view())["guild"]["id"]
    expected: list[list[Any]] = [[], []]
    expected[mine] += ["GUILD_CREATE", guild]
    expected[0] += [None]
    assert received == expected


@pytest.mark.parametrize("resumable", [True, False])
async def test_after_an_outage_the_bot_is_back_and_has_missed_nothing_if_it_could_resume(
    playground: Playground,
    bot_client: BotClient,
    ann: Person,
    resumable: bool,  # noqa: FBT001 - the parameter
) -> None:
    await bot_client.hear((await ann.say("@Turnpost before"))["id"])
    async with playground.outage(resumable=resumable):
        assert not playground.bot_online
        await ann.say("@Turnpost meanwhile")
    await playground.bot_ready()
    after = await ann.say("@Turnpost after")
    await bot_client.hear(after["id"])
    received = [message.content.split()[-1] for message in bot_client.received]
    assert received == (["before", "meanwhile", "after"] if resumable else ["before", "after"])
    assert bot_client.resumed.is_set() is resumable
    online = [event["online"] for event in ann.seen if event["type"] == "bot"]
    assert online[-2:] == [False, True]


async def test_a_restart_finds_everything_again(start: Callable[..., Awaitable[Playground]], tmp_path: Path) -> None:
    folder = tmp_path / "world"
    first = await start(folder=folder)
    async with bot_client_at(first) as bot_client, Person(first, "Ann") as ann:

        @bot_client.tree.command(description="Ping.")
        async def ping(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("private", ephemeral=True)

        await bot_client.tree.sync()
        post = await bot_client.room().send("board", file=discord.File(io.BytesIO(b"picture"), "b.png"), nonce="n1")
        thread = await post.create_thread(name="#1")
        await ann.say("@Turnpost here", str(thread.id))
        doomed = await ann.say("never mind")
        await ann.delete(doomed)
        await ann.say("to you", await ann.dm())
        await ann.slash("ping")
        before = await ann.view()
    await first.stop()

    second = await start(folder=folder)
    async with bot_client_at(second) as bot_client, Person(second, "Ann") as ann:
        after = await ann.view()
        games = await ann.channel("games")
        private = [one for one in before["messages"][games] if one["ephemeral"]]
        before["messages"][games] = [one for one in before["messages"][games] if not one["ephemeral"]]
        assert len(private) == 1
        before["bot"]["online"] = after["bot"]["online"]
        moved = json.loads(json.dumps(before).replace(first.url, second.url))
        assert after == moved
        again = await bot_client.room().send("board", nonce="n1")
        assert again.id == post.id
        assert await again.attachments[0].read() == b"picture"
        assert (await bot_client.room().send("new")).id > int(private[0]["id"]) >> 22 << 22


async def test_a_journal_cut_short_loses_its_last_line_only(
    start: Callable[..., Awaitable[Playground]], tmp_path: Path
) -> None:
    first = await start(folder=tmp_path)
    async with Person(first, "Ann") as ann:
        await ann.say("one")
        await ann.say("two")
    await first.stop()
    journal = tmp_path / "journal.jsonl"
    journal.write_bytes(journal.read_bytes()[:-9])
    second = await start(folder=tmp_path)
    async with Person(second, "Ann") as ann:
        await ann.say("three")
        assert [one["content"] for one in await ann.messages()] == ["one", "three"]


async def test_no_channel_gets_the_id_of_a_deleted_one(
    start: Callable[..., Awaitable[Playground]], tmp_path: Path
) -> None:
    first = await start(folder=tmp_path)
    rooms = [first.add_room(0, "hall"), first.add_room(0, "den")]
    first.remove(rooms[0])
    rooms.append(first.add_room(0, "attic"))
    first.remove(rooms[-1])
    await first.stop()
    second = await start(folder=tmp_path)
    rooms.append(second.add_room(0, "cellar"))
    assert len(set(rooms)) == len(rooms)


async def test_a_damaged_journal_is_named(tmp_path: Path) -> None:
    (tmp_path / "journal.jsonl").write_text('{"kind":"channel"}\n')
    with pytest.raises(UnreadableJournal, match=r"journal\.jsonl, line 1 can't be read"):
        await Playground.start(folder=tmp_path)


async def test_a_journal_that_may_not_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "journal.jsonl").mkdir()
    with pytest.raises(UnreadableJournal, match=r"journal\.jsonl can't be read and written: Is a directory"):
        await Playground.start(folder=tmp_path)


async def test_a_taken_port_is_named(playground: Playground) -> None:
    port = int(playground.url.rpartition(":")[2])
    with pytest.raises(PortInUse, match=f"Port {port} is already in use"):
        await Playground.start(port)


async def test_it_listens_on_loopback_only_and_to_its_own_page(playground: Playground) -> None:
    assert playground.url.startswith("http://127.0.0.1:")
    with pytest.raises(OSError, match="Connect call failed"):
        await asyncio.open_connection("127.0.0.2", int(playground.url.rpartition(":")[2]))
    async with aiohttp.ClientSession() as http:
        for headers in ({"Origin": "https://elsewhere.example"}, {"Host": "elsewhere.example"}):
            async with http.get(f"{playground.url}/people", headers=headers) as response:
                assert response.status == 403
        async with http.get(f"{playground.url}/") as response:
            assert response.content_type == "text/html"
        async with http.get(f"{playground.url}/page/..%2Fserver.py") as response:
            assert response.status == 404


async def test_a_port_that_goes_without_saying_is_understood() -> None:
    assert hosts(8400) == {"127.0.0.1:8400", "localhost:8400"}
    assert hosts(80) == {"127.0.0.1:80", "localhost:80", "127.0.0.1", "localhost"}
    try:
        playground = await Playground.start(80)
    except (PermissionError, PortInUse):
        pytest.skip("port 80 can't be had here")
    try:
        async with Person(playground, "Ann") as ann, aiohttp.ClientSession() as http:
            assert await ann.view()
            for address, origin in (("http://LOCALHOST", "http://localhost"), (playground.url, playground.url)):
                async with http.get(f"{address}/people", headers={"Origin": origin}) as response:
                    assert response.status == 200
            async with http.get("http://127.0.0.1/people", headers={"Host": "elsewhere.example"}) as response:
                assert response.status == 403
    finally:
        await playground.stop()


async def _speak(bot_client: BotClient) -> object:
    return await bot_client.room().send("x")


async def _show(bot_client: BotClient) -> object:
    return await bot_client.room().send(file=discord.File(io.BytesIO(b""), "x"))


async def _open(bot_client: BotClient) -> discord.Thread:
    return await bot_client.room().create_thread(name="x", type=discord.ChannelType.public_thread)


async def _speak_within(bot_client: BotClient) -> object:
    return await (await _open(bot_client)).send("x")


DENIED = [
    ("SEND_MESSAGES", _speak, 50013),
    ("ATTACH_FILES", _show, 50013),
    ("CREATE_PUBLIC_THREADS", _open, 50013),
    ("SEND_MESSAGES_IN_THREADS", _speak_within, 50013),
    ("VIEW_CHANNEL", _speak, 50001),
]


@pytest.mark.parametrize(("name", "attempt", "code"), DENIED, ids=[row[0] for row in DENIED])
async def test_what_the_bot_lacks_is_refused_and_can_be_seen_beforehand(
    playground: Playground,
    bot_client: BotClient,
    name: str,
    attempt: Callable[[BotClient], Awaitable[object]],
    code: int,
) -> None:
    changed = bot_client.wait_for("guild_channel_update", timeout=60)
    playground.deny(bot_client.room().id, name)
    await changed
    assert not getattr(bot_client.room().permissions_for(bot_client.guilds[0].me), name.lower())
    with pytest.raises(discord.Forbidden) as caught:
        await attempt(bot_client)
    assert caught.value.code == code
    playground.allow(bot_client.room().id)
    await attempt(bot_client)


async def test_closed_direct_messages_are_refused(playground: Playground, bot_client: BotClient, ann: Person) -> None:
    playground.deny(int(await ann.dm()), "SEND_MESSAGES")
    user = await bot_client.fetch_user(int(ann.id))
    with pytest.raises(discord.Forbidden) as caught:
        await user.send("hello")
    assert caught.value.code == 50007


async def test_an_unknown_permission_or_channel_is_named(playground: Playground, bot_client: BotClient) -> None:
    with pytest.raises(ValueError, match="no permission FLY"):
        playground.deny(bot_client.room().id, "FLY")
    with pytest.raises(ValueError, match="no channel 5"):
        playground.allow(5)


async def test_strangers_are_turned_away(ann: Person) -> None:
    ann.id = "7"
    with pytest.raises(Said, match="no person with the id 7"):
        await ann.view()
