"""The languages of people and guilds, and commands in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import aiohttp
import pytest

from playground.model.locales import localize
from tests.playground.bot_client import bot_client_at
from tests.playground.client import Person, Said

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    import discord

    from playground import Playground
    from tests.playground.bot_client import BotClient

ZUG = {
    "name": "move",
    "name_localizations": {"de": "zug", "en-GB": "go"},
    "description": "Play a move.",
    "description_localizations": {"de": "Zieh."},
    "options": [
        {
            "type": 3,
            "name": "text",
            "description": "Which move.",
            "name_localizations": {"de": "welcher"},
            "choices": [{"name": "castle", "value": "O-O", "name_localizations": {"de": "Rochade"}}],
        }
    ],
}


@pytest.mark.parametrize(
    ("locale", "name"), [("de", "zug"), ("en-GB", "go"), ("en-US", "go"), ("fr", None), ("es-419", None)]
)
def test_a_command_has_the_name_of_a_locale_or_of_its_fallback(locale: str, name: str | None) -> None:
    assert localize(ZUG, locale).get("name_localized") == name


def test_options_and_choices_are_translated_too() -> None:
    localized = localize(ZUG, "de")
    option = localized["options"][0]
    assert (localized["name"], localized["description_localized"], option["name_localized"]) == (
        "move",
        "Zieh.",
        "welcher",
    )
    assert option["choices"] == [{"name": "castle", "value": "O-O", "name_localized": "Rochade"}]


@pytest.mark.parametrize("playground", [{"preferred_locale": "sv-SE"}], indirect=True)
async def test_an_interaction_has_the_languages_of_the_person_and_the_guild(
    playground: Playground, bot_client: BotClient, people: tuple[Person, Person]
) -> None:
    ann, bob = people
    application = f"{playground.api}/applications/{bot_client.application_id}/commands"
    headers = {"Authorization": f"Bot {playground.token}"}
    async with aiohttp.ClientSession(headers=headers) as session, session.put(application, json=[ZUG]) as response:
        assert response.status == 200
    await ann.change_settings(locale="de")
    commands = {one.name: (await one.view())["commands"][0].get("name_localized") for one in people}
    assert commands == {"Ann": "zug", "Bob": "go"}
    received: list[tuple[str, str | None]] = []

    async def on_interaction(interaction: discord.Interaction) -> None:
        received.append((interaction.locale.value, interaction.guild_locale and interaction.guild_locale.value))
        await interaction.response.send_message("played")

    bot_client.on_interaction = on_interaction  # pyright: ignore[reportAttributeAccessIssue]
    for person, place in ((ann, "games"), (bob, "games"), (ann, await ann.dm())):
        await person.slash("move", place, text="O-O")
    assert received == [("de", "sv-SE"), ("en-US", "sv-SE"), ("de", None)]
    assert bot_client.guilds[0].preferred_locale.value == "sv-SE"


async def test_there_is_no_language_of_another_name(ann: Person) -> None:
    with pytest.raises(Said, match="A language is one of: ar, bg"):
        await ann.change_settings(locale="xx")


async def test_settings_of_people_are_kept_over_a_restart(
    start: Callable[..., Awaitable[Playground]], tmp_path: Path
) -> None:
    first = await start(folder=tmp_path)
    async with Person(first, "Ann") as ann:
        await ann.change_settings(locale="de", installed=True)
    await first.stop()
    second = await start(folder=tmp_path)
    async with bot_client_at(second) as bot_client, Person(second, "Ann") as ann:
        me = (await ann.view())["me"]
        assert (me["locale"], me["installed"]) == ("de", True)
        assert (await bot_client.application_info()).approximate_user_install_count == 1
