from __future__ import annotations

from typing import Any

import pytest

from playground.errors import ApiError
from playground.validation.commands import check_command, check_commands
from tests.playground.validation.rejection import rejection

PING: dict[str, Any] = {"name": "ping", "description": "Ping."}
UNIQUE_COMMANDS = "Application command names must be unique"
NESTED = "Sub-command option type cannot be nested here"
EXCLUSIVE = "Sub-command and sub-command group option types are exclusive to others"


def option(kind: int = 3, name: str = "a", **fields: Any) -> dict[str, Any]:
    return {"type": kind, "name": name, "description": "x", **fields}


def named(**translations: str) -> dict[str, Any]:
    return {"name_localizations": translations}


def subcommand(*options: dict[str, Any], name: str = "a") -> dict[str, Any]:
    return option(1, name, options=list(options))


def group(*options: dict[str, Any], name: str = "g") -> dict[str, Any]:
    return option(2, name, options=list(options))


WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"type": 4}, "type", "Value must be one of {1, 2, 3}."),
    ({"name": "Ping"}, "name", "Command name is invalid"),
    ({"name": "pi ng"}, "name", "Command name is invalid"),
    ({"name": ""}, "name", "Must be between 1 and 32 in length."),
    ({"name": "x" * 33}, "name", "Must be between 1 and 32 in length."),
    ({"name": None}, "name", "This field is required"),
    ({"description": ""}, "description", "Must be between 1 and 100 in length."),
    ({"description": "x" * 101}, "description", "Must be between 1 and 100 in length."),
    ({"name_localizations": {"de": "Ping"}}, "name_localizations.de", "Command name is invalid"),
    ({"name_localizations": {"xx": "ping"}}, "name_localizations", "Value must be one of {ar, bg, cs"),
    ({"description_localizations": {"xx": "ping"}}, "description_localizations", "Value must be one of {ar, bg, cs"),
    (
        {"description_localizations": {"de": "x" * 101}},
        "description_localizations.de",
        "Must be between 1 and 100 in length.",
    ),
    (
        {"description_localizations": {"fr": "x", "de": ""}},
        "description_localizations.de",
        "Must be between 1 and 100 in length.",
    ),
    ({"default_member_permissions": "x"}, "default_member_permissions", 'Value "x" is not snowflake.'),
    (
        {"default_member_permissions": str(2**54)},
        "default_member_permissions",
        "Value must be between 0 and 18014398509481983.",
    ),
    ({"contexts": []}, "contexts", "Must be between 1 and 3 in length."),
    ({"contexts": [0, 3]}, "contexts.1", "Value must be one of {0, 1, 2}."),
    ({"contexts": [1, 1]}, "contexts.1", "The set already contains this value"),
    ({"integration_types": []}, "integration_types", "Must be between 1 and 2 in length."),
    ({"integration_types": [2]}, "integration_types.0", "Value must be one of {0, 1}."),
    ({"integration_types": [0, 1, 0]}, "integration_types", "Must be between 1 and 2 in length."),
    ({"type": 2}, "description", "Context menu commands cannot have description"),
    ({"type": 3}, "description", "Context menu commands cannot have description"),
    ({"type": 2, "description": "", "options": [option()]}, "options", "Context menu commands cannot have options"),
    ({"type": 2, "description": "", "name": "x" * 33}, "name", "Must be between 1 and 32 in length."),
    ({"type": 3, "description": "", "name": ""}, "name", "Must be between 1 and 32 in length."),
    ({"options": [option(name=f"o{place}") for place in range(26)]}, "options", "Must be 25 or fewer in length."),
    ({"options": [option(12)]}, "options.0.type", "Value must be between 1 and 11."),
    ({"options": [option(0)]}, "options.0.type", "Value must be between 1 and 11."),
    ({"options": [option(name="A")]}, "options.0.name", "Command name is invalid"),
    ({"options": [option(description="")]}, "options.0.description", "Must be between 1 and 100 in length."),
    ({"options": [option(), option(4)]}, "options.1", "Option name a is already used in these options"),
    (
        {"options": [option(name="b"), option(), option(name="c", **named(de="a"))]},
        "options.2",
        "Option name a is already used in these options",
    ),
    (
        {"options": [group(subcommand(option(**named(de="zug")), option(name="b", **named(de="zug"))))]},
        "options.0.options.0.options.1",
        "Option name zug is already used in these options",
    ),
    (
        {"options": [option(required=True), option(name="b"), option(name="c", required=True)]},
        "options.2",
        "Required options must be placed before non-required options",
    ),
    ({"options": [option(), subcommand(name="b")]}, "options.1.type", EXCLUSIVE),
    ({"options": [subcommand(), option(name="b")]}, "options.1.type", EXCLUSIVE),
    ({"options": [group(option())]}, "options.0.options.0.type", EXCLUSIVE),
    ({"options": [subcommand(subcommand())]}, "options.0.options.0.type", NESTED),
    ({"options": [subcommand(group())]}, "options.0.options.0.type", NESTED),
    ({"options": [group(group())]}, "options.0.options.0.type", NESTED),
    ({"options": [group(subcommand(subcommand()))]}, "options.0.options.0.options.0.type", NESTED),
    ({"options": [subcommand(), subcommand()]}, "options.1", "Option name a is already used in these options"),
    (
        {"options": [group(subcommand(option(choices=[{"name": "", "value": "x"}])))]},
        "options.0.options.0.options.0.choices.0.name",
        "Must be between 1 and 100 in length.",
    ),
]


@pytest.mark.parametrize(("changes", "path", "words"), WRONG, ids=range(len(WRONG)))
def test_a_command_that_discord_does_not_take_is_rejected(changes: dict[str, Any], path: str, words: str) -> None:
    found = rejection(check_command, PING | changes)
    assert found[0] == path
    assert found[1].startswith(words)


TAKEN: list[dict[str, Any]] = [
    {"name": "x" * 32, "description": "x" * 100, "type": None},
    {"name": "schön-3_'a"},
    {"name": "移動"},
    {"name": "ที่", "name_localizations": {"hi": "स्थिति", "de": "zug"}},
    {"description_localizations": {"de": "x" * 100, "sv-SE": "x"}},
    {"default_member_permissions": str(2**54 - 1), "contexts": [0, 1, 2], "integration_types": [0, 1]},
    {"default_member_permissions": 0, "contexts": None, "integration_types": None},
    {"type": 2, "description": "", "name": "Show Profile"},
    {"type": 3, "description": None, "name": "x" * 32},
    {"options": [option(1 + place % 9 + 2, f"o{place}") for place in range(25)]},
    {"options": [option(required=True), option(name="b", required=True), option(name="c")]},
    {"options": [option(**named(de="b", fr="d")), option(name="b", **named(de="a", fr="b")), option(name="c")]}
    | named(de="a"),
    {"options": [subcommand(option(), option(name="b")), group(subcommand(option()), subcommand(name="b"))]},
]


@pytest.mark.parametrize("changes", TAKEN, ids=range(len(TAKEN)))
def test_a_command_at_its_limits_is_taken(changes: dict[str, Any]) -> None:
    check_command(PING | changes)


def sized(length: int) -> dict[str, Any]:
    """Return a command of so many characters, of which the texts in other languages count as far as they are longer."""
    choices = [{"name": f"{n:x>100}", "value": "x" * 50, "name_localizations": {"de": f"{n:x>10}"}} for n in range(25)]
    options = [option(name="a", choices=choices), option(name="b", choices=choices)]
    rest = length - (30 + 1) - 2 * (1 + 1 + 25 * 150)
    short = [{"name": f"{n}", "value": 12345, "name_localizations": {"de": f"{n:x>45}"}} for n in range(rest // 50 - 1)]
    options.append(option(4, "c", choices=short, description="x" * (rest % 50 + 49)))
    return {"name": "ping", "name_localizations": {"de": "x" * 30}, "description": "x", "options": options}


def test_a_command_has_8000_characters_with_the_longest_of_each_texts_translations() -> None:
    check_command(sized(8000))
    assert rejection(check_command, sized(8001)) == ("name", "Command exceeds maximum size (8000)")
    assert rejection(check_commands, [PING, sized(8001)]) == ("1", "Command exceeds maximum size (8000)")


def test_two_commands_of_a_type_have_different_names() -> None:
    menu = {"name": "ping", "type": 2}
    check_commands([PING, menu, menu | {"type": 3}])
    found = rejection(check_commands, [PING, menu, PING | {"type": 1}])
    assert found == ("2", UNIQUE_COMMANDS)
    german = PING | named(de="anstupsen")
    check_commands(
        [german, {"name": "anstupsen", "type": 2}, PING | {"name": "pong"} | named(de="ping", fr="anstupsen")]
    )
    for other in (PING | {"name": "anstupsen"}, PING | {"name": "pong"} | named(de="anstupsen")):
        assert rejection(check_commands, [menu, german, other]) == ("2", UNIQUE_COMMANDS)
        assert rejection(check_commands, [other, menu, german]) == ("2", UNIQUE_COMMANDS)
    assert rejection(check_commands, [PING, 5]) == ("1", "Only dictionaries may be used in a ModelType")


@pytest.mark.parametrize(("kind", "most"), [(None, 100), (1, 100), (2, 15), (3, 15)])
def test_so_many_commands_of_a_type_and_no_more_can_be_registered(kind: int | None, most: int) -> None:
    slash = kind in {None, 1}
    commands = [{"name": f"n{n}", "type": kind} | ({"description": "x"} if slash else {}) for n in range(most + 1)]
    check_commands(commands[:most])
    with pytest.raises(ApiError, match=f"Maximum number of application commands reached \\({most}\\)") as caught:
        check_commands(commands)
    assert (caught.value.status, caught.value.body["code"]) == (400, 30032)
