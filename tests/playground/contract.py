"""Every answer of the playground held against Discord's own OpenAPI document, where there is one.

The document is Discord's (specs/openapi.json of https://github.com/discord/discord-api-spec). The tests use it if
DISCORD_OPENAPI names its file; without it they check nothing here.
"""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema_rs
from aiohttp import web

from tests.playground.operations import without_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from aiohttp.typedefs import Handler, Middleware

Json = dict[str, Any]

_DOCUMENT = "urn:discord"
_BELOW = "/api/v10"


class Contract:
    """The responses that a document allows; `broken` has a sentence for each answer that it doesn't."""

    def __init__(self, document: Json) -> None:
        self._document: Json = _without_one_of(document)
        self._registry = jsonschema_rs.Registry([(_DOCUMENT, self._document)])
        self._validators: dict[str, jsonschema_rs.Validator] = {}
        self._places = {
            without_names(f"{method.upper()} {path}"): (path, method)
            for path, operations in document["paths"].items()
            for method in operations
        }
        self.checked = 0
        self.broken: list[str] = []

    def check(self, operation: str, status: int, body: bytes) -> None:
        """Check an answer to an operation, given as in `GET /channels/{}`."""
        self.checked += 1
        found = list(self._faults(operation, status, body))
        self.broken += [f"{operation} answered {status}: {fault}" for fault in found[:3]]

    def _faults(self, operation: str, status: int, body: bytes) -> list[str]:
        if operation not in self._places:
            return ["the document has no such operation"]
        path, method = self._places[operation]
        responses = self._document["paths"][path][method]["responses"]
        key = next((key for key in (str(status), f"{str(status)[0]}XX") if key in responses), None)
        if key is None:
            return ["the document has no such status"]
        place = responses[key].get("$ref", f"#/paths/{_escape(path)}/{method}/responses/{key}")
        content = self._resolve(place).get("content", {}).get("application/json")
        if content is None or not body:
            return ["it has a body"] if body else ["it has no body"] if content else []
        validator = self._validator(f"{place}/content/application~1json/schema")
        return [f"{error.instance_path}: {error.message}" for error in validator.iter_errors(json.loads(body))]

    def _validator(self, place: str) -> jsonschema_rs.Validator:
        if place not in self._validators:
            schema = {"$ref": f"{_DOCUMENT}{place.replace('{', '%7B').replace('}', '%7D')}"}
            self._validators[place] = jsonschema_rs.validator_for(schema, registry=self._registry)
        return self._validators[place]

    def _resolve(self, place: str) -> Json:
        value: Any = self._document
        for name in place.removeprefix("#/").split("/"):
            value = value[name.replace("~1", "/")]
        return value

    @web.middleware
    async def middleware(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Check the answer to a request of the bot's, unless its route is unknown."""
        response = await handler(request)
        resource = request.match_info.route.resource
        if resource and resource.canonical.startswith(f"{_BELOW}/") and isinstance(response, web.Response):
            operation = without_names(f"{request.method} {resource.canonical.removeprefix(_BELOW)}")
            body = response.body
            self.check(operation, response.status, body if isinstance(body, bytes) else b"")
        return response


def _escape(path: str) -> str:
    return path.replace("/", "~1")


def _without_one_of(value: Any) -> Any:
    """Return a schema in which `oneOf` is `anyOf`: Discord's document means the same by both."""
    if isinstance(value, dict):
        return {"anyOf" if key == "oneOf" else key: _without_one_of(one) for key, one in value.items()}  # pyright: ignore[reportUnknownVariableType]
    if isinstance(value, list):
        return [_without_one_of(one) for one in value]  # pyright: ignore[reportUnknownVariableType]
    return value


@cache
def contract() -> Contract | None:
    """Return the contract of the document that DISCORD_OPENAPI names, or None."""
    name = os.environ.get("DISCORD_OPENAPI")
    return Contract(json.loads(Path(name).read_text(encoding="utf-8"))) if name else None


def middlewares() -> Sequence[Middleware]:
    """Return what the playgrounds of tests do with each answer."""
    found = contract()
    return (found.middleware,) if found else ()


def check_kept() -> None:
    """Raise AssertionError for answers that broke the contract since the last time."""
    found = contract()
    broken, kept = (found.broken, []) if found else ([], [])
    if found:
        found.broken = kept
    assert not broken, "\n".join(broken)
