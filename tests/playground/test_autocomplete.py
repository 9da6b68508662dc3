"""The choices that a bot offers for an option being typed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
import pytest
from discord import app_commands

if TYPE_CHECKING:
    from tests.playground.bot_client import BotClient
    from tests.playground.client import Person

Choice = app_commands.Choice[Any]


def offered(count: int = 1, name: str = "x", value: Any = "x") -> list[Choice]:
    return [Choice(name=name, value=value)] * count


OFFERS: list[tuple[str, list[Choice], bool]] = [
    ("text", offered(25, "x" * 100, "x" * 100), True),
    ("text", [], True),
    ("text", offered(26), False),
    ("text", offered(name="x" * 101), False),
    ("text", offered(name=""), False),
    ("text", offered(value="x" * 101), False),
    ("text", offered(value=5), False),
    ("number", offered(value=5), True),
    ("number", offered(), False),
    ("number", offered(value=0.5), False),
]


@pytest.mark.parametrize(("option", "choices", "taken"), OFFERS, ids=range(len(OFFERS)))
async def test_choices_are_of_the_type_and_within_the_limits_of_their_option(
    bot_client: BotClient,
    ann: Person,
    option: str,
    choices: list[Choice],
    taken: bool,  # noqa: FBT001 - a column of the table
) -> None:
    refused: list[int] = []
    group = app_commands.Group(name="play", description="Play.")

    @group.command(description="Move.")
    async def move(interaction: discord.Interaction, text: str, number: int) -> None:
        await interaction.response.send_message(f"{text} {number}")

    async def complete(interaction: discord.Interaction, _: str) -> list[Choice]:
        try:
            await interaction.response.autocomplete(choices)
        except discord.HTTPException as error:
            refused.append(error.code)
        return []

    move.autocomplete(option)(complete)
    bot_client.tree.add_command(group)
    await bot_client.tree.sync()
    found = await ann.autocomplete("play move", option)
    assert (found, refused) == (([one.to_dict() for one in choices], []) if taken else ([], [50035]))
