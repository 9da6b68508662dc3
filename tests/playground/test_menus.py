"""Commands of a message's menu and of a person's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import aiohttp
import discord
import pytest

from tests.playground.bot_client import BotClient, bot_client_at

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from playground import Playground
    from tests.playground.client import Person

Interaction = discord.Interaction


@pytest.fixture
async def bot_client(playground: Playground) -> AsyncGenerator[BotClient]:
    async with bot_client_at(playground) as bot_client:
        tree = bot_client.tree

        @tree.context_menu(name="Count Letters")
        async def count(interaction: Interaction, message: discord.Message) -> None:
            await interaction.response.send_message(f"{len(message.content)} by {message.author.display_name}")

        @tree.context_menu(name="Greet")
        async def greet(interaction: Interaction, member: discord.Member) -> None:
            await interaction.response.send_message(f"Hello, {member.display_name}!")

        await tree.sync()
        yield bot_client


async def use(playground: Playground, person: Person, **body: str) -> tuple[int, str]:
    """Use a command of a menu; return the status and what the bot or the playground says."""
    async with aiohttp.request("POST", f"{playground.url}/people/{person.id}/menu", json=body) as response:
        answer = await response.json()
        return response.status, answer["error"] if response.status >= 400 else answer["message"]["content"]


async def test_a_command_of_a_messages_menu_gets_the_whole_message(
    playground: Playground, bot_client: BotClient, ann: Person, bob: Person
) -> None:
    assert bot_client.is_ready()
    said = await bob.say("twelve chars")
    assert await use(playground, ann, name="Count Letters", message_id=said["id"]) == (200, "12 by Bob")


async def test_a_command_of_a_persons_menu_gets_the_person(
    playground: Playground, bot_client: BotClient, ann: Person, bob: Person
) -> None:
    room = str(bot_client.room().id)
    assert await use(playground, ann, name="Greet", channel_id=room, user_id=bob.id) == (200, "Hello, Bob!")


async def test_a_command_is_in_the_menu_of_its_own_type_alone(
    playground: Playground, bot_client: BotClient, ann: Person, bob: Person
) -> None:
    room, said = str(bot_client.room().id), (await bob.say("x"))["id"]
    assert (await use(playground, ann, name="Greet", message_id=said))[0] == 404
    status, words = await use(playground, ann, name="Count Letters", channel_id=room, user_id=bob.id)
    assert (status, words) == (404, "There is no Count Letters in this menu.")
    status, words = await use(playground, ann, name="Greet", channel_id=room, user_id="5")
    assert (status, words) == (404, "There is no such person.")
    assert (await use(playground, ann, name="Count Letters", message_id="5"))[0] == 404


async def test_a_message_that_only_another_person_sees_has_no_menu(
    playground: Playground, bot_client: BotClient, ann: Person, bob: Person
) -> None:
    said = await bob.say("x")
    hidden = playground.state.message(int(said["id"]))
    assert hidden
    hidden.only_for = int(bob.id)
    assert bot_client.is_ready()
    assert (await use(playground, ann, name="Count Letters", message_id=said["id"]))[0] == 404
    assert (await use(playground, bob, name="Count Letters", message_id=said["id"])) == (200, "1 by Bob")
