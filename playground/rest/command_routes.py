"""The bot's REST routes for its application commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiohttp import web

from playground.errors import UNKNOWN_COMMAND, UNKNOWN_GUILD, ApiError, unknown
from playground.http import is_true, json_response, no_content, path_id, read_body, read_list
from playground.model.resources.user import APP_ID
from playground.rest.command_registry import Registry

if TYPE_CHECKING:
    from playground.model.state import State

_TRANSLATIONS = {"name_localizations", "description_localizations"}


class CommandRoutes:
    """Routes for commands, the global ones and a guild's own."""

    def __init__(self, state: State) -> None:
        self._state = state
        self.registry = Registry(state)

    def routes(self) -> list[web.RouteDef]:
        """Return the routes, below `/api/v10`."""
        routes: list[web.RouteDef] = []
        for commands in ("/applications/{app}/commands", "/applications/{app}/guilds/{guild}/commands"):
            command = f"{commands}/{{command}}"
            routes += [
                web.get(commands, self._commands),
                web.put(commands, self._put_commands),
                web.post(commands, self._post_command),
                web.get(command, self._command),
                web.patch(command, self._patch_command),
                web.delete(command, self._delete_command),
            ]
        return routes

    def _scope(self, request: web.Request) -> int:
        if path_id(request, "app") != APP_ID:
            raise ApiError(403, 20012, "You are not authorized to perform this action on this application")
        if "guild" in request.match_info:
            guild = path_id(request, "guild")
            if guild not in self._state.guilds:
                raise unknown("Guild", UNKNOWN_GUILD)
            return guild
        return 0

    async def _commands(self, request: web.Request) -> web.Response:
        commands = self._state.commands.get(self._scope(request), [])
        if not is_true(request, "with_localizations"):
            commands = [{key: value for key, value in one.items() if key not in _TRANSLATIONS} for one in commands]
        return json_response(commands)

    async def _put_commands(self, request: web.Request) -> web.Response:
        scope = self._scope(request)
        return json_response(self.registry.replace(scope, await read_list(request)))

    async def _post_command(self, request: web.Request) -> web.Response:
        scope, (body, _) = self._scope(request), await read_body(request)
        command, is_new = self.registry.upsert(scope, body)
        return json_response(command, 201 if is_new else 200)

    async def _command(self, request: web.Request) -> web.Response:
        command = self.registry.find(self._scope(request), path_id(request, "command"))
        if command is None:
            raise unknown("application command", UNKNOWN_COMMAND)
        return json_response(command)

    async def _patch_command(self, request: web.Request) -> web.Response:
        scope, key, (body, _) = self._scope(request), path_id(request, "command"), await read_body(request)
        old = self.registry.find(scope, key)
        if old is None:
            raise unknown("application command", UNKNOWN_COMMAND)
        return json_response(self.registry.update(scope, old, body))

    async def _delete_command(self, request: web.Request) -> web.Response:
        if not self.registry.remove(self._scope(request), path_id(request, "command")):
            raise unknown("application command", UNKNOWN_COMMAND)
        return no_content()
