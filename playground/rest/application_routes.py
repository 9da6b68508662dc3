"""The bot's REST routes for itself: its user, its application, its gateway."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiohttp import web

from playground.errors import UNKNOWN_USER, unknown
from playground.http import json_response, path_id
from playground.model import payloads

if TYPE_CHECKING:
    from playground.gateway.gateway import Gateway
    from playground.model.state import State


class ApplicationRoutes:
    """Routes of the bot that belong to no guild and no channel."""

    def __init__(self, state: State, gateway: Gateway, *, message_content: bool) -> None:
        self._state = state
        self._gateway = gateway
        self.message_content = message_content

    def routes(self) -> list[web.RouteDef]:
        """Return the routes, below `/api/v10`."""
        return [
            web.get("/users/@me", self._me),
            web.get("/users/{user}", self._user),
            web.get("/oauth2/applications/@me", self._application),
            web.get("/applications/@me", self._application),
            web.get("/gateway", self._gateway_url),
            web.get("/gateway/bot", self._gateway_bot),
        ]

    async def _me(self, _: web.Request) -> web.Response:
        return json_response(payloads.own_user(self._state))

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
