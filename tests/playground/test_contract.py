"""Answers held against a small document of the form that Discord's has."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.playground.api import Api
from tests.playground.contract import Contract

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from playground import Playground

USER: dict[str, Any] = {
    "type": "object",
    "properties": {"id": {"type": "string"}, "bot": {"oneOf": [{"type": "boolean"}, {"const": True}]}},
    "required": ["id"],
}
DOCUMENT: dict[str, Any] = {
    "paths": {
        "/users/{user_id}": {
            "get": {
                "responses": {
                    "200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/User"}}}},
                    "4XX": {"$ref": "#/components/responses/Error"},
                }
            },
            "delete": {"responses": {"204": {}}},
        }
    },
    "components": {
        "schemas": {"User": USER},
        "responses": {"Error": {"content": {"application/json": {"schema": {"required": ["code"]}}}}},
    },
}
GET, DELETE = "GET /users/{}", "DELETE /users/{}"


@pytest.mark.parametrize(
    ("operation", "status", "body", "fault"),
    [
        (GET, 200, {"id": "5", "bot": True}, ""),
        (GET, 200, {"id": 5}, "['id']: 5 is not of type \"string\""),
        (GET, 200, {}, '[]: "id" is a required property'),
        (GET, 200, None, "it has no body"),
        (GET, 404, {"code": 10013}, ""),
        (GET, 404, {"message": "x"}, '[]: "code" is a required property'),
        (GET, 500, {}, "the document has no such status"),
        (DELETE, 204, None, ""),
        (DELETE, 204, {}, "it has a body"),
        ("POST /users/{}", 200, {}, "the document has no such operation"),
    ],
    ids=range(10),
)
def test_an_answer_is_held_against_the_document(operation: str, status: int, body: Any, fault: str) -> None:
    contract = Contract(DOCUMENT)
    contract.check(operation, status, b"" if body is None else json.dumps(body).encode())
    assert contract.broken == ([f"{operation} answered {status}: {fault}"] if fault else [])
    assert contract.checked == 1


async def test_every_answer_of_a_playground_is_checked(start: Callable[..., Awaitable[Playground]]) -> None:
    contract = Contract(DOCUMENT)
    playground = await start(middlewares=[contract.middleware])
    async with Api(playground) as api:
        await api.request("GET", f"/users/{min(playground.state.users)}")
        await api.request("GET", "/users/5")
        await api.request("GET", "/users/@me")
        await api.request("GET", "/nowhere")
    assert contract.checked == 3
    assert contract.broken == ["GET /users/@me answered 200: the document has no such operation"]
