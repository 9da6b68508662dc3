"""Lets requests of the bot's API pass that have its token, and turns errors into responses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiohttp import web

from playground.errors import ApiError
from playground.http import json_response
from playground.rate_limits import request_kind

if TYPE_CHECKING:
    from collections import Counter

    from aiohttp.typedefs import Handler, Middleware


def guard(token: str, calls: Counter[str]) -> Middleware:
    """Return the middleware of the bot's API: it checks the token, turns errors into responses and counts requests."""

    @web.middleware
    async def middleware(request: web.Request, handler: Handler) -> web.StreamResponse:
        if not request.path.startswith("/api/"):
            return await handler(request)
        calls[request_kind(request)] += 1
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
