"""HTTP in and out: bodies as JSON or multipart, answers whose type is exactly `application/json`."""

from __future__ import annotations

import json
import math
import re
from typing import TYPE_CHECKING, Any

from aiohttp import BodyPartReader, web

from playground.errors import ApiError, bad_form
from playground.json_values import as_list, as_object
from playground.messages import Upload
from playground.validation import primitives

if TYPE_CHECKING:
    from playground.json_values import Json

MAX_UPLOAD = 10 * 1024 * 1024
"""Bytes of one file that a bot sends to a guild without boosts."""
_MAX_DEPTH = 32
_FILE_FIELD = re.compile(r"files\[([0-9]{1,20})\]")


def json_response(payload: Any, status: int = 200) -> web.Response:
    """Return a JSON response; a charset after its type would stop discord.py from reading it."""
    body = json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")
    return web.Response(body=body, status=status, content_type="application/json")


def no_content() -> web.Response:
    """Return the empty response of a request that went well."""
    return web.Response(status=204)


async def read_body(request: web.Request) -> tuple[Json, dict[int, Upload]]:
    """Return a request's JSON object and the files that came with it, by their number. Raises `ApiError`."""
    if request.content_type != "multipart/form-data":
        return _object(await request.read()), {}
    try:
        return await _read_parts(request)
    except (ValueError, RuntimeError) as error:  # what aiohttp raises for parts that are cut off or coded wrongly
        raise ApiError(400, 50109, "The request body contains an invalid form.") from error


async def _read_parts(request: web.Request) -> tuple[Json, dict[int, Upload]]:
    body: Json = {}
    uploads: dict[int, Upload] = {}
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            continue
        data = bytes(await part.read(decode=True))
        field = _FILE_FIELD.fullmatch(part.name or "")
        if part.name == "payload_json":
            body = _object(data)
        elif field and int(field[1]) in uploads:
            raise bad_form(f"files[{int(field[1])}]", "The name of a file's field must be unique.")
        elif field:
            uploads[int(field[1])] = Upload(part.filename or "unknown", data)
        elif part.filename is not None:
            raise bad_form(part.name or "files", "The playground takes files named files[n] only.")
    if any(len(upload.data) > MAX_UPLOAD for upload in uploads.values()):
        raise ApiError(413, 40005, "Request entity too large")
    return body, uploads


def is_true(request: web.Request, name: str) -> bool:
    """Whether a query parameter of a request says yes."""
    return request.query.get(name, "").lower() in {"1", "true"}


def query_number(request: web.Request, name: str, usual: int, low: int = 0, high: int = 1 << 64) -> int:
    """Return a query parameter from `low` to `high`. Raises `ApiError` for anything else."""
    return primitives.integer(name, primitives.number(name, request.query.get(name, usual)), low, high)


async def read_list(request: web.Request) -> list[Any]:
    """Return a request's JSON array. Raises `ApiError`."""
    value = parse(await request.read())
    if not isinstance(value, list):
        raise bad_form("_errors", "Only iterables may be used in a ListType")
    return value  # pyright: ignore[reportUnknownVariableType]


def _object(data: bytes) -> Json:
    value: Any = parse(data) if data else {}
    if not isinstance(value, dict):
        raise bad_form("_errors", "Only dictionaries may be used in a ModelType")
    return value  # pyright: ignore[reportUnknownVariableType]


def parse(data: bytes | str) -> Any:
    """Return what JSON off the wire says. Raises `ApiError` for what is none, or could not be passed on as such."""
    try:
        value = json.loads(data, parse_constant=_reject_constant)
    except (ValueError, RecursionError) as error:
        raise ApiError(400, 50109, "The request body contains invalid JSON.") from error
    _check(value, 0)
    return value


def _reject_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _check(value: Any, depth: int) -> None:
    """Raise `ApiError` for halves of characters, numbers without end, and what is nested too deep."""
    inside = [*as_object(value), *as_object(value).values(), *as_list(value)]
    if inside and depth == _MAX_DEPTH:
        raise ApiError(400, 50109, f"The request body is nested more than {_MAX_DEPTH} deep.")
    for one in inside:
        _check(one, depth + 1)
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            raise ApiError(400, 50109, "The request body contains half a character (a lone surrogate).") from None
    elif isinstance(value, float) and not math.isfinite(value):
        raise ApiError(400, 50109, "The request body contains a number that is too large.")


def path_id(request: web.Request, name: str) -> int:
    """Return an id from a request's path. Raises `ApiError` if it isn't a number."""
    digits = request.match_info[name]
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 20):
        raise bad_form(name, f'Value "{digits[:100]}" is not snowflake.')
    return int(digits)
