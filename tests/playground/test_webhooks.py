"""The webhook of an interaction: its first response and follow-ups, read, changed and deleted."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import discord
import pytest

from playground.http import MAX_UPLOAD
from playground.model.resources.user import APP_ID

if TYPE_CHECKING:
    from playground import Playground
    from tests.playground.api import Api
    from tests.playground.bot_client import BotClient
    from tests.playground.client import Person


async def use_command(bot_client: BotClient, ann: Person, *, ephemeral: bool) -> discord.Interaction:
    """Let Ann use a command that answers with a message; return its interaction."""
    received: list[discord.Interaction] = []

    @bot_client.tree.command(description="Ping.")
    async def ping(interaction: discord.Interaction) -> None:
        received.append(interaction)
        await interaction.response.send_message("pong", ephemeral=ephemeral)

    await bot_client.tree.sync()
    await ann.slash("ping")
    return received[0]


def picture(name: str) -> discord.File:
    return discord.File(io.BytesIO(b"picture"), name)


@pytest.mark.parametrize("ephemeral", [False, True], ids=["public", "ephemeral"])
async def test_the_first_response_is_read_changed_and_deleted(
    bot_client: BotClient, people: tuple[Person, Person], *, ephemeral: bool
) -> None:
    ann, bob = people
    interaction = await use_command(bot_client, ann, ephemeral=ephemeral)
    original = await interaction.original_response()
    assert (original.content, original.flags.ephemeral) == ("pong", ephemeral)
    changed = await interaction.edit_original_response(content="board", attachments=[picture("a.png")])
    assert [file.filename for file in changed.attachments] == ["a.png"]
    changed = await interaction.edit_original_response(attachments=[*changed.attachments, picture("b.png")])
    assert [(file.filename, file.ephemeral) for file in changed.attachments] == [
        ("a.png", ephemeral),
        ("b.png", ephemeral),
    ]
    assert (await ann.messages())[-1]["content"] == "board"
    assert await bob.messages() == ([] if ephemeral else await ann.messages())
    await interaction.delete_original_response()
    assert await ann.messages() == []
    with pytest.raises(discord.NotFound) as caught:
        await interaction.edit_original_response(content="gone")
    assert caught.value.code == 10008


async def test_a_follow_up_is_changed_and_deleted_by_its_id(
    bot_client: BotClient, people: tuple[Person, Person]
) -> None:
    ann, bob = people
    interaction = await use_command(bot_client, ann, ephemeral=False)
    first = await interaction.followup.send("one", wait=True, file=picture("a.png"))
    second = await interaction.followup.send("two", wait=True, ephemeral=True)
    assert [one["content"] for one in await bob.messages()] == ["pong", "one"]
    await interaction.followup.edit_message(second.id, content="only for Ann")
    assert (await interaction.followup.fetch_message(second.id)).content == "only for Ann"
    await interaction.followup.delete_message(first.id)
    assert [one["content"] for one in await ann.messages()] == ["pong", "only for Ann"]
    with pytest.raises(discord.NotFound) as caught:
        await interaction.followup.edit_message(first.id, content="gone")
    assert caught.value.code == 10008


async def test_a_webhook_has_no_messages_but_its_own(bot_client: BotClient, ann: Person) -> None:
    other = await bot_client.room().send("ordinary")
    interaction = await use_command(bot_client, ann, ephemeral=False)
    with pytest.raises(discord.NotFound) as caught:
        await interaction.followup.fetch_message(other.id)
    assert caught.value.code == 10008


async def test_a_webhook_that_nobody_has_is_refused(api: Api, bot_client: BotClient, ann: Person) -> None:
    token = (await use_command(bot_client, ann, ephemeral=False)).token
    body = {"content": "x"}
    assert await api.code("POST", f"/webhooks/{APP_ID}/nonsense", body) == (401, 50027)
    assert await api.code("POST", f"/webhooks/{APP_ID + 1}/{token}", body) == (404, 10015)
    assert (await api.request("POST", f"/webhooks/{APP_ID}/{token}", body))[0] == 200


@pytest.mark.parametrize("excess", [0, 1], ids=["10 MiB", "one byte more"])
async def test_a_file_has_at_most_10_mib(playground: Playground, bot_client: BotClient, excess: int) -> None:
    file = discord.File(io.BytesIO(bytes(MAX_UPLOAD + excess)), "large.bin")
    if excess:
        with pytest.raises(discord.HTTPException) as caught:
            await bot_client.room().send(file=file)
        assert (caught.value.status, caught.value.code) == (413, 40005)
        assert playground.state.said[bot_client.room().id] == {}
    else:
        assert (await bot_client.room().send(file=file)).attachments[0].size == MAX_UPLOAD
