"""The bot's REST routes for the emojis of its application.

Discord's page: Emoji Resource (https://docs.discord.com/developers/resources/emoji).
"""

from __future__ import annotations

import base64
import re
from typing import TYPE_CHECKING

from aiohttp import web

from playground.errors import UNKNOWN_EMOJI, ApiError, bad_form, unknown
from playground.files import is_picture
from playground.http import json_response, no_content, path_id, read_body
from playground.json_values import as_object
from playground.model import payloads
from playground.model.resources.user import APP_ID, BOT_ID
from playground.validation.primitives import text

if TYPE_CHECKING:
    from typing import Any

    from playground.files import Files
    from playground.json_values import Json
    from playground.model.state import State

_MOST = 2000
_LARGEST = 256 * 1024
_NAME = re.compile(r"\w{2,32}", re.ASCII)
_IMAGE = re.compile(r"data:image/(?:png|jpeg|gif|webp|avif);base64,([A-Za-z0-9+/]+={0,2})")
_FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "AVIF")


class EmojiRoutes:
    """Routes below `/applications/{app}/emojis`."""

    def __init__(self, state: State, files: Files) -> None:
        self._state = state
        self._files = files

    def routes(self) -> list[web.RouteDef]:
        """Return the routes, below `/api/v10`."""
        emojis = "/applications/{app}/emojis"
        return [
            web.get(emojis, self._list),
            web.post(emojis, self._create),
            web.get(f"{emojis}/{{emoji}}", self._get),
            web.patch(f"{emojis}/{{emoji}}", self._rename),
            web.delete(f"{emojis}/{{emoji}}", self._delete),
        ]

    def _check_application(self, request: web.Request) -> None:
        if path_id(request, "app") != APP_ID:
            raise ApiError(403, 20012, "You are not authorized to perform this action on this application")

    def _find(self, request: web.Request) -> Json:
        self._check_application(request)
        emoji = self._state.emojis.get(path_id(request, "emoji"))
        if emoji is None:
            raise unknown("Emoji", UNKNOWN_EMOJI)
        return emoji

    async def _list(self, request: web.Request) -> web.Response:
        self._check_application(request)
        return json_response({"items": list(self._state.emojis.values())})

    async def _get(self, request: web.Request) -> web.Response:
        return json_response(self._find(request))

    async def _create(self, request: web.Request) -> web.Response:
        self._check_application(request)
        body, _ = await read_body(request)
        name = self._check_name(body.get("name"))
        image = _decode_image(body.get("image"))
        if len(self._state.emojis) >= _MOST:
            raise ApiError(400, 30008, f"Maximum number of emojis reached ({_MOST})")
        emoji: Json = {
            "id": str(self._state.snowflake()),
            "name": name,
            "roles": [],
            "user": payloads.user(self._state.users[BOT_ID]),
            "require_colons": True,
            "managed": False,
            "animated": False,
            "available": True,
        }
        self._files.put(int(emoji["id"]), image)
        self._state.emojis[int(emoji["id"])] = emoji
        self._state.notify("emojis")
        return json_response(emoji, 201)

    async def _rename(self, request: web.Request) -> web.Response:
        emoji = self._find(request)
        body, _ = await read_body(request)
        emoji["name"] = self._check_name(as_object(body).get("name"), emoji)
        self._state.notify("emojis")
        return json_response(emoji)

    async def _delete(self, request: web.Request) -> web.Response:
        del self._state.emojis[int(self._find(request)["id"])]
        self._state.notify("emojis")
        return no_content()

    def _check_name(self, value: Any, own: Json | None = None) -> str:
        name = text("name", value, 2, 32)
        if not _NAME.fullmatch(name):
            raise bad_form("name", "String value did not match validation regex.")
        if any(one["name"] == name for one in self._state.emojis.values() if one is not own):
            raise bad_form("name", "An emoji with that name already exists.")
        return name


def _decode_image(value: Any) -> bytes:
    """Return the bytes of a picture given as a data URI. Raises `ApiError`."""
    if not isinstance(value, str):
        raise bad_form("image", "This field is required")
    if not value.startswith("data:"):
        raise bad_form("image", "Only data uri strings can be used.")
    found = _IMAGE.fullmatch(value)
    try:
        image = base64.b64decode(found[1]) if found else b""
    except ValueError:
        image = b""
    if not image:
        raise bad_form("image", "Invalid image data")
    if len(image) > _LARGEST:
        raise bad_form("image", "File cannot be larger than 256.0 kb.")
    if not is_picture(image, _FORMATS):  # whatever the data URI calls it
        raise ApiError(400, 50046, "Invalid Asset")
    return image
