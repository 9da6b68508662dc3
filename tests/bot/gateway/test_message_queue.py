"""What waits while a conversation that was never opened is being read."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from bot.gateway.message_queue import MessageQueue

if TYPE_CHECKING:
    import discord

ANN, BOB, BOT = 1, 2, 3
WITH_ANN, WITH_BOB, GUILD_CHANNEL = 11, 12, 13


def said(number: int, author: int, channel: int, *, guild: int | None = None) -> Any:
    return SimpleNamespace(
        id=number,
        author=SimpleNamespace(id=author, bot=author == BOT),
        channel=SimpleNamespace(id=channel),
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
    assert WITH_ANN not in queue.read_markers
    assert [message.id for message in queue.take_held({WITH_ANN})] == [101, 102]


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
