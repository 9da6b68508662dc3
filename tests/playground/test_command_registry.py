"""Commands as they are registered: what comes back, one by one or all at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from playground.model.resources.user import APP_ID

if TYPE_CHECKING:
    from playground import Playground
    from tests.playground.api import Api

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
