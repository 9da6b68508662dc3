"""The page for people, and the files on messages."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from aiohttp import web

from playground.files import content_type
from playground.http import json_response
from playground.json_values import number

if TYPE_CHECKING:
    from playground.files import Files

_PAGE = Path(__file__).parent / "page"


class PageRoutes:
    """Routes for a browser, from the root."""

    def __init__(self, files: Files) -> None:
        self._files = files

    def routes(self) -> list[web.RouteDef]:
        """Return the routes, from the root."""
        return [
            web.get("/", self._page),
            web.get(r"/page/{name:[\w-]+\.\w+}", self._page),
            web.get("/attachments/{channel}/{attachment}/{name}", self._attachment),
            web.get("/ephemeral-attachments/{application}/{attachment}/{name}", self._attachment),
            web.get(r"/emojis/{attachment:\d+}{name:\.\w+}", self._attachment),
        ]

    async def _page(self, request: web.Request) -> web.StreamResponse:
        path = _PAGE / request.match_info.get("name", "index.html")
        if not path.is_file():
            return json_response({"error": f"The playground has no page {path.name}."}, 404)
        return web.FileResponse(path, headers={"Cache-Control": "no-cache"})

    async def _attachment(self, request: web.Request) -> web.Response:
        key, name = request.match_info["attachment"], request.match_info["name"]
        data = self._files.get(number(key))
        if data is None:
            return json_response({"error": f"There is no attachment {name}."}, 404)
        headers = {"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "sandbox"}
        return web.Response(body=data, content_type=content_type(name), headers=headers)
