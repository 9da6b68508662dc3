"""Commands: their registration, the choices they offer while somebody types, their languages, and what they name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import aiohttp
import discord
import pytest
from discord import app_commands

from playground.interactions.resolved import Lookup
from playground.model import permissions
from playground.model.locales import localize
from playground.model.resources.channel import PUBLIC_THREAD, TEXT, VOICE
from playground.model.resources.user import APP_ID, BOT_ID, PEOPLE
from playground.model.state import State
from playground.model.thread_creation import start_thread
from tests.playground.bot_client import Clock, bot_client_at
from tests.playground.client import Person, Said

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from playground import Playground
    from tests.playground.api import Api
    from tests.playground.bot_client import BotClient

PING: dict[str, Any] = {"name": "ping", "description": "Ping."}
GERMAN = {"name_localizations": {"de": "anstupsen"}, "description_localizations": {"de": "Stupse an."}}


@pytest.fixture(params=["global", "guild"])
def commands(api: Api, playground: Playground, request: pytest.FixtureRequest) -> str:
    """The path of the global commands, and of a guild's own."""
    guild = f"/guilds/{min(playground.state.guilds)}" if request.param == "guild" else ""
    return f"{api.application}{guild}/commands"


async def test_a_command_keeps_its_id_when_it_is_registered_again_or_renamed(api: Api, commands: str) -> None:
    status, command = await api.request("POST", commands, PING)
    assert status == 201
    status, again = await api.request("POST", commands, PING | {"description": "Ping!"})
    assert (status, again["id"], again["description"]) == (200, command["id"], "Ping!")
    assert int(again["version"]) > int(command["version"])
    status, renamed = await api.request("PATCH", f"{commands}/{command['id']}", {"name": "pong"})
    assert (status, renamed["id"], renamed["name"], renamed["description"]) == (200, command["id"], "pong", "Ping!")
    assert await api.request("GET", commands) == (200, [_plain(renamed)])
    _, other = await api.request("POST", commands, PING | {"name": "other"})
    await api.request("POST", commands, PING | {"name": "pong"})
    assert [one["id"] for one in (await api.request("GET", commands))[1]] == [command["id"], other["id"]]
    _, put = await api.request("PUT", commands, [PING | {"name": "pong"}, PING])
    assert put[0]["id"] == command["id"] != put[1]["id"]


def _plain(command: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in command.items() if not key.endswith("_localizations")}


async def test_a_command_cannot_be_renamed_to_another_ones_name(api: Api, commands: str) -> None:
    first, _, menu = (await api.request("PUT", commands, [PING, PING | {"name": "pong"}, {"name": "pong", "type": 2}]))[
        1
    ]
    status, answer = await api.request("PATCH", f"{commands}/{first['id']}", {"name": "pong"})
    assert (status, answer["errors"]["name"]["_errors"][0]["message"]) == (
        400,
        "Application command names must be unique",
    )
    assert await api.code("PATCH", f"{commands}/{first['id']}", {"name_localizations": {"de": "pong"}}) == (400, 50035)
    assert (await api.request("PATCH", f"{commands}/{menu['id']}", {"name": "ping"}))[0] == 200
    assert await api.code("PATCH", f"{commands}/{first['id']}", {"name": "Pong"}) == (400, 50035)
    assert [one["name"] for one in (await api.request("GET", commands))[1]] == ["ping", "pong", "ping"]


async def test_a_command_cannot_be_added_with_another_ones_name_in_some_language(api: Api, commands: str) -> None:
    _, command = await api.request("POST", commands, PING | GERMAN)
    status, answer = await api.request("POST", commands, PING | {"name": "anstupsen"})
    assert (status, answer["code"], answer["errors"]) == (
        400,
        50035,
        {"name": {"_errors": [{"code": 50035, "message": "Application command names must be unique"}]}},
    )
    assert (await api.request("POST", commands, {"name": "anstupsen", "type": 2}))[0] == 201
    assert (await api.request("POST", commands, PING | GERMAN))[1]["id"] == command["id"]


async def test_the_hundred_and_first_command_is_refused_but_not_a_change_of_one(api: Api, commands: str) -> None:
    assert (await api.request("PUT", commands, [PING | {"name": f"n{n}"} for n in range(100)]))[0] == 200
    assert await api.code("POST", commands, PING) == (400, 30032)
    assert (await api.request("POST", commands, PING | {"name": "n7"}))[0] == 200
    assert (await api.request("POST", commands, {"name": "ping", "type": 3}))[0] == 201


async def test_translations_are_listed_on_request(api: Api, commands: str) -> None:
    _, command = await api.request("POST", commands, PING | GERMAN)
    assert GERMAN.items() <= command.items()
    assert await api.request("GET", commands) == (200, [_plain(command)])
    assert await api.request("GET", f"{commands}?with_localizations=true") == (200, [command])
    assert await api.request("GET", f"{commands}/{command['id']}") == (200, command)


async def test_an_unknown_command_is_unknown_whatever_is_asked(api: Api, commands: str) -> None:
    for method in ("GET", "PATCH", "DELETE"):
        assert await api.code(method, f"{commands}/5", {"name": "pong"}) == (404, 10063)
    _, command = await api.request("POST", commands, PING)
    assert await api.request("DELETE", f"{commands}/{command['id']}") == (204, None)
    assert await api.request("GET", commands) == (200, [])
    assert await api.code("DELETE", f"{commands}/{command['id']}") == (404, 10063)


async def test_what_a_command_leaves_out_is_filled_in(api: Api, playground: Playground) -> None:
    _, command = await api.request("POST", f"{api.application}/commands", PING)
    assert (command["type"], command["nsfw"], command["options"]) == (1, False, [])
    assert (command["default_member_permissions"], command["dm_permission"]) == (None, True)
    assert (command["integration_types"], command["contexts"]) == ([0, 1], None)
    assert "guild_id" not in command
    guild = min(playground.state.guilds)
    chosen = {"integration_types": [1], "contexts": [1, 2]}
    _, command = await api.request("POST", f"{api.application}/commands", PING | chosen)
    assert chosen.items() <= command.items()
    own = PING | {"default_member_permissions": 32, "nsfw": True}
    _, command = await api.request("POST", f"{api.application}/guilds/{guild}/commands", own)
    assert command["integration_types"] == [0]
    assert (command["guild_id"], command["default_member_permissions"], command["nsfw"]) == (str(guild), "32", True)
    option = {"type": 3, "name": "a", "description": "x", "required": None, "choices": None}
    nested = {"type": 1, "name": "sub", "description": "x", "options": [option]}
    _, command = await api.request("POST", f"{api.application}/commands", PING | {"options": [nested]})
    assert command["options"][0]["options"] == [{"type": 3, "name": "a", "description": "x"}]


async def test_another_applications_commands_are_not_the_bots(api: Api) -> None:
    assert await api.code("GET", f"/applications/{APP_ID + 1}/commands") == (403, 20012)
    assert await api.code("GET", f"{api.application}/guilds/5/commands") == (404, 10004)
    assert await api.code("PUT", f"{api.application}/commands", {"name": "ping"}) == (400, 50035)


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


ANN, BOB = list(PEOPLE)[:2]


@pytest.fixture
def state() -> State:
    return State(Clock(), guilds=2)


@pytest.fixture
def lookup(state: State) -> Lookup:
    """What Bob can name in the first guild."""
    return Lookup(state, BOB, next(iter(state.channels.values())))


def test_in_a_guild_its_own_roles_and_channels_can_be_named(state: State, lookup: Lookup) -> None:
    guild, other = state.guilds.values()
    thread = start_thread(state, lookup.channel, BOB, "x", 60)
    voice = state.add_room(guild, VOICE, "talk")
    rooms = [one.id for one in state.rooms(guild) if one.type == TEXT]
    assert set(lookup.users) == {*PEOPLE, BOT_ID}
    assert set(lookup.roles) == {guild.id, guild.bot_role, guild.regulars, guild.members}
    assert other.regulars not in lookup.roles
    assert set(lookup.channels()) == {*rooms, thread.id}
    assert set(lookup.channels([PUBLIC_THREAD, VOICE])) == {thread.id, voice.id}


def test_in_direct_messages_only_people_can_be_named(state: State) -> None:
    lookup = Lookup(state, BOB, state.dm_with(BOB))
    guild = next(iter(state.guilds.values()))
    assert set(lookup.users) == {*PEOPLE, BOT_ID}
    assert (list(lookup.roles), list(lookup.channels())) == ([], [])
    assert set(lookup.resolve(users=[ANN], roles=[guild.regulars])) == {"users"}


def test_what_is_named_comes_with_permissions_and_without_empty_kinds(state: State, lookup: Lookup) -> None:
    guild = next(iter(state.guilds.values()))
    found = lookup.resolve([ANN, BOT_ID], [lookup.channel.id], [guild.regulars])
    assert set(found) == {"users", "members", "channels", "roles"}
    assert set(found["users"]) == set(found["members"]) == {str(ANN), str(BOT_ID)}
    assert "user" not in found["members"][str(ANN)]
    assert found["members"][str(ANN)]["permissions"] == str(permissions.of_person(state, ANN))
    assert found["members"][str(BOT_ID)]["permissions"] == str(permissions.bits(state.granted))
    assert found["channels"][str(lookup.channel.id)]["permissions"] == str(permissions.of_person(state, BOB))
    assert found["roles"][str(guild.regulars)]["name"] == "Regulars"
    assert lookup.resolve() == {}
    assert set(lookup.resolve(users=iter([ANN]))) == {"users", "members"}
