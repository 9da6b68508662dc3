"""An application that a person installed, in places where the bot is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
import pytest
from discord import app_commands

from tests.playground.bot_views import Board
from tests.playground.client import Said

if TYPE_CHECKING:
    from playground import Playground
    from tests.playground.bot_client import BotClient
    from tests.playground.client import Person

Interaction = discord.Interaction
ELSEWHERE = {"other_guilds": 1}
BOOKS = "books-2"


async def register(bot_client: BotClient) -> list[Interaction]:
    """Register commands for people who install the application, and for guilds; return the interactions that come."""
    tree, received = bot_client.tree, list[Interaction]()

    @tree.command(description="Roll.")
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def roll(interaction: Interaction) -> None:
        received.append(interaction)
        await interaction.response.send_message("a six", view=Board())

    @tree.command(description="Look.")
    @app_commands.allowed_installs(guilds=False, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    async def look(interaction: Interaction) -> None:
        received.append(interaction)
        await interaction.response.send_message("private", ephemeral=True)

    @tree.command(description="Challenge.")
    @app_commands.allowed_installs(guilds=True, users=False)
    async def challenge(interaction: Interaction) -> None:
        await interaction.response.send_message("a game")

    await tree.sync()
    return received


async def offered(person: Person, channel: str) -> set[str]:
    view = await person.view()
    names = {command["id"]: command["name"] for command in view["commands"]}
    place = next(one["place"] for one in view["channels"] if one["id"] == channel)
    return {names[key] for key in view["commands_in"][place]}


@pytest.mark.parametrize("playground", [ELSEWHERE], indirect=True)
async def test_a_person_is_offered_what_a_place_and_an_install_allow(
    bot_client: BotClient, people: tuple[Person, Person]
) -> None:
    ann, bob = people
    await register(bot_client)
    home, away = await ann.channel("games"), await ann.channel(BOOKS)
    direct, group = await ann.dm(), await ann.dm(bob)
    places = (home, away, direct, group)
    assert [await offered(ann, one) for one in places] == [{"roll", "challenge"}, set(), {"roll", "challenge"}, set()]
    changed = await ann.change_settings(installed=True)
    assert changed["installed"]
    told = await ann.wait_for(lambda event: event["type"] == "me", "the new settings")
    assert {command["name"] for command in told["commands"]} == {"roll", "look", "challenge"}
    everywhere = [{"roll", "look", "challenge"}, {"roll", "look"}, {"roll", "challenge"}, {"roll"}]
    assert [await offered(ann, one) for one in places] == everywhere
    assert await offered(bob, group) == set()
    for name, place in (("challenge", away), ("look", group)):
        with pytest.raises(Said, match="There is no command"):
            await ann.slash(name, place)


@pytest.mark.parametrize("playground", [ELSEWHERE], indirect=True)
async def test_an_interaction_says_who_installed_the_application_and_where_it_is(
    playground: Playground, bot_client: BotClient, people: tuple[Person, Person]
) -> None:
    ann, bob = people
    received = await register(bot_client)
    await ann.change_settings(installed=True)
    home = bot_client.guilds[0].id
    for place in (await ann.channel("games"), await ann.channel(BOOKS), await ann.dm(), await ann.dm(bob)):
        await ann.slash("roll", place)
    found = [
        (one.context.to_array(), one.is_guild_integration(), one.is_user_integration(), one.guild_id == home)
        for one in received
    ]
    assert found == [
        ([0], True, True, True),
        ([0], False, True, False),
        ([1], False, True, False),
        ([2], False, True, False),
    ]
    away, private = received[1], received[3]
    assert away.guild_id in playground.state.other_guilds
    assert isinstance(private.channel, discord.DMChannel)
    assert away.app_permissions.attach_files
    assert not away.app_permissions.send_messages


@pytest.mark.parametrize("playground", [ELSEWHERE], indirect=True)
async def test_the_bot_can_only_respond_where_it_is_not(
    playground: Playground, bot_client: BotClient, ann: Person
) -> None:
    received = await register(bot_client)
    await ann.change_settings(installed=True)
    outcome = await ann.slash("roll", BOOKS)
    assert outcome["message"]["content"] == "a six"
    interaction = received[0]
    await interaction.edit_original_response(content="a five")
    assert (await interaction.original_response()).content == "a five"
    assert (await ann.messages(BOOKS))[-1]["content"] == "a five"
    channel = bot_client.get_partial_messageable(int(await ann.channel(BOOKS)))
    for request in (channel.send("hello"), channel.fetch_message(int(outcome["message"]["id"]))):
        with pytest.raises(discord.Forbidden) as caught:
            await request
        assert caught.value.code == 50001
    with pytest.raises(discord.NotFound):
        await bot_client.fetch_guild(next(iter(playground.state.other_guilds)))
    assert len([guild async for guild in bot_client.fetch_guilds()]) == 1


@pytest.mark.parametrize("playground", [ELSEWHERE], indirect=True)
async def test_the_gateway_tells_nothing_of_places_where_the_bot_is_not(
    playground: Playground, bot_client: BotClient, people: tuple[Person, Person]
) -> None:
    ann, bob = people
    await register(bot_client)
    await ann.change_settings(installed=True)
    events: list[str] = []

    async def on_socket_event_type(name: str) -> None:
        events.append(name)

    bot_client.on_socket_event_type = on_socket_event_type  # pyright: ignore[reportAttributeAccessIssue]
    group = await ann.dm(bob)
    for place in (await ann.channel(BOOKS), group):
        said = await ann.say("@Turnpost psst", place)
        await bob.hear(lambda one, said=said: one["id"] == said["id"], "what Ann said")
        await ann.slash("roll", place)
        playground.deny(int(place), "SEND_MESSAGES")
    last = await ann.say("@Turnpost aloud")
    await bot_client.hear(last["id"])
    assert events == ["INTERACTION_CREATE", "INTERACTION_CREATE", "MESSAGE_CREATE"]
    assert [str(one.id) for one in bot_client.received] == [last["id"]]


async def test_five_follow_ups_are_the_most_for_an_application_of_a_person(
    bot_client: BotClient, people: tuple[Person, Person]
) -> None:
    ann, bob = people
    received = await register(bot_client)
    await ann.change_settings(installed=True)
    await ann.slash("roll", await ann.dm(bob))
    for number in range(5):
        await received[0].followup.send(f"more {number}")
    with pytest.raises(discord.HTTPException) as caught:
        await received[0].followup.send("too much")
    assert (caught.value.status, caught.value.code) == (400, 40094)
    await ann.slash("roll")
    for number in range(6):
        await received[1].followup.send(f"more {number}")


async def test_a_press_in_a_group_belongs_to_who_used_the_command(
    bot_client: BotClient, people: tuple[Person, Person]
) -> None:
    ann, bob = people
    await register(bot_client)
    await ann.change_settings(installed=True)
    outcome = await ann.slash("roll", await ann.dm(bob))
    bot_client.add_view(Board())
    answer = (await bob.press(outcome["message"], "Whisper"))["message"]
    metadata = answer["interaction_metadata"]
    assert (metadata["user"]["id"], metadata["authorizing_integration_owners"]) == (bob.id, {"1": ann.id})


async def test_a_group_has_other_people_each_once(people: tuple[Person, Person]) -> None:
    ann, bob = people
    assert await ann.dm(bob) == await bob.dm(ann)
    for others in ((ann,), (bob, bob)):
        with pytest.raises(Said, match="other people"):
            await ann.dm(*others)
    assert await ann.dm(bob) in {one["id"] for one in (await bob.view())["channels"]}
