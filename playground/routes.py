"""The bot's REST routes: itself, the guild, the commands, and the responses to interactions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiohttp import web

from playground import payloads, permissions, threads
from playground.command_registry import Registry
from playground.errors import (
    UNKNOWN_COMMAND,
    UNKNOWN_GUILD,
    UNKNOWN_MEMBER,
    UNKNOWN_USER,
    ApiError,
    bad_form,
    unknown,
)
from playground.http import is_true, json_response, no_content, path_id, read_body, read_list
from playground.resources.user import APP_ID
from playground.validation import primitives

if TYPE_CHECKING:
    from collections import Counter

    from aiohttp.typedefs import Handler, Middleware

    from playground.gateway import Gateway
    from playground.interactions import Interactions
    from playground.json_values import Json
    from playground.message_json import MessageJson
    from playground.messages import Messages
    from playground.resources.guild import Guild
    from playground.state import State


def guard(token: str, calls: Counter[str]) -> Middleware:
    """Return the middleware of the bot's API: it checks the token, turns errors into responses and counts requests."""

    @web.middleware
    async def middleware(request: web.Request, handler: Handler) -> web.StreamResponse:
        if not request.path.startswith("/api/"):
            return await handler(request)
        resource = request.match_info.route.resource
        calls[f"{request.method} {resource.canonical.removeprefix('/api/v10') if resource else request.path}"] += 1
        public = request.path.startswith(("/api/v10/interactions/", "/api/v10/webhooks/", "/api/v10/gateway"))
        authorized = request.headers.get("Authorization") == f"Bot {token}"
        if not authorized and (request.path == "/api/v10/gateway/bot" or not public):
            return json_response({"message": "401: Unauthorized", "code": 0}, 401)
        try:
            return await handler(request)
        except ApiError as error:
            return json_response(error.body, error.status)
        except web.HTTPException as error:
            return json_response({"message": f"{error.status}: {error.reason}", "code": 0}, error.status)

    return middleware


_TRANSLATIONS = {"name_localizations", "description_localizations"}


class GeneralRoutes:
    """Routes of the bot that belong to no channel."""

    def __init__(
        self,
        state: State,
        message_json: MessageJson,
        gateway: Gateway,
        messages: Messages,
        interactions: Interactions,
        *,
        message_content: bool,
    ) -> None:
        self._state = state
        self._message_json = message_json
        self._gateway = gateway
        self._messages = messages
        self._interactions = interactions
        self.message_content = message_content
        self.registry = Registry(state)

    def routes(self) -> list[web.RouteDef]:
        """Return the routes, below `/api/v10`."""
        get, post, put, patch, delete = web.get, web.post, web.put, web.patch, web.delete
        commands = [
            (get, "", self._commands),
            (put, "", self._put_commands),
            (post, "", self._post_command),
            (get, "/{command}", self._command),
            (patch, "/{command}", self._patch_command),
            (delete, "/{command}", self._delete_command),
        ]
        scopes = ("/applications/{app}/commands", "/applications/{app}/guilds/{guild}/commands")
        hook, message = "/webhooks/{app}/{token}", "/webhooks/{app}/{token}/messages/{message}"
        return [
            get("/users/@me", self._me),
            get("/users/@me/guilds", self._my_guilds),
            get("/users/{user}", self._user),
            get("/oauth2/applications/@me", self._application),
            get("/applications/@me", self._application),
            get("/gateway", self._gateway_url),
            get("/gateway/bot", self._gateway_bot),
            get("/guilds/{guild}", self._guild),
            get("/guilds/{guild}/channels", self._channels),
            post("/guilds/{guild}/channels", self._refuse_channel),
            get("/guilds/{guild}/roles", self._roles),
            get("/guilds/{guild}/members/search", self._search),
            get("/guilds/{guild}/members/{user}", self._member),
            get("/guilds/{guild}/members", self._all_members),
            get("/guilds/{guild}/threads/active", self._active_threads),
            *(route(scope + rest, handler) for scope in scopes for route, rest, handler in commands),
            post("/interactions/{interaction}/{token}/callback", self._callback),
            post(hook, self._follow_up),
            get(message, self._hook_message),
            patch(message, self._edit_hook_message),
            delete(message, self._delete_hook_message),
        ]

    async def _me(self, _: web.Request) -> web.Response:
        return json_response(payloads.own_user(self._state))

    async def _my_guilds(self, _: web.Request) -> web.Response:
        common: Json = {
            "icon": None,
            "banner": None,
            "owner": False,
            "features": [],
            "permissions": str(permissions.bits(self._state.granted)),
        }
        return json_response([common | {"id": str(one.id), "name": one.name} for one in self._state.guilds.values()])

    async def _user(self, request: web.Request) -> web.Response:
        user = self._state.users.get(path_id(request, "user"))
        if user is None:
            raise unknown("User", UNKNOWN_USER)
        return json_response(payloads.user(user))

    async def _application(self, _: web.Request) -> web.Response:
        return json_response(payloads.application(self._state, message_content=self.message_content))

    async def _gateway_url(self, _: web.Request) -> web.Response:
        return json_response({"url": self._gateway.url})

    async def _gateway_bot(self, _: web.Request) -> web.Response:
        limit = self._gateway.session_starts.to_json()
        return json_response({"url": self._gateway.url, "shards": 1, "session_start_limit": limit})

    def _guild_of(self, request: web.Request) -> Guild:
        guild = self._state.guilds.get(path_id(request, "guild"))
        if guild is None:
            raise unknown("Guild", UNKNOWN_GUILD)
        return guild

    async def _guild(self, request: web.Request) -> web.Response:
        guild = self._guild_of(request)
        count = len(self._state.users)
        counts = {"approximate_member_count": count, "approximate_presence_count": count}
        return json_response(payloads.guild(self._state, guild) | (counts if is_true(request, "with_counts") else {}))

    async def _channels(self, request: web.Request) -> web.Response:
        rooms = self._state.rooms(self._guild_of(request))
        return json_response([payloads.channel(self._state, one) for one in rooms])

    async def _refuse_channel(self, request: web.Request) -> web.Response:
        self._guild_of(request)
        if "MANAGE_CHANNELS" not in self._state.granted:
            raise ApiError(403, 50013, "Missing Permissions")
        raise bad_form("name", "The playground's channels are made by its tests.")

    async def _roles(self, request: web.Request) -> web.Response:
        return json_response(payloads.roles(self._state, self._guild_of(request)))

    async def _search(self, request: web.Request) -> web.Response:
        guild = self._guild_of(request)
        start, limit = (
            request.query.get("query", "").lower(),
            primitives.number("limit", request.query.get("limit", "1")),
        )
        found = [one for one in self._state.users.values() if one.name.lower().startswith(start)]
        return json_response([payloads.member_with_user(guild, one) for one in found[:limit]])

    async def _member(self, request: web.Request) -> web.Response:
        guild = self._guild_of(request)
        user = self._state.users.get(path_id(request, "user"))
        if user is None:
            raise unknown("Member", UNKNOWN_MEMBER)
        return json_response(payloads.member_with_user(guild, user))

    async def _all_members(self, request: web.Request) -> web.Response:
        self._guild_of(request)
        raise ApiError(403, 50001, "Missing Access")

    async def _active_threads(self, request: web.Request) -> web.Response:
        state = self._state
        threads = [
            one
            for one in state.threads(self._guild_of(request))
            if not one.archived and permissions.may(state, one, "VIEW_CHANNEL")
        ]
        memberships = [payloads.thread_member(one, APP_ID) for one in threads if APP_ID in one.members]
        shown = [payloads.channel(state, one) for one in threads]
        return json_response({"threads": shown, "members": memberships, "has_more": False})

    def _scope(self, request: web.Request) -> int:
        if path_id(request, "app") != APP_ID:
            raise ApiError(403, 20012, "You are not authorized to perform this action on this application")
        if "guild" in request.match_info:
            return self._guild_of(request).id
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

    async def _callback(self, request: web.Request) -> web.Response:
        body, uploads = await read_body(request)
        interaction = self._interactions.get_unanswered(path_id(request, "interaction"), request.match_info["token"])
        self._interactions.respond(interaction, body, uploads)
        wanted = is_true(request, "with_response")
        return json_response(self._interactions.callback_json(interaction)) if wanted else no_content()

    async def _follow_up(self, request: web.Request) -> web.Response:
        body, uploads = await read_body(request)
        interaction = self._interactions.get_answered(request.match_info["token"])
        if path_id(request, "app") != APP_ID:
            raise bad_form("webhook_id", "The webhook is another application's.")
        message = self._interactions.follow_up(interaction, body, uploads)
        return json_response(self._message_json.write(message, content=self._gateway.reads_content))

    async def _hook_message(self, request: web.Request) -> web.Response:
        interaction = self._interactions.get_answered(request.match_info["token"])
        message = self._interactions.message(interaction, request.match_info["message"])
        return json_response(self._message_json.write(message, content=self._gateway.reads_content))

    async def _edit_hook_message(self, request: web.Request) -> web.Response:
        body, uploads = await read_body(request)
        interaction = self._interactions.get_answered(request.match_info["token"])
        message = self._interactions.message(interaction, request.match_info["message"])
        threads.check_may_respond(self._state, interaction.channel)
        self._messages.edit(message, body, uploads)
        return json_response(self._message_json.write(message, content=self._gateway.reads_content))

    async def _delete_hook_message(self, request: web.Request) -> web.Response:
        interaction = self._interactions.get_answered(request.match_info["token"])
        self._state.remove_message(self._interactions.message(interaction, request.match_info["message"]))
        return no_content()
