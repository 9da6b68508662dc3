"""docs/playground.md lists every operation of Discord's API, and the playground imitates those it says, no others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.playground.operations import imitated, operations, rows, without_names

if TYPE_CHECKING:
    from playground import Playground
    from tests.playground.api import Api


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
