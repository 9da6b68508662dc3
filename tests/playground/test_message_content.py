"""Who may read what: the message content intent, row by row."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
import pytest

from tests.playground.bot_client import BotClient, bot_client_at
from tests.playground.client import Person

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable

    from playground import Playground

TEXT = "a1-b2"


@pytest.fixture
async def poor(start: Callable[..., Awaitable[Playground]]) -> AsyncGenerator[tuple[BotClient, Person]]:
    """A bot without the intent, a board that it posted, the answer to a slash command, and Ann."""
    playground = await start(message_content=False)
    async with bot_client_at(playground) as bot_client, Person(playground, "Ann") as ann:

        @bot_client.tree.command(description="Show the board.")
        async def board(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("the board, by slash")

        await bot_client.tree.sync()
        yield bot_client, ann


async def _plain(_: BotClient, ann: Person) -> dict[str, object]:
    return await ann.say(TEXT)


async def _reply(bot_client: BotClient, ann: Person) -> dict[str, object]:
    board = await bot_client.room().send("the board")
    return await ann.say(TEXT, to=str(board.id))


async def _silent_reply(bot_client: BotClient, ann: Person) -> dict[str, object]:
    board = await bot_client.room().send("the board")
    return await ann.say(TEXT, to=str(board.id), ping=False)


async def _reply_to_slash(_: BotClient, ann: Person) -> dict[str, object]:
    outcome = await ann.slash("board")
    return await ann.say(TEXT, to=outcome["message"])


async def _mention(_: BotClient, ann: Person) -> dict[str, object]:
    return await ann.say(f"@Turnpost {TEXT}")


async def _mention_of_another(_: BotClient, ann: Person) -> dict[str, object]:
    return await ann.say(f"@Bob {TEXT}")


async def _direct(_: BotClient, ann: Person) -> dict[str, object]:
    return await ann.say(TEXT, await ann.dm())


async def _reply_to_a_person(_: BotClient, ann: Person) -> dict[str, object]:
    return await ann.say(TEXT, to=await ann.say("first"))


ROWS = [
    (_plain, False),
    (_reply, True),
    (_silent_reply, False),
    (_reply_to_slash, False),
    (_mention, True),
    (_mention_of_another, False),
    (_direct, True),
    (_reply_to_a_person, False),
]


@pytest.mark.parametrize(("write", "readable"), ROWS, ids=[row[0].__name__.strip("_") for row in ROWS])
async def test_without_the_intent_only_some_messages_can_be_read(
    poor: tuple[BotClient, Person],
    write: Callable[[BotClient, Person], Awaitable[dict[str, object]]],
    readable: bool,  # noqa: FBT001 - a column of the table
) -> None:
    bot_client, ann = poor
    written = await write(bot_client, ann)
    received = await bot_client.hear(str(written["id"]))
    fetched = await received.channel.fetch_message(received.id)
    listed = await anext(received.channel.history(limit=1))
    assert TEXT in str(written["content"])
    assert [TEXT in message.content for message in (received, fetched, listed)] == [readable] * 3


async def test_the_message_replied_to_is_blanked_by_its_own_right(poor: tuple[BotClient, Person]) -> None:
    bot_client, ann = poor
    first = await ann.say("nothing for bots")
    reply = await bot_client.hear((await ann.say("@Turnpost look", to=first))["id"])
    assert reply.content.endswith("look")
    assert reply.reference
    assert isinstance(reply.reference.resolved, discord.Message)
    assert not reply.reference.resolved.content


async def test_with_the_intent_everything_can_be_read(playground: Playground, ann: Person) -> None:
    intents = discord.Intents.default()
    intents.message_content = True
    async with bot_client_at(playground, intents) as bot_client:
        received = await bot_client.hear((await ann.say(TEXT))["id"])
        assert received.content == TEXT
        assert (await received.fetch()).content == TEXT


async def test_an_edit_is_blanked_like_the_message(poor: tuple[BotClient, Person]) -> None:
    bot_client, ann = poor
    message = await ann.say("one")
    await bot_client.hear(message["id"])
    waiting = bot_client.wait_for("message_edit", timeout=60)
    await ann.edit(message, "two")
    assert (await waiting)[1].content == ""


async def test_the_intent_is_refused_to_an_application_that_has_not_got_it(
    start: Callable[..., Awaitable[Playground]],
) -> None:
    playground = await start(message_content=False)
    intents = discord.Intents.default()
    intents.message_content = True
    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with bot_client_at(playground, intents):
            pass


@pytest.mark.parametrize("granted", [True, False])
async def test_the_applications_flags_say_whether_it_has_the_intent(
    start: Callable[..., Awaitable[Playground]],
    granted: bool,  # noqa: FBT001 - the parameter
) -> None:
    playground = await start(message_content=granted)
    async with bot_client_at(playground) as bot_client:
        flags = (await bot_client.application_info()).flags
        assert flags.gateway_message_content_limited is granted
        assert bot_client.application_flags.gateway_message_content_limited is granted
        assert not flags.gateway_message_content
