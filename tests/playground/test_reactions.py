"""Reactions, pins and deleting many messages at once, as the bot may by its permissions."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING
from urllib.parse import quote

import aiohttp
import pytest

from playground.model.permissions import INVITATION
from playground.model.resources.user import BOT_ID, User

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from playground import Playground
    from playground.model.resources.message import Message
    from tests.playground.api import Api
    from tests.playground.bot_client import BotClient, Clock
    from tests.playground.client import Person

PAWN, KNIGHT = "♟️", "♞"
EMOJIS = [chr(0x1F600 + place) for place in range(21)]


@pytest.fixture
async def playground(
    start: Callable[..., Awaitable[Playground]], clock: Clock, request: pytest.FixtureRequest
) -> Playground:
    return await start(clock=clock, **getattr(request, "param", {}))


may_not_react = pytest.mark.parametrize("playground", [{"granted": INVITATION - {"ADD_REACTIONS"}}], indirect=True)
may_manage = pytest.mark.parametrize(
    "playground", [{"granted": INVITATION | {"MANAGE_MESSAGES", "PIN_MESSAGES"}}], indirect=True
)


def reaction(message: str, emoji: str) -> str:
    return f"{message}/reactions/{quote(emoji)}"


def found(playground: Playground, message: str) -> Message:
    """Return the message at a path."""
    one = playground.state.message(int(message.rpartition("/")[2]))
    assert one
    return one


async def react(playground: Playground, person: Person, message: str, emoji: str, method: str = "PUT") -> None:
    """Let a person react, or take the reaction back."""
    path = f"{playground.url}/people/{person.id}/messages/{message.rpartition('/')[2]}/reactions/{quote(emoji)}"
    async with aiohttp.request(method, path) as response:
        assert response.status == 204


async def test_a_reaction_is_counted_once_for_each_user_until_it_is_taken_back(
    playground: Playground, api: Api, ann: Person
) -> None:
    message = await api.send()
    await react(playground, ann, message, PAWN)
    for _ in range(2):
        assert await api.request("PUT", f"{reaction(message, PAWN)}/@me") == (204, None)
    ((pawn,), (_, users)) = (
        (await api.request("GET", message))[1]["reactions"],
        await api.request("GET", reaction(message, PAWN)),
    )
    assert (pawn["count"], pawn["me"], pawn["emoji"]["name"]) == (2, True, PAWN)
    assert [one["id"] for one in users] == [str(BOT_ID), ann.id]
    assert await api.request("DELETE", f"{reaction(message, PAWN)}/@me") == (204, None)
    assert (await api.request("GET", message))[1]["reactions"][0]["me"] is False
    await react(playground, ann, message, PAWN, "DELETE")
    assert "reactions" not in (await api.request("GET", message))[1]
    assert await api.request("GET", reaction(message, PAWN)) == (200, [])


async def test_who_reacted_is_told_page_by_page(playground: Playground, api: Api, ann: Person, bob: Person) -> None:
    message = await api.send()
    for person in (ann, bob):
        await react(playground, person, message, PAWN)
    users = reaction(message, PAWN)
    assert [one["id"] for one in (await api.request("GET", f"{users}?limit=1"))[1]] == [ann.id]
    assert [one["id"] for one in (await api.request("GET", f"{users}?after={ann.id}"))[1]] == [bob.id]
    assert len((await api.request("GET", f"{users}?limit=100"))[1]) == 2
    for limit in (0, 101, "x"):
        assert await api.code("GET", f"{users}?limit={limit}") == (400, 50035)


async def test_a_page_has_25_users_unless_up_to_100_are_asked_for(playground: Playground, api: Api) -> None:
    message = await api.send()
    playground.state.users |= {key: User(key, f"user{key}") for key in range(1, 102)}
    for key in range(1, 102):
        playground.state.add_reaction(found(playground, message), key, PAWN)
    for query, last in (("", 25), ("?limit=100", 100), ("?after=76", 101)):
        _, users = await api.request("GET", reaction(message, PAWN) + query)
        assert users[-1]["id"] == str(last)


@may_not_react
async def test_without_the_permission_the_bot_may_only_join_a_reaction(
    playground: Playground, api: Api, ann: Person
) -> None:
    message = await api.send()
    assert await api.code("PUT", f"{reaction(message, PAWN)}/@me") == (403, 50013)
    await react(playground, ann, message, PAWN)
    assert await api.request("PUT", f"{reaction(message, PAWN)}/@me") == (204, None)


async def test_a_message_has_at_most_20_different_reactions(api: Api) -> None:
    message = await api.send()
    for emoji in EMOJIS[:20]:
        assert await api.request("PUT", f"{reaction(message, emoji)}/@me") == (204, None)
    assert await api.code("PUT", f"{reaction(message, EMOJIS[20])}/@me") == (400, 30010)
    assert await api.request("PUT", f"{reaction(message, EMOJIS[19])}/@me") == (204, None)


@pytest.mark.parametrize("emoji", ["pawn", "pawn:5", "x", PAWN * 17])
async def test_what_is_no_emoji_is_unknown(api: Api, emoji: str) -> None:
    message = await api.send()
    assert await api.code("PUT", f"{reaction(message, emoji)}/@me") == (400, 10014)


async def test_reactions_need_a_message_that_everybody_sees_in_a_thread_that_is_open(
    playground: Playground, api: Api
) -> None:
    message = await api.send()
    assert await api.code("PUT", f"{reaction(api.room + '/messages/5', PAWN)}/@me") == (404, 10008)
    assert await api.code("GET", reaction("/channels/5/messages/5", PAWN)) == (404, 10003)
    hidden = found(playground, message)
    hidden.only_for = min(playground.state.people)
    assert await api.code("PUT", f"{reaction(message, PAWN)}/@me") == (404, 10008)
    hidden.only_for = None
    _, thread = await api.request("POST", f"{api.room}/threads", {"name": "x", "type": 11})
    _, said = await api.request("POST", f"/channels/{thread['id']}/messages", {"content": "x"})
    playground.archive(int(thread["id"]))
    place = f"/channels/{thread['id']}/messages/{said['id']}"
    assert await api.code("PUT", f"{reaction(place, PAWN)}/@me") == (400, 50083)
    playground.deny(int(api.room.rpartition("/")[2]), "READ_MESSAGE_HISTORY")
    assert await api.code("PUT", f"{reaction(message, PAWN)}/@me") == (403, 50013)
    assert await api.code("GET", reaction(message, PAWN)) == (403, 50013)


async def test_the_bot_hears_of_reactions_and_of_those_taken_back(
    playground: Playground, bot_client: BotClient, ann: Person
) -> None:
    sent = await bot_client.room().send("x")
    for event, method in (("raw_reaction_add", "PUT"), ("raw_reaction_remove", "DELETE")):
        heard = bot_client.wait_for(event, timeout=60)
        await react(playground, ann, f"/{sent.id}", KNIGHT, method)
        payload = await heard
        assert (str(payload.user_id), payload.message_id, payload.emoji.name) == (ann.id, sent.id, KNIGHT)


@may_manage
@pytest.mark.parametrize("pins", ["messages/pins", "pins"])
async def test_pins_are_listed_latest_first_until_they_are_taken_off(api: Api, clock: Clock, pins: str) -> None:
    keys = [(await api.send(content=str(number))).rpartition("/")[2] for number in range(3)]
    for key in keys:
        clock.forward(minutes=1)
        assert await api.request("PUT", f"{api.room}/{pins}/{key}") == (204, None)
    listed = (await api.request("GET", f"{api.room}/messages/pins"))[1]
    assert [one["message"]["id"] for one in listed["items"]] == keys[::-1]
    assert listed["has_more"] is False
    assert all(one["message"]["pinned"] for one in listed["items"])
    assert [one["id"] for one in (await api.request("GET", f"{api.room}/pins"))[1]] == keys[::-1]
    first = (await api.request("GET", f"{api.room}/messages/pins?limit=2"))[1]
    assert ([one["message"]["id"] for one in first["items"]], first["has_more"]) == (keys[:0:-1], True)
    assert (await api.request("GET", f"{api.room}/messages/pins?limit=3"))[1]["has_more"] is False
    before = quote(first["items"][-1]["pinned_at"])
    rest = (await api.request("GET", f"{api.room}/messages/pins?before={before}"))[1]
    assert ([one["message"]["id"] for one in rest["items"]], rest["has_more"]) == (keys[:1], False)
    assert await api.request("DELETE", f"{api.room}/{pins}/{keys[0]}") == (204, None)
    assert len((await api.request("GET", f"{api.room}/pins"))[1]) == 2


@may_manage
async def test_a_channel_has_at_most_250_pins(playground: Playground, api: Api, clock: Clock) -> None:
    message = (await api.send()).rpartition("/")[2]
    room = playground.state.channels[int(api.room.rpartition("/")[2])]
    for _ in range(249):
        playground.state.add_message(room, BOT_ID, "x", pinned=clock())
    assert await api.request("PUT", f"{api.room}/messages/pins/{message}") == (204, None)
    assert len((await api.request("GET", f"{api.room}/pins"))[1]) == 50
    more = (await api.send()).rpartition("/")[2]
    assert await api.code("PUT", f"{api.room}/messages/pins/{more}") == (400, 30003)
    for limit in (0, 51):
        assert await api.code("GET", f"{api.room}/messages/pins?limit={limit}") == (400, 50035)


@pytest.mark.parametrize("playground", [{"granted": INVITATION - {"PIN_MESSAGES"}}], indirect=True)
async def test_pins_and_bulk_deletes_need_their_permissions(api: Api) -> None:
    key = (await api.send()).rpartition("/")[2]
    for method in ("PUT", "DELETE"):
        assert await api.code(method, f"{api.room}/messages/pins/{key}") == (403, 50013)
    assert await api.code("POST", f"{api.room}/messages/bulk-delete", {"messages": [key]}) == (403, 50013)


@pytest.mark.parametrize(
    "playground", [{"granted": INVITATION | {"PIN_MESSAGES"}, "message_content": False}], indirect=True
)
async def test_a_pinned_message_that_the_bot_may_not_read_is_empty(api: Api, ann: Person) -> None:
    said = await ann.say("secret")
    assert await api.request("PUT", f"{api.room}/messages/pins/{said['id']}") == (204, None)
    (pin,) = (await api.request("GET", f"{api.room}/messages/pins"))[1]["items"]
    (message,) = (await api.request("GET", f"{api.room}/pins"))[1]
    assert (pin["message"]["content"], message["content"]) == ("", "")


@may_manage
async def test_two_to_100_messages_of_two_weeks_can_be_deleted_at_once(api: Api, clock: Clock, ann: Person) -> None:
    old = (await api.send()).rpartition("/")[2]
    clock.forward(minutes=1)
    keys = [(await api.send()).rpartition("/")[2] for _ in range(2)] + [(await ann.say("x"))["id"]]
    path = f"{api.room}/messages/bulk-delete"
    for wrong in ([], keys[:1], keys[:1] * 2, [str(number) for number in range(101)]):
        assert await api.code("POST", path, {"messages": wrong}) == (400, 50035)
    clock.now += timedelta(days=14) - timedelta(minutes=1)
    assert await api.request("POST", path, {"messages": [keys[0], keys[2]]}) == (204, None)
    assert [one["id"] for one in (await api.request("GET", f"{api.room}/messages"))[1]] == [keys[1], old]
    missing = [str(int(keys[0]) + number) for number in range(1, 101)]
    assert await api.request("POST", path, {"messages": missing}) == (204, None)
    clock.now += timedelta(milliseconds=1)
    assert await api.code("POST", path, {"messages": [keys[1], old]}) == (400, 50034)
    direct = (await api.request("POST", "/users/@me/channels", {"recipient_id": ann.id}))[1]["id"]
    assert await api.code("POST", f"/channels/{direct}/messages/bulk-delete", {"messages": keys}) == (400, 50003)


@may_manage
async def test_messages_deleted_at_once_are_announced_once(api: Api, bot_client: BotClient, ann: Person) -> None:
    one, two, three = [(await api.send()).rpartition("/")[2] for _ in range(3)]
    bulk = bot_client.wait_for("raw_bulk_message_delete", timeout=60)
    single = bot_client.wait_for("raw_message_delete", timeout=60)
    assert await api.request("POST", f"{api.room}/messages/bulk-delete", {"messages": [one, two]}) == (204, None)
    assert await api.request("DELETE", f"{api.room}/messages/{three}") == (204, None)
    event = await bulk
    assert (event.message_ids, event.channel_id) == ({int(one), int(two)}, bot_client.room().id)
    assert (await single).message_id == int(three)
    for key in (one, two, three):
        await ann.wait_for(lambda told, key=key: told["type"] == "delete" and told["id"] == key, f"{key} to go")
