"""Rejects requests that another site's page sends to this port through a visitor's browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiohttp import web

from playground.http import json_response
from playground.port import HOST

if TYPE_CHECKING:
    from aiohttp.typedefs import Handler, Middleware

_USUAL_PORT = 80


def check_origin(url: str) -> Middleware:
    """Return the middleware that lets only pages of the playground at `url` make requests."""
    here = hosts(int(url.rpartition(":")[2]))

    @web.middleware
    async def middleware(request: web.Request, handler: Handler) -> web.StreamResponse:
        origin = request.headers.get("Origin")
        if request.host.lower() not in here or (origin and origin.partition("://")[2] not in here):
            return json_response({"error": f"The playground answers only pages of its own, at {url}."}, 403)
        try:
            return await handler(request)
        except web.HTTPException as error:
            return json_response({"error": f"{request.method} {request.path}: {error.reason}."}, error.status)

    return middleware


def hosts(port: int) -> set[str]:
    """Return the host names by which a browser on this machine reaches a port; the usual port 80 may be left out."""
    names = {HOST, "localhost"}
    return {f"{name}:{port}" for name in names} | (names if port == _USUAL_PORT else set[str]())
