"""Answers held against Discord's own document, and docs/playground.md against the operations that it has."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.playground.api import Api
from tests.playground.contract import Contract, imitated, operations, rows, without_names

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


def test_every_operation_is_listed_once_as_imitated_or_not() -> None:
    tables = rows()
    for operation in operations():
        listed = [sum(row.has(operation) for row in table) for table in tables]
        assert sorted(listed) == [0, 1], operation


def test_what_is_listed_is_an_operation_of_discord() -> None:
    known = {without_names(operation) for operation in operations()}
    assert imitated() - known == set()
    for row in rows()[1]:
        assert any(row.has(operation) for operation in operations()), row


async def test_every_imitated_operation_has_a_route_and_no_other_has(playground: Playground, api: Api) -> None:
    known = imitated()
    for operation in operations():
        wanted = without_names(operation)
        method, _, path = wanted.partition(" ")
        playground.calls.clear()
        await api.request(method, path.replace("{}", "1"), {})
        (route,) = map(without_names, playground.calls)
        assert route in known if wanted in known else route != wanted, operation
