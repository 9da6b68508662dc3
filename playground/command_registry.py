"""Application commands as they are registered: checked, numbered, versioned."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from playground.errors import bad_form
from playground.state import APP_ID, as_list, as_object
from playground.validation import primitives

if TYPE_CHECKING:
    from playground.state import Json, State

_NAME = re.compile(r"[-_\w]{1,32}")
_SUBCOMMANDS = {1, 2}
_BOUNDS = ("min_length", "max_length", "min_value", "max_value")


class Registry:
    """The registered commands by scope: 0 for the global ones, else a guild's id."""

    def __init__(self, state: State) -> None:
        self._state = state
        self.puts = 0

    def find(self, scope: int, key: int) -> Json | None:
        """Return a command by its id."""
        return next((one for one in self._state.commands.get(scope, []) if one["id"] == str(key)), None)

    def replace(self, scope: int, bodies: list[Any]) -> list[Json]:
        """Register these commands and no others; those whose name was there keep their id. Raises `ApiError`."""
        for place, body in enumerate(bodies):
            _check(body, f"{place}.")
        names = [(body.get("type") or 1, body["name"]) for body in bodies]
        if len(set(names)) < len(names):
            message = "Application command names must be unique"
            raise bad_form("0.name", message)
        old = {(one["type"], one["name"]): one for one in self._state.commands.get(scope, [])}
        registered = [self._build_command(scope, body, old.get(name)) for name, body in zip(names, bodies, strict=True)]
        self._state.commands[scope] = registered
        self.puts += 1
        self._state.notify("commands")
        return registered

    def upsert(self, scope: int, body: Json) -> tuple[Json, bool]:
        """Register one command, in place of the one of its name if there is one; and say whether it is new."""
        _check(body, "")
        commands = self._state.commands.setdefault(scope, [])
        name = (body.get("type") or 1, body["name"])
        place = next((index for index, one in enumerate(commands) if (one["type"], one["name"]) == name), None)
        registered = self._build_command(scope, body, None if place is None else commands[place])
        if place is None:
            commands.append(registered)
        else:
            commands[place] = registered
        self._state.notify("commands")
        return registered, place is None

    def remove(self, scope: int, key: int) -> bool:
        """Remove a command by its id; whether there was one."""
        command = self.find(scope, key)
        if command is None:
            return False
        self._state.commands[scope].remove(command)
        self._state.notify("commands")
        return True

    def _build_command(self, scope: int, body: Json, old: Json | None) -> Json:
        permission_bits = body.get("default_member_permissions")
        command: Json = {
            "id": old["id"] if old else str(self._state.snowflake()),
            "application_id": str(APP_ID),
            "version": str(self._state.snowflake()),
            "type": body.get("type") or 1,
            "name": body["name"],
            "name_localizations": body.get("name_localizations"),
            "description": body.get("description") or "",
            "description_localizations": body.get("description_localizations"),
            "default_member_permissions": None if permission_bits is None else str(permission_bits),
            "integration_types": body.get("integration_types") or [0],
            "nsfw": bool(body.get("nsfw")),
        }
        command["options"] = [_option(one) for one in as_list(body.get("options"))]
        if scope:
            return command | {"guild_id": str(scope)}
        command["contexts"] = body.get("contexts")
        command["dm_permission"] = body.get("dm_permission") is not False
        return command


def _option(body: Json) -> Json:
    registered = {key: value for key, value in body.items() if value is not None}
    if "options" in registered:
        registered["options"] = [_option(one) for one in registered["options"]]
    return registered


def _check(body: Any, path: str) -> None:
    if not isinstance(body, dict):
        raise bad_form(path.removesuffix("."), "Only dictionaries may be used in a ModelType")
    _check_command(as_object(body), path)


def _check_command(body: Json, path: str) -> None:
    for name in ("type", "default_member_permissions"):
        if body.get(name) is not None:
            primitives.number(f"{path}{name}", body[name])
    for name in ("contexts", "integration_types"):
        for one in as_list(body.get(name)):
            primitives.number(f"{path}{name}", one)
    slash = (body.get("type") or 1) == 1
    name = primitives.text(f"{path}name", body.get("name"), 1, 32)
    if slash and (not _NAME.fullmatch(name) or name != name.lower()):
        raise bad_form(f"{path}name", "Command name is invalid")
    if slash:
        primitives.text(f"{path}description", body.get("description"), 1, 100)
    optional = False
    for place, option in enumerate(primitives.objects(f"{path}options", body.get("options"), 0, 25)):
        at = f"{path}options.{place}."
        _check_option(option, at)
        if option["type"] in _SUBCOMMANDS:
            continue
        if option.get("required") and optional:
            message = "Required options must be placed before non-required options"
            raise bad_form(f"{at}required", message)
        optional = optional or not option.get("required")


def _check_option(option: Json, at: str) -> None:
    primitives.number(f"{at}type", option.get("type"))
    for name in _BOUNDS:
        if not isinstance(option.get(name), int | float | None):
            raise bad_form(f"{at}{name}", "This field must be a number.")
    _check({"type": 1, **{key: option.get(key) for key in ("name", "description", "options")}}, at)
    _check_choices(option, at)


def _check_choices(option: Json, at: str) -> None:
    choices = primitives.objects(f"{at}choices", option.get("choices"), 0, 25)
    if choices and option.get("autocomplete"):
        message = "choices and autocomplete are mutually exclusive"
        raise bad_form(f"{at}autocomplete", message)
    for place, choice in enumerate(choices):
        primitives.text(f"{at}choices.{place}.name", choice.get("name"), 1, 100)
        if isinstance(choice.get("value"), str):
            primitives.text(f"{at}choices.{place}.value", choice["value"], 1, 100)
