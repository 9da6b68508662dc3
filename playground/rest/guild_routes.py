"""The bot's REST routes for guilds, their channels, roles and members."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiohttp import web

from playground.errors import UNKNOWN_GUILD, UNKNOWN_MEMBER, ApiError, bad_form, unknown
from playground.http import is_true, json_response, path_id, query_number
from playground.model import payloads, permissions
from playground.model.resources.user import BOT_ID
from playground.validation import primitives

if TYPE_CHECKING:
    from playground.json_values import Json
    from playground.model.resources.guild import Guild
    from playground.model.state import State


class GuildRoutes:
    """Routes below `/guilds`, and the list of the bot's own."""

    def __init__(self, state: State) -> None:
        self._state = state

    def routes(self) -> list[web.RouteDef]:
        """Return the routes, below `/api/v10`."""
        guild = "/guilds/{guild}"
        return [
            web.get("/users/@me/guilds", self._my_guilds),
            web.get(guild, self._guild),
            web.get(f"{guild}/channels", self._channels),
            web.post(f"{guild}/channels", self._refuse_channel),
            web.get(f"{guild}/roles", self._roles),
            web.get(f"{guild}/members/search", self._search),
            web.get(f"{guild}/members/{{user}}", self._member),
            web.get(f"{guild}/members", self._all_members),
            web.get(f"{guild}/threads/active", self._active_threads),
        ]

    async def _my_guilds(self, request: web.Request) -> web.Response:
        """Return the bot's guilds, by their ids (docs: User Resource, Get Current User Guilds)."""
        common: Json = {
            "icon": None,
            "banner": None,
            "owner": False,
            "features": [],
            "permissions": str(permissions.bits(self._state.granted)),
        }
        common |= self._counts(request)
        before, after = query_number(request, "before", 1 << 64), query_number(request, "after", 0)
        found = [one for one in self._state.guilds.values() if after < one.id < before]
        limit = query_number(request, "limit", 200, 1, 200)
        return json_response([common | {"id": str(one.id), "name": one.name} for one in found[:limit]])

    def _counts(self, request: web.Request) -> Json:
        count = len(self._state.users)
        counts = {"approximate_member_count": count, "approximate_presence_count": count}
        return counts if is_true(request, "with_counts") else {}

    def _guild_of(self, request: web.Request) -> Guild:
        guild = self._state.guilds.get(path_id(request, "guild"))
        if guild is None:
            raise unknown("Guild", UNKNOWN_GUILD)
        return guild

    async def _guild(self, request: web.Request) -> web.Response:
        guild = self._guild_of(request)
        return json_response(payloads.guild(self._state, guild) | self._counts(request))

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
        memberships = [payloads.thread_member(one, BOT_ID) for one in threads if BOT_ID in one.members]
        shown = [payloads.channel(state, one) for one in threads]
        return json_response({"threads": shown, "members": memberships, "has_more": False})
