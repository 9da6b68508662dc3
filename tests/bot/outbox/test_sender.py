"""What replaces a post that Discord refuses, and how a message refers to another."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot.gateway.connection import make_intents
from bot.outbox import sender
from bot.outbox.rate_limits import RateLimits
from bot.outbox.sender import (
    NO_HISTORY,
    RECENT,
    THREAD_ARCHIVED,
    MustWait,
    Sender,
    Undeliverable,
    fall_back_to_asker,
    make_reference,
)
from storage.queries import outbox
from storage.queries.rows import DIRECT, Person, Post
from tests.bot.features.match_sample import MATCH

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from storage.engine.database import Database

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
BARRED = 50013
"""Discord's own code for a missing permission."""


class Response:
    """The part of an HTTP response that discord.py's errors read."""

    status, reason = 403, "Forbidden"


def refused(code: int) -> discord.HTTPException:
    return discord.HTTPException(Response(), {"code": code, "message": "no"})  # pyright: ignore[reportArgumentType]


def post(**body: object) -> Post:
    return Post(5, "m7", "show", {"channel": 3, "reply_to": 4, **body}, 7, None, 1, NOON, 0)


async def test_a_nonce_is_that_of_its_row_and_database(database: Database) -> None:
    client = discord.Client(intents=make_intents(content=False))
    assert [Sender(client, salt, RateLimits(), database).nonce(post()) for salt in ("a", "b")] == ["a-5", "b-5"]


@pytest.mark.parametrize(("body", "expected"), [({}, 2), ({"user": 3}, 3)])
async def test_a_direct_match_lives_with_the_person_of_a_row_else_with_its_first_player(
    database: Database, body: dict[str, object], expected: int
) -> None:
    client = Conversations(database)
    match = replace(MATCH, guild_id=DIRECT, seats=(Person.computer(1), Person(2, "Ann"), Person(3, "Bob")))
    home = await client.sender.open_home(match, post(**body))
    assert (home, client.opened) == (100 + expected, [expected])


class Conversations:
    """A client that opens conversations, the channel of each 100 above the person's id, and a sender with it."""

    def __init__(self, database: Database) -> None:
        self.opened: list[int] = []
        self.rate_limits = RateLimits(lambda: 0)
        client: Any = self
        self.sender = Sender(client, "a", self.rate_limits, database)

    async def create_dm(self, user: discord.Object) -> object:
        self.opened.append(user.id)
        return SimpleNamespace(id=100 + user.id)

    def get_partial_messageable(self, channel_id: int) -> int:
        return channel_id

    def exhaust(self) -> None:
        headers = {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": "10"}
        self.rate_limits.read("POST", "/api/v10/users/@me/channels", 200, headers)


async def test_a_conversation_is_opened_once_and_none_while_discord_lets_none_be_opened(database: Database) -> None:
    client = Conversations(database)
    first = await client.sender.open_direct_messages(post(user=1))
    client.exhaust()
    assert await client.sender.open_direct_messages(post(user=1)) == first
    with pytest.raises(MustWait) as waiting:
        await client.sender.open_direct_messages(post(user=2))
    assert waiting.value.destination == "conversations"
    assert client.opened == [1]


class Channel:
    """A channel of Discord with some messages, the latest first."""

    id = 1

    def __init__(self, *authors: int) -> None:
        self.messages = [
            SimpleNamespace(id=number, author=SimpleNamespace(id=each), channel=self)
            for number, each in enumerate(authors)
        ]
        self.sent: list[dict[str, object]] = []

    async def history(self, limit: int) -> AsyncIterator[object]:
        for message in self.messages[:limit]:
            yield message

    async def send(self, **content: object) -> object:
        self.sent.append(content)
        return SimpleNamespace(id=99, channel=self)


async def send(database: Database, channel: Any, attempts: int) -> int:
    client: Any = SimpleNamespace(user=SimpleNamespace(id=7))
    sender, row = Sender(client, "a", RateLimits(), database), replace(post(), attempts=attempts)
    return (await sender.send_once(row, channel, lambda message: message.id != 2, content="Hi"))[1]


@pytest.mark.parametrize(
    ("authors", "attempts", "message_id"),
    [
        ((8, 7), 1, 1),
        ((8, 8, 7, 7), 1, 3),
        ((8, 7), 0, 99),
        ((8, 8, 7), 1, 99),
        ((8,) * RECENT + (7,), 1, 99),
        ((8,) * (RECENT - 1) + (7,), 1, RECENT - 1),
    ],
)
async def test_a_row_that_was_tried_is_looked_for_among_the_bots_latest_messages(
    database: Database, authors: tuple[int, ...], attempts: int, message_id: int
) -> None:
    channel = Channel(*authors)
    assert await send(database, channel, attempts) == message_id
    assert channel.sent == ([{"content": "Hi", "nonce": "a-5"}] if message_id == 99 else [])


@pytest.mark.parametrize(("recorded", "message_id"), [((), 1), ((1,), 3), ((3,), 1), ((1, 3), 99)])
async def test_a_message_that_is_recorded_for_another_row_is_left_to_it(
    database: Database, recorded: tuple[int, ...], message_id: int
) -> None:
    async with database.write() as tx:
        for each in recorded:
            row = await outbox.add(tx, lane="m7", kind="offer", body={}, at=NOON)
            await outbox.mark_sent(tx, row.id, channel_id=3, message_id=each, at=NOON)
    assert await send(database, Channel(8, 7, 7, 7), 1) == message_id


@pytest.mark.parametrize(("code", "sent"), [(BARRED, True), (0, False)])
async def test_where_earlier_messages_can_not_be_read_a_row_is_sent_again(
    database: Database, code: int, *, sent: bool
) -> None:
    class Closed(Channel):
        async def history(self, limit: int) -> AsyncIterator[object]:
            del limit
            raise discord.Forbidden(Response(), {"code": code, "message": "no"})  # pyright: ignore[reportArgumentType]
            yield

    channel = Closed()
    with nullcontext() if sent else pytest.raises(discord.Forbidden):
        assert await send(database, channel, 1) == 99
    assert len(channel.sent) == sent


@pytest.mark.parametrize(
    ("code", "content", "sent"),
    [
        (NO_HISTORY, {"content": "Hi", "reference": 1}, {"content": "Hi"}),
        (NO_HISTORY, {"content": "Hi"}, None),
        (BARRED, {"content": "Hi", "reference": 1}, None),
    ],
)
async def test_only_a_reply_that_needs_earlier_messages_is_sent_again_without_its_reference(
    code: int, content: dict[str, object], sent: dict[str, object] | None
) -> None:
    class Barred(Channel):
        async def send(self, **content: object) -> object:
            if len(self.sent) == 0:
                self.sent.append(content)
                raise refused(code)
            return await super().send(**content)

    channel: Any = Barred()
    with nullcontext() if sent else pytest.raises(discord.HTTPException):
        await sender.send(channel, **content)
    assert channel.sent == [content, *([sent] if sent else [])]


class Thread:
    """A thread whose one message can be edited unless it is archived, or that refuses an edit for another reason."""

    id = 3

    def __init__(self, error: int) -> None:
        self.error: int | None = error
        self.edits: list[str] = []

    def get_partial_message(self, message_id: int) -> object:
        return SimpleNamespace(id=message_id, edit=self.edit_message)

    async def edit_message(self, *, content: str, **_: object) -> None:
        if self.error:
            raise refused(self.error)
        self.edits.append(content)


@pytest.mark.parametrize(("error", "opened"), [(THREAD_ARCHIVED, True), (BARRED, False)])
async def test_a_rewrite_opens_a_thread_that_is_archived_and_no_other(
    monkeypatch: pytest.MonkeyPatch, database: Database, error: int, *, opened: bool
) -> None:
    thread: Any = Thread(error)

    async def open_thread(_: discord.Thread, *, archived: bool) -> None:
        assert not archived
        thread.error = None

    async def fetch_channel(channel_id: int) -> discord.Thread:
        assert channel_id == thread.id
        return object.__new__(discord.Thread)

    monkeypatch.setattr(discord.Thread, "edit", open_thread)
    client: Any = SimpleNamespace(fetch_channel=fetch_channel)
    with nullcontext() if opened else pytest.raises(discord.HTTPException):
        await Sender(client, "a", RateLimits(), database).rewrite(thread, 9, "Hi", None)
    assert thread.edits == (["Hi"] if opened else [])


def test_a_reference_holds_though_its_message_is_gone() -> None:
    reference = make_reference(post())
    assert (reference.message_id, reference.channel_id, reference.fail_if_not_exists) == (4, 3, False)


@pytest.mark.parametrize(
    ("body", "told"),
    [({"asker": 9}, True), ({}, False), ({"asker": 9, "sight": {}}, False)],
)
def test_the_person_who_asked_on_a_server_is_told_of_a_refusal(body: dict[str, object], told: bool) -> None:  # noqa: FBT001 - a parameter
    with pytest.raises(Undeliverable) as undelivered, fall_back_to_asker(post(**body), "board"):
        raise refused(BARRED)
    text = "I can't post in <#3>. `/board #7` shows #7 only to you."
    rows = [(row.kind, row.user_id, row.write and row.write()) for row in undelivered.value.rows]
    assert rows == ([("tell", 9, text)] if told else [])


def test_a_refusal_without_a_code_of_discord_passes_through() -> None:
    with pytest.raises(discord.HTTPException), fall_back_to_asker(post(asker=9), "board"):
        raise refused(0)
