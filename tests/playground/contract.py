"""Every answer of the playground held against Discord's own OpenAPI document, and the operations that are imitated."""

from __future__ import annotations

import json
import os
import re
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema_rs
from aiohttp import web

if TYPE_CHECKING:
    from collections.abc import Sequence

    from aiohttp.typedefs import Handler, Middleware

Json = dict[str, Any]

_DOCUMENT = "urn:discord"
_BELOW = "/api/v10"
_LIST = Path(__file__).with_name("operations.txt")
_PAGE = Path(__file__).parents[2] / "docs" / "playground.md"
_METHODS = ("get", "post", "put", "patch", "delete")
_ROW = re.compile(r"^\| (`/[^|]*`) \| ([A-Z ]+|all) \|", re.MULTILINE)
_PATH = re.compile(r"`(/[^`…]*)(…?)`")
_PARAMETER = re.compile(r"\{[^}]*\}")


@dataclass(frozen=True)
class Row:
    """A path in the page's tables: whether all below it is meant too, and which methods (none: all)."""

    path: str
    below: bool
    methods: frozenset[str]

    def has(self, operation: str) -> bool:
        """Whether an operation is meant, such as `GET /gateway`."""
        method, _, path = operation.partition(" ")
        fits = path == self.path or (self.below and path.startswith(f"{self.path}/"))
        return fits and (not self.methods or method in self.methods)


def operations() -> list[str]:
    """Return every operation of Discord's API, such as `GET /channels/{channel_id}`."""
    return _LIST.read_text(encoding="utf-8").splitlines()


def rows() -> tuple[list[Row], list[Row]]:
    """Return the rows of what is imitated, and of what isn't."""
    imitated, _, rest = _PAGE.read_text(encoding="utf-8").partition("\n### Not imitated\n")
    return _rows(imitated), _rows(rest)


def _rows(text: str) -> list[Row]:
    return [
        Row(path, below=bool(below), methods=frozenset() if methods == "all" else frozenset(methods.split()))
        for paths, methods in _ROW.findall(text)
        for path, below in _PATH.findall(paths)
    ]


def imitated() -> set[str]:
    """Return the operations that the page says are imitated, with every parameter written as `{}`."""
    found = [f"{method} {row.path}" for row in rows()[0] for method in row.methods]
    return {without_names(operation) for operation in found}


def without_names(operation: str) -> str:
    """Return an operation with every parameter written as `{}`."""
    return _PARAMETER.sub("{}", operation)


def _read(document: Path) -> list[str]:
    paths = json.loads(document.read_text(encoding="utf-8"))["paths"]
    return [f"{method.upper()} {path}" for path in sorted(paths) for method in _METHODS if method in paths[path]]


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


if __name__ == "__main__":
    sys.stdout.write("\n".join(_read(Path(sys.argv[1]))) + "\n")
