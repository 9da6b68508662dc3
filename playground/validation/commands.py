"""Application commands as they are registered: names, options, choices, ranges, languages and lengths.

Discord's page: Application Commands (https://docs.discord.com/developers/interactions/application-commands).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from playground.errors import ApiError, bad_form
from playground.json_values import as_list, as_object
from playground.model.locales import LOCALES, find_repeated_name
from playground.validation.command_values import check_values
from playground.validation.primitives import check_distinct, integer, number, objects, one_of, text

if TYPE_CHECKING:
    from collections.abc import Collection

    from playground.json_values import Json

SLASH, USER_MENU, MESSAGE_MENU = 1, 2, 3
SUBCOMMAND, GROUP = 1, 2
_ATTACHMENT = 11
_MOST = {SLASH: 100, USER_MENU: 15, MESSAGE_MENU: 15}
_MOST_CHARACTERS = 8000
_NAME = re.compile(r"[-'\w\u0900-\u097f\u0e00-\u0e7f]{1,32}")
"""Letters and digits of every language; Devanagari and Thai with their marks."""
_CONTEXTS, _INSTALLS = (0, 1, 2), (0, 1)
_ALL_PERMISSIONS = 2**54 - 1


def check_commands(bodies: list[Any]) -> None:
    """Reject a set of commands that Discord would reject: too many of a type, two of one name, or one that is wrong."""
    check_count(bodies)
    for place, body in enumerate(bodies):
        check_command(body, f"{place}.")
    for kind in _MOST:
        places = [place for place, body in enumerate(bodies) if (body.get("type") or SLASH) == kind]
        if repeated := find_repeated_name([bodies[place] for place in places]):
            raise bad_form(f"{places[repeated[0]]}", "Application command names must be unique")


def check_name_is_free(command: Json, others: Collection[Json]) -> None:
    """Reject a command with the name of another one of its type, in some language."""
    kind = command.get("type") or SLASH
    alike = [one for one in others if (one.get("type") or SLASH) == kind]
    if find_repeated_name([*alike, command]):
        raise bad_form("name", "Application command names must be unique")


def check_count(bodies: list[Any]) -> None:
    """Reject more commands of a type than an application may have."""
    for kind, most in _MOST.items():
        if sum((as_object(body).get("type") or SLASH) == kind for body in bodies) > most:
            raise ApiError(400, 30032, f"Maximum number of application commands reached ({most}).")


def check_command(body: Any, path: str = "") -> None:
    """Reject a command that Discord would reject; `path` stands before the names of its fields."""
    if not isinstance(body, dict):
        raise bad_form(path.removesuffix("."), "Only dictionaries may be used in a ModelType")
    given = as_object(body)
    kind = one_of(f"{path}type", given.get("type") or SLASH, _MOST)
    if given.get("default_member_permissions") is not None:
        name = f"{path}default_member_permissions"
        integer(name, number(name, given["default_member_permissions"]), 0, _ALL_PERMISSIONS)
    _check_set(f"{path}contexts", given.get("contexts"), _CONTEXTS)
    _check_set(f"{path}integration_types", given.get("integration_types"), _INSTALLS)
    if kind == SLASH:
        _check_names(given, path)
        _check_options(given, path, depth=0)
    else:
        _check_menu(given, path)
    if _length(given) > _MOST_CHARACTERS:
        raise bad_form(path.removesuffix(".") or "name", f"Command exceeds maximum size ({_MOST_CHARACTERS})")


def _check_set(path: str, value: Any, choices: Collection[int]) -> None:
    """Check a set of contexts or install types: null stands for the usual ones, none at all is wrong."""
    if value is None:
        return
    given = as_list(value)
    if not 1 <= len(given) <= len(choices):
        raise bad_form(path, f"Must be between 1 and {len(choices)} in length.")
    for place, one in enumerate(given):
        one_of(f"{path}.{place}", one, choices)
    check_distinct(path, given)


def _check_menu(given: Json, path: str) -> None:
    text(f"{path}name", given.get("name"), 1, 32)
    if given.get("description"):
        raise bad_form(f"{path}description", "Context menu commands cannot have description")
    if given.get("options"):
        raise bad_form(f"{path}options", "Context menu commands cannot have options")


def _check_names(given: Json, path: str) -> None:
    """Check the name and the description of a command or an option, and their translations."""
    _check_name(f"{path}name", given.get("name"))
    text(f"{path}description", given.get("description"), 1, 100)
    for locale, name in as_object(given.get("name_localizations")).items():
        one_of(f"{path}name_localizations", locale, LOCALES)
        _check_name(f"{path}name_localizations.{locale}", name)
    for locale, description in as_object(given.get("description_localizations")).items():
        one_of(f"{path}description_localizations", locale, LOCALES)
        text(f"{path}description_localizations.{locale}", description, 1, 100)


def _check_name(path: str, value: Any) -> None:
    name = text(path, value, 1, 32)
    if not _NAME.fullmatch(name) or name != name.lower():
        raise bad_form(path, "Command name is invalid")


def _check_options(given: Json, path: str, depth: int) -> None:
    """Check the options of a command, of a group of subcommands (`depth` 1) or of a subcommand (`depth` 2)."""
    options = objects(f"{path}options", given.get("options"), 0, 25)
    optional = False
    for place, option in enumerate(options):
        at = f"{path}options.{place}."
        kind = integer(f"{at}type", option.get("type"), SUBCOMMAND, _ATTACHMENT)
        _check_nesting(options, kind, at, depth)
        _check_names(option, at)
        if kind in {SUBCOMMAND, GROUP}:
            _check_options(option, at, 2 if kind == SUBCOMMAND else 1)
            continue
        if option.get("required") and optional:
            raise bad_form(at.removesuffix("."), "Required options must be placed before non-required options")
        optional = optional or not option.get("required")
        check_values(option, at)
    if repeated := find_repeated_name(options):
        place, name = repeated
        raise bad_form(f"{path}options.{place}", f"Option name {name} is already used in these options")


def _check_nesting(options: list[Json], kind: int, at: str, depth: int) -> None:
    """Check that subcommands stand alone among options, and no deeper than in a group."""
    allowed = {0: {SUBCOMMAND, GROUP}, 1: {SUBCOMMAND}}.get(depth, set[int]())
    nested = kind in {SUBCOMMAND, GROUP}
    if nested and kind not in allowed:
        raise bad_form(f"{at}type", "Sub-command option type cannot be nested here")
    if nested != (as_object(options[0]).get("type") in {SUBCOMMAND, GROUP}) or (depth == 1 and not nested):
        raise bad_form(f"{at}type", "Sub-command and sub-command group option types are exclusive to others")


def _length(given: Json) -> int:
    """Return the characters that count for a command's size: of each text its longest translation."""
    length = 0
    for name in ("name", "description"):
        translations = as_object(given.get(f"{name}_localizations")).values()
        length += max(len(str(one)) for one in (given.get(name) or "", *translations))
    for choice in as_list(given.get("choices")):
        names = (choice.get("name") or "", *as_object(choice.get("name_localizations")).values())
        length += max(len(str(one)) for one in names) + len(str(choice.get("value")))
    return length + sum(_length(option) for option in as_list(given.get("options")))
