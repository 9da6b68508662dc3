"""Bodies and frames that nobody sane would send are refused as such, and the page goes on for everybody."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
import pytest

from playground import Playground
from playground.json_values import as_list, as_object

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator

    from tests.playground.bot_client import BotClient
    from tests.playground.client import Person

HALF = r"\ud83d"
DEEP = "[" * 100_000 + "]" * 100_000
WRONG = [
    f'{{"content": "{HALF}"}}',
    f'{{"content": "x", "{HALF}": 1}}',
    f'{{"content": "x", "embeds": [{{"title": ["{HALF}"]}}]}}',
    f'{{"content": "x", "y": {DEEP}}}',
    f'{{"content": "x", "y": {"[" * 500 + "]" * 500}}}',
    DEEP,
    '{"content": "x", "y": NaN}',
    '{"content": "x", "y": [-Infinity]}',
    '{"content": "x", "y": 1e999}',
    f'{{"content": "x", "y": {"9" * 5000}}}',
    '{"content": "x"',
    "\x00",
]
VALUES: list[Any] = [None, True, 0, -1, 0.5, 10**30, "", "x", "x" * 5000, "\0", [], [[]], ["x"], {}, {"x": {}}, [{}]]
"""What may stand where something else is meant."""

BUTTON = {"type": 2, "style": 1, "label": "x", "custom_id": "x", "emoji": {"name": "♟️"}, "disabled": False}
OPTIONS = [{"label": "x", "value": "x", "description": "x"}]
MENU = {"type": 3, "custom_id": "m", "options": OPTIONS, "placeholder": "x", "min_values": 1, "max_values": 1}
CONTENT: dict[str, Any] = {
    "content": "x",
    "embeds": [
        {"title": "x", "description": "x", "fields": [{"name": "x", "value": "x"}], "footer": {"text": "x"}}
        | {"author": {"name": "x"}}
    ],
    "components": [{"type": 1, "components": [BUTTON]}, {"type": 1, "components": [MENU]}],
    "flags": 0,
    "nonce": "x",
    "enforce_nonce": True,
    "allowed_mentions": {"parse": ["users"], "users": [], "roles": [], "replied_user": False},
    "attachments": [],
}
COMMAND = {
    "name": "ping",
    "type": 1,
    "description": "x",
    "default_member_permissions": "0",
    "contexts": [0],
    "integration_types": [0],
    "options": [
        {"type": 4, "name": "a", "description": "x", "required": True, "choices": [{"name": "x", "value": 1}]},
        {"type": 3, "name": "b", "description": "x", "min_length": 1, "max_length": 9, "autocomplete": True},
    ],
}
THREAD = {"name": "x", "type": 11, "auto_archive_duration": 60}


def damaged(body: Any) -> Iterator[Any]:
    """Yield a body again and again, each time with one of its values replaced by one of another kind."""
    for key, value in as_object(body).items():
        yield from ({**body, key: other} for other in [*VALUES, *damaged(value)])
    for place, value in enumerate(as_list(body)):
        for other in [*VALUES, *damaged(value)]:
            yield [*body[:place], other, *body[place + 1 :]]


@pytest.fixture
async def playground(start: Callable[..., Awaitable[Playground]]) -> Playground:
    """A playground that doesn't wait for the bot's answers: none come here."""
    return await start(patience=0.0)


@pytest.fixture
async def http(playground: Playground) -> AsyncGenerator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {playground.token}"}) as http:
        yield http


@pytest.mark.parametrize("body", WRONG, ids=range(len(WRONG)))
async def test_what_could_not_be_shown_is_refused_to_people_and_to_the_bot(
    playground: Playground, http: aiohttp.ClientSession, bot_client: BotClient, ann: Person, body: str
) -> None:
    room = bot_client.room().id
    theirs = body.replace('{"content"', f'{{"channel_id": "{room}", "content"', 1)
    async with http.post(f"{playground.url}/people/{ann.id}/messages", data=theirs.encode()) as response:
        assert response.status == 400
        assert (await response.json())["error"]
    async with http.post(f"{playground.api}/channels/{room}/messages", data=body.encode()) as response:
        assert response.status == 400
        assert (await response.json())["code"] == 50109
    assert await ann.messages() == []
    await ann.say("still here")
    assert [one["content"] for one in await ann.messages()] == ["still here"]


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("multipart/form-data", b"x"),
        ("multipart/form-data; boundary=b", b"x"),
        ("multipart/form-data; boundary=b", b"--b\r\nContent-Disposition: form-data; name=payload_json\r\n\r\n{"),
        (
            "multipart/form-data; boundary=b",
            b"--b\r\nContent-Disposition: form-data\r\nContent-Transfer-Encoding: nonsense\r\n\r\n{}\r\n--b--\r\n",
        ),
    ],
)
async def test_a_form_that_is_cut_off_or_coded_wrongly_is_refused(
    playground: Playground, http: aiohttp.ClientSession, bot_client: BotClient, kind: str, data: bytes
) -> None:
    address, headers = f"{playground.api}/channels/{bot_client.room().id}/messages", {"Content-Type": kind}
    async with http.post(address, data=data, headers=headers) as response:
        assert response.status == 400
        assert (await response.json())["code"] == 50109


@pytest.mark.parametrize(
    "route",
    [
        *("messages", "threads", "command", "dm", "patch"),
        *(pytest.param(route, marks=pytest.mark.thorough) for route in ("edit", "posts", "commands")),
    ],
)
async def test_no_value_of_another_kind_breaks_a_route_of_the_bot(
    playground: Playground, http: aiohttp.ClientSession, bot_client: BotClient, ann: Person, route: str
) -> None:
    room = bot_client.room()
    said, thread = await room.send("x"), await room.create_thread(name="x", type=discord.ChannelType.public_thread)
    forum = playground.add_room(15, "ideas", tags=["chess"])
    tag = playground.state.channels[forum].available_tags[0]["id"]
    commands = f"/applications/{bot_client.application_id}/commands"
    method, path, body = {
        "messages": ("POST", f"/channels/{room.id}/messages", CONTENT),
        "edit": ("PATCH", f"/channels/{room.id}/messages/{said.id}", CONTENT),
        "threads": ("POST", f"/channels/{room.id}/threads", THREAD),
        "posts": ("POST", f"/channels/{forum}/threads", {"name": "x", "applied_tags": [tag], "message": CONTENT}),
        "commands": ("PUT", commands, [COMMAND]),
        "command": ("POST", commands, COMMAND),
        "dm": ("POST", "/users/@me/channels", {"recipient_id": ann.id}),
        "patch": ("PATCH", f"/channels/{thread.id}", {**THREAD, "locked": False, "rate_limit_per_user": 0}),
    }[route]
    for wrong in damaged(body):
        async with http.request(method, f"{playground.api}{path}", json=wrong) as response:
            assert response.status < 500, wrong
    assert await ann.view()


@pytest.mark.parametrize("route", ["messages", "press", "slash", "autocomplete", "modal"])
async def test_no_value_of_another_kind_breaks_a_route_of_the_people(
    playground: Playground, http: aiohttp.ClientSession, bot_client: BotClient, ann: Person, route: str
) -> None:
    async with http.put(
        f"{playground.api}/applications/{bot_client.application_id}/commands", json=[COMMAND]
    ) as response:
        assert response.status == 200
    room = str(bot_client.room().id)
    body: dict[str, Any] = {
        "messages": {"channel_id": room, "content": "x", "reply_to": "1", "ping": True},
        "press": {"message_id": "1", "custom_id": "x", "values": ["x"]},
        "slash": {"channel_id": room, "name": "ping", "options": {"a": 1, "b": "x"}},
        "autocomplete": {"channel_id": room, "name": "ping", "focused": "b", "options": {"b": "x"}},
        "modal": {"interaction_id": "1", "values": {"x": "x"}},
    }[route]
    for wrong in damaged(body):
        async with http.post(f"{playground.url}/people/{ann.id}/{route}", json=wrong) as response:
            assert response.status < 500, wrong
    assert await ann.view()


FRAMES: list[Any] = [
    DEEP,
    f'{{"op": 2, "d": {DEEP}}}',
    f'{{"op": 2, "d": "{HALF}"}}',
    '{"op": NaN}',
    "[]",
    "5",
    '{"op": []}',
    '{"op": {}, "d": 1}',
    '{"op": 2}',
    '{"op": 2, "d": [1]}',
    '{"op": 2, "d": {"token": "TOKEN", "intents": "many"}}'.replace("TOKEN", Playground.token),
    '{"op": 2, "d": {"token": "TOKEN", "intents": 1, "shard": 5}}'.replace("TOKEN", Playground.token),
    '{"op": 2, "d": {"token": "TOKEN", "intents": 1, "shard": ["a", "b"]}}'.replace("TOKEN", Playground.token),
    '{"op": 2, "d": {"token": "TOKEN", "intents": 1, "shard": [0.5, 1]}}'.replace("TOKEN", Playground.token),
    '{"op": 6, "d": 5}',
]


@pytest.mark.parametrize("frame", FRAMES, ids=range(len(FRAMES)))
async def test_a_frame_that_makes_no_sense_ends_its_connection_alone(
    playground: Playground, http: aiohttp.ClientSession, bot_client: BotClient, ann: Person, frame: str
) -> None:
    async with http.ws_connect(playground.gateway) as socket:
        assert json.loads((await socket.receive()).data)["op"] == 10
        await socket.send_str(frame)
        assert (await socket.receive()).type in {aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED}
        assert socket.close_code in {4001, 4002, 4003, 4010, 1009}
    await bot_client.room().send("still here")
    await ann.hear_bot("still here")
