"""Application commands as they are registered: checked, numbered, versioned."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playground.json_values import as_list
from playground.model.resources.user import APP_ID, GUILD_INSTALL, INSTALLS
from playground.validation.commands import check_command, check_commands, check_count, check_name_is_free

if TYPE_CHECKING:
    from playground.json_values import Json
    from playground.model.state import State


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
        check_commands(bodies)
        names = [(body.get("type") or 1, body["name"]) for body in bodies]
        old = {(one["type"], one["name"]): one for one in self._state.commands.get(scope, [])}
        registered = [self._build_command(scope, body, old.get(name)) for name, body in zip(names, bodies, strict=True)]
        self._state.commands[scope] = registered
        self.puts += 1
        self._state.notify("commands")
        return registered

    def upsert(self, scope: int, body: Json) -> tuple[Json, bool]:
        """Register one command, in place of the one of its name if there is one; and say whether it is new."""
        check_command(body)
        commands = self._state.commands.get(scope, [])
        name = (body.get("type") or 1, body["name"])
        old = next((one for one in commands if (one["type"], one["name"]) == name), None)
        check_name_is_free(body, [one for one in commands if one is not old])
        if old is None:
            check_count([*commands, body])
        return self._store(scope, self._build_command(scope, body, old)), old is None

    def update(self, scope: int, old: Json, changes: Json) -> Json:
        """Change a registered command, which keeps its id. Raises `ApiError`."""
        body = old | changes
        check_command(body)
        check_name_is_free(body, [one for one in self._state.commands[scope] if one is not old])
        return self._store(scope, self._build_command(scope, body, old))

    def _store(self, scope: int, command: Json) -> Json:
        """Put a command in the place of the one with its id, or at the end."""
        commands = self._state.commands.setdefault(scope, [])
        place = next((index for index, one in enumerate(commands) if one["id"] == command["id"]), len(commands))
        commands[place : place + 1] = [command]
        self._state.notify("commands")
        return command

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
            "integration_types": body.get("integration_types") or ([GUILD_INSTALL] if scope else list(INSTALLS)),
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
