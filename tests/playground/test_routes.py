"""The rest of the routes, and what they make of bodies that nobody sane would send."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import aiohttp
import discord
import pytest
from discord import app_commands

from tests.playground.bot_client import BotClient, Clock, bot_client_at
from tests.playground.client import Person

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable

    from playground import Playground


@pytest.fixture
async def http(playground: Playground) -> AsyncGenerator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {playground.token}"}) as http:
        yield http


async def test_the_guild_can_be_read_piece_by_piece(bot_client: BotClient) -> None:
    guild = bot_client.guilds[0]
    assert [one.name async for one in bot_client.fetch_guilds()] == ["The Board Room"]
    assert (await bot_client.fetch_guild(guild.id, with_counts=True)).approximate_member_count == 6
    assert [one.name for one in await guild.fetch_channels()] == ["games", "lounge"]
    assert [one.name for one in await guild.fetch_roles()] == ["@everyone", "Turnpost", "Regulars", "Members"]
    assert (await bot_client.fetch_channel(bot_client.room().id)) == bot_client.room()
    assert (await bot_client.application_info()).name == "Turnpost"
    with pytest.raises(discord.NotFound):
        await bot_client.fetch_guild(5)
    with pytest.raises(discord.NotFound):
        await bot_client.fetch_channel(5)


async def test_the_gateway_says_where_it_is(playground: Playground, http: aiohttp.ClientSession) -> None:
    for route in ("gateway", "gateway/bot"):
        async with http.get(f"{playground.api}/{route}") as response:
            assert (await response.json())["url"] == playground.gateway
    async with aiohttp.ClientSession() as stranger, stranger.get(f"{playground.api}/gateway/bot") as response:
        assert response.status == 401


async def test_commands_can_be_added_altered_and_removed_one_by_one(
    playground: Playground, http: aiohttp.ClientSession, bot_client: BotClient, ann: Person
) -> None:
    for scope in ("", f"/guilds/{bot_client.guilds[0].id}"):
        base = f"{playground.api}/applications/{bot_client.application_id}{scope}/commands"
        async with http.post(base, json={"name": "ping", "description": "Ping."}) as response:
            assert response.status == 201
            command = await response.json()
        async with http.post(base, json={"name": "ping", "description": "Ping!"}) as response:
            assert (response.status, (await response.json())["id"]) == (200, command["id"])
        async with http.patch(f"{base}/{command['id']}", json={"name": "pong"}) as response:
            assert (await response.json())["description"] == "Ping!"
        assert [one["name"] for one in (await ann.view())["commands"]] == ["pong"]
        async with http.get(base) as response:
            key = (await response.json())[0]["id"]
        async with http.get(f"{base}/{key}") as response:
            assert (await response.json())["name"] == "pong"
        async with http.delete(f"{base}/{key}") as response:
            assert response.status == 204
        async with http.get(f"{base}/{key}") as response:
            assert (response.status, (await response.json())["code"]) == (404, 10063)
    assert playground.command_puts == 0


WRONG_COMMANDS: list[tuple[dict[str, Any], str]] = [
    ({"name": "Ping", "description": "x"}, "Command name is invalid"),
    ({"name": "ping"}, "This field is required"),
    ({"name": "ping", "description": "x" * 101}, "between 1 and 100"),
    ({"name": "ping", "description": "x", "options": [{"type": 3, "name": "a"}]}, "This field is required"),
    (
        {
            "name": "ping",
            "description": "x",
            "options": [
                {"type": 3, "name": "a", "description": "x"},
                {"type": 3, "name": "b", "description": "x", "required": True},
            ],
        },
        "Required options must be placed before",
    ),
]


@pytest.mark.parametrize(("command", "words"), WRONG_COMMANDS)
async def test_a_command_that_discord_would_not_take_is_refused(
    playground: Playground, http: aiohttp.ClientSession, bot_client: BotClient, command: dict[str, Any], words: str
) -> None:
    base = f"{playground.api}/applications/{bot_client.application_id}/commands"
    async with http.put(base, json=[command]) as response:
        assert response.status == 400
        assert words in await response.text()


async def test_an_interactions_messages_can_be_read_altered_and_removed(bot_client: BotClient, ann: Person) -> None:
    said: list[str] = []

    @bot_client.tree.command(description="Talk.")
    async def talk(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("one")
        original = await interaction.original_response()
        said.append((await original.edit(content="two")).content)
        more = await interaction.followup.send("three", wait=True)
        said.append((await interaction.followup.fetch_message(more.id)).content)
        said.append((await interaction.followup.edit_message(more.id, content="four")).content)
        await more.delete()
        await original.delete()
        await interaction.followup.send("done", ephemeral=True)

    await bot_client.tree.sync()
    await ann.slash("talk")
    await ann.hear_bot("done")
    assert said == ["two", "three", "four"]
    assert [one["content"] for one in await ann.messages()] == ["done"]


class Late(discord.ui.View):
    """A button whose press the test answers itself."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.presses: list[discord.Interaction] = []

    @discord.ui.button(label="Late", custom_id="late")
    async def late(self, interaction: discord.Interaction, _: discord.ui.Button[Late]) -> None:
        self.presses.append(interaction)


async def test_an_answer_that_comes_too_late_is_refused(start: Callable[..., Awaitable[Playground]]) -> None:
    playground = await start(patience=0.05)
    async with bot_client_at(playground) as bot_client, Person(playground, "Ann") as ann:
        view = Late()
        board = await bot_client.room().send("the board", view=view)
        assert not (await ann.press(str(board.id), "late"))["acknowledged"]
        with pytest.raises(discord.NotFound) as caught:
            await view.presses[0].response.defer()
        assert caught.value.code == 10062


async def test_an_interactions_token_lives_for_a_quarter_of_an_hour(
    start: Callable[..., Awaitable[Playground]], clock: Clock
) -> None:
    playground = await start(clock=clock)
    async with bot_client_at(playground) as bot_client, Person(playground, "Ann") as ann:
        kept: list[discord.Interaction] = []

        @bot_client.tree.command(description="Think.")
        async def think(interaction: discord.Interaction) -> None:
            await interaction.response.defer()
            kept.append(interaction)

        await bot_client.tree.sync()
        assert (await ann.slash("think"))["type"] == 5
        clock.forward(minutes=14)
        await kept[0].followup.send("in time")
        clock.forward(minutes=2)
        with pytest.raises(discord.HTTPException) as caught:
            await kept[0].followup.send("too late")
        assert caught.value.code == 50027


BUTTON = {"type": 2, "style": 1, "label": "x", "custom_id": "x"}
JUNK: list[dict[str, Any]] = [
    {"content": ["x"]},
    {"content": 5},
    {"embeds": ["x"]},
    {"embeds": [{"title": {}}]},
    {"embeds": [{"fields": [{"name": "x"}]}]},
    {"embeds": [{"description": "x" * 3500}] * 2},
    {"components": [5]},
    {"components": [{"type": 2}]},
    {"components": [{"type": 1, "components": []}]},
    {"components": [{"type": 1, "components": [{**BUTTON, "custom_id": "x" * 101}]}]},
    {"components": [{"type": 1, "components": [{**BUTTON, "label": "x" * 81}]}]},
    {"components": [{"type": 1, "components": [{**BUTTON, "style": 9}]}]},
    {"components": [{"type": 1, "components": [BUTTON, BUTTON]}]},
    {"components": [{"type": 1, "components": [{**BUTTON, "custom_id": str(n)} for n in range(6)]}]},
    {"components": [{"type": 1, "components": [{"type": 3, "custom_id": "m", "options": []}]}]},
    {"components": [{"type": 1, "components": [{**BUTTON, "custom_id": str(n)}]} for n in range(6)]},
    {"content": "x", "flags": "many"},
    {"content": "x", "nonce": "x" * 26},
    {"content": "x", "attachments": [{"id": "0"}]},
    {"content": "x", "attachments": [{}]},
    {"content": "x", "message_reference": {"message_id": "x"}},
    {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
    {},
]


@pytest.mark.parametrize("body", JUNK, ids=range(len(JUNK)))
async def test_junk_is_refused_as_such_and_nothing_is_posted(
    playground: Playground, http: aiohttp.ClientSession, bot_client: BotClient, ann: Person, body: dict[str, Any]
) -> None:
    async with http.post(f"{playground.api}/channels/{bot_client.room().id}/messages", json=body) as response:
        assert response.status == 400
        assert (await response.json())["code"] in {50035, 50006}
    assert await ann.messages() == []


@pytest.mark.parametrize("body", [b"{", b"[]", b"5"])
async def test_a_body_that_is_no_object_is_refused(
    playground: Playground, http: aiohttp.ClientSession, bot_client: BotClient, body: bytes
) -> None:
    async with http.post(f"{playground.api}/channels/{bot_client.room().id}/messages", data=body) as response:
        assert response.status == 400
    async with http.post(f"{playground.url}/people/{min(playground.state.people)}/messages", data=body) as response:
        assert response.status == 400
        assert "error" in await response.json()


async def test_choices_of_autocomplete_have_their_limits(bot_client: BotClient, ann: Person) -> None:
    failures: list[int] = []

    @bot_client.tree.command(description="Move.")
    async def move(interaction: discord.Interaction, text: str) -> None:
        await interaction.response.send_message(text)

    @move.autocomplete("text")
    async def complete(interaction: discord.Interaction, _: str) -> list[app_commands.Choice[str]]:
        adapter = interaction.response
        try:
            await adapter.autocomplete([app_commands.Choice(name="x" * 101, value="x")])
        except discord.HTTPException as error:
            failures.append(error.code)
        return [app_commands.Choice(name="fits", value="fits")]

    await bot_client.tree.sync()
    assert await ann.autocomplete("move", "text", text="b") == [{"name": "fits", "value": "fits"}]
    assert failures == [50035]
