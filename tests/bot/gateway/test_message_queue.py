"""What waits while a conversation that was never opened is being read."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from discord.utils import time_snowflake

from bot.gateway.message_queue import MessageQueue, release_channel, source_id_of
from bot.referee.context import Context
from storage.engine.database import Database, StorageError
from storage.queries import read_markers
from storage.queries.read_markers import ReadMarker
from tests.database_template import create_database

if TYPE_CHECKING:
    from pathlib import Path

    import discord
    import pytest

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
ANN, BOB, BOT = 1, 2, 3
WITH_ANN, WITH_BOB, GUILD_CHANNEL = 11, 12, 13


def said(number: int, author: int, channel: int, *, guild: int | None = None, edited_at: datetime | None = None) -> Any:
    return SimpleNamespace(
        id=number,
        author=SimpleNamespace(id=author, bot=author == BOT, name="ann", display_name="Ann", global_name=None),
        content="hello",
        mentions=[],
        channel=SimpleNamespace(id=channel),
        edited_at=edited_at,
        guild=guild,
    )


async def test_messages_of_an_unread_conversation_wait_even_the_bots_own() -> None:
    taken_up: list[int] = []

    async def take_up(message: discord.Message) -> None:
        taken_up.append(message.id)

    async def needs_marker(_: discord.Message) -> bool:
        return False

    queue = MessageQueue(SimpleNamespace(), take_up, needs_marker)  # type: ignore[arg-type] - nothing is written down here
    queue.hold((), {ANN})
    for message in (
        said(101, ANN, WITH_ANN),
        said(102, BOT, WITH_ANN),
        said(103, BOB, WITH_BOB),
        said(104, ANN, GUILD_CHANNEL, guild=7),
    ):
        queue.add(message)
    await queue.wait_until_empty()
    assert taken_up == [103, 104]
    assert queue.read_markers == {WITH_BOB: ReadMarker(103, BOB), GUILD_CHANNEL: ReadMarker(104, None)}
    assert [message.id for message in queue.take_held({WITH_ANN})] == [101, 102]


async def test_an_edit_is_handled_once_as_something_sent_at_its_time() -> None:
    taken_up: list[int] = []

    async def take_up(message: discord.Message) -> None:
        taken_up.append(source_id_of(message))

    async def needs_marker(_: discord.Message) -> bool:
        return False

    queue = MessageQueue(SimpleNamespace(), take_up, needs_marker)  # type: ignore[arg-type] - nothing is written down here
    queue.hold(())
    sent = time_snowflake(NOON) + 5
    moment = time_snowflake(NOON + timedelta(seconds=3))
    first, edit = said(sent, ANN, WITH_ANN), said(sent, ANN, WITH_ANN, edited_at=NOON + timedelta(seconds=3))
    for message in (first, edit, first, edit):
        queue.add(message)
    await queue.wait_until_empty()
    assert taken_up[0] == sent
    assert moment < taken_up[1] < moment + (1 << 22)
    assert taken_up[1:] != [source_id_of(said(sent - (1 << 22), ANN, WITH_ANN, edited_at=edit.edited_at))]
    assert len(taken_up) == 2


async def test_held_messages_are_handled_once_when_their_channel_is_released() -> None:
    taken_up: list[int] = []

    async def take_up(message: discord.Message) -> None:
        taken_up.append(message.id)

    async def needs_marker(_: discord.Message) -> bool:
        return False

    queue = MessageQueue(SimpleNamespace(), take_up, needs_marker)  # type: ignore[arg-type] - nothing is written down here
    queue.hold(None)
    for message in (said(102, BOB, WITH_BOB), said(101, ANN, WITH_ANN), said(103, BOB, WITH_BOB)):
        queue.add(message)
        queue.add(message)
    await queue.wait_until_empty()
    assert taken_up == []
    queue.hold({WITH_ANN})
    queue.add(said(102, BOB, WITH_BOB))
    await queue.wait_until_empty()
    assert taken_up == [102, 103]
    assert [message.id for message in queue.take_held({WITH_ANN})] == [101]


async def test_a_stop_waits_for_the_messages_in_progress_and_takes_no_more() -> None:
    begun, go_on = asyncio.Event(), asyncio.Event()
    handled: list[int] = []

    async def handle(message: discord.Message) -> None:
        begun.set()
        await go_on.wait()
        handled.append(message.id)

    async def needs_marker(_: discord.Message) -> bool:
        return False

    queue = MessageQueue(SimpleNamespace(), handle, needs_marker)  # type: ignore[arg-type] - nothing is written down here
    queue.hold((), ())
    queue.add(said(101, ANN, GUILD_CHANNEL, guild=7))
    await begun.wait()
    stopping = asyncio.create_task(queue.stop())
    await asyncio.wait([stopping], timeout=0.2)
    assert not stopping.done()
    queue.add(said(102, BOB, GUILD_CHANNEL, guild=7))
    go_on.set()
    await stopping
    assert handled == [101]


async def test_a_stop_stores_no_read_marker_of_a_channel_with_a_message_in_progress(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.gateway.message_queue.STOP_TIMEOUT", 0.05)
    database = await Database.open(await create_database(tmp_path / "turnpost.db"))
    never = asyncio.Event()

    async def handle(message: discord.Message) -> None:
        if message.id == 101:
            await never.wait()

    async def needs_marker(_: discord.Message) -> bool:
        return False

    queue = MessageQueue(Context(database, {}, now=lambda: NOON, rng=Random(1)), handle, needs_marker)
    queue.hold((), ())
    queue.add(said(102, BOB, WITH_BOB))
    await queue.wait_until_empty()
    queue.add(said(101, ANN, WITH_ANN))
    await queue.stop()
    async with database.read() as tx:
        assert await read_markers.load_all(tx) == {WITH_BOB: ReadMarker(102, BOB)}
    never.set()
    await queue.wait_until_empty()
    await database.close()


async def test_a_read_marker_that_had_to_wait_is_stored_the_next_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.gateway.message_queue.STOP_TIMEOUT", 0.05)
    database = await Database.open(await create_database(tmp_path / "turnpost.db"))
    replied = asyncio.Event()

    async def handle(message: discord.Message) -> None:
        if message.id == 101:
            release_channel()
            await replied.wait()

    async def needs_marker(_: discord.Message) -> bool:
        return False

    queue = MessageQueue(Context(database, {}, now=lambda: NOON, rng=Random(1)), handle, needs_marker)
    queue.hold((), ())
    queue.add(said(101, ANN, WITH_ANN))
    queue.add(said(102, BOB, WITH_BOB))
    await queue.wait_until_empty()
    for stored in ({WITH_BOB: ReadMarker(102, BOB)}, {WITH_ANN: ReadMarker(101, ANN), WITH_BOB: ReadMarker(102, BOB)}):
        await queue.stop()
        async with database.read() as tx:
            assert await read_markers.load_all(tx) == stored
        replied.set()
    await database.close()


async def test_the_marker_before_a_first_message_is_stored_before_it_is_handled(tmp_path: Path) -> None:
    database = await Database.open(await create_database(tmp_path / "turnpost.db"))
    stored: list[dict[int, ReadMarker]] = []

    async def handle(_: discord.Message) -> None:
        async with database.read() as tx:
            stored.append(await read_markers.load_all(tx))

    async def needs_marker(_: discord.Message) -> bool:
        return True

    queue = MessageQueue(Context(database, {}, now=lambda: NOON, rng=Random(1)), handle, needs_marker)
    queue.hold((), ())
    for number in (101, 102):
        queue.add(said(number, ANN, WITH_ANN))
    await queue.wait_until_empty()
    assert stored == [{WITH_ANN: ReadMarker(100, ANN)}] * 2
    await database.close()


async def test_messages_are_handled_though_it_is_not_known_whether_they_need_a_marker(tmp_path: Path) -> None:
    database = await Database.open(await create_database(tmp_path / "turnpost.db"))
    handled: list[int] = []

    async def handle(message: discord.Message) -> None:
        handled.append(message.id)

    async def needs_marker(message: discord.Message) -> bool:
        if message.id == 101:
            raise StorageError("the disk is full")
        return False

    queue = MessageQueue(Context(database, {}, now=lambda: NOON, rng=Random(1)), handle, needs_marker)
    queue.hold((), ())
    for number in (101, 102):
        queue.add(said(number, ANN, WITH_ANN))
    await queue.wait_until_empty()
    queue.add(said(103, ANN, WITH_ANN))
    await queue.wait_until_empty()
    assert handled == [101, 102, 103]
    await database.close()
