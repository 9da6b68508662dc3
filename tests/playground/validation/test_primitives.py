from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from playground.validation import primitives
from tests.playground.validation.rejection import rejection

if TYPE_CHECKING:
    from collections.abc import Callable

TAKEN: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
    (primitives.text, ("", 0, 3)),
    (primitives.text, ("xxx", 0, 3)),
    (primitives.text, ("x", 1, 3)),
    (primitives.text, ("xxx", 1, 3)),
    (primitives.integer, (0, 0, 3)),
    (primitives.integer, (3, 0, 3)),
    (primitives.boolean, (True,)),
    (primitives.boolean, (False,)),
    (primitives.one_of, (3, (1, 3))),
    (primitives.one_of, ("a", ("a", "b"))),
    (primitives.url, ("https://x",)),
    (primitives.url, ("http://" + "x" * 2041,)),
    (primitives.url, ("a://b", ("a",), 5)),
    (primitives.objects, ([{}, {}, {}], 1, 3)),
    (primitives.objects, ([], 0, 3)),
]

REJECTED: list[tuple[Callable[..., Any], tuple[Any, ...], str]] = [
    (primitives.text, (None, 0, 3), "This field is required"),
    (primitives.text, ("xxxx", 0, 3), "Must be 3 or fewer in length."),
    (primitives.text, ("", 1, 3), "Must be between 1 and 3 in length."),
    (primitives.text, ("xxxx", 1, 3), "Must be between 1 and 3 in length."),
    (primitives.integer, (True, 0, 3), 'Value "True" is not int.'),
    (primitives.integer, (1.5, 0, 3), 'Value "1.5" is not int.'),
    (primitives.integer, (-1, 0, 3), "Value must be between 0 and 3."),
    (primitives.integer, (4, 0, 3), "Value must be between 0 and 3."),
    (primitives.boolean, (1,), "Must be either true or false."),
    (primitives.boolean, ("true",), "Must be either true or false."),
    (primitives.one_of, (2, (3, 1)), "Value must be one of {1, 3}."),
    (primitives.one_of, (True, (1, 3)), "Value must be one of {1, 3}."),
    (primitives.one_of, (None, (1, 3)), "Value must be one of {1, 3}."),
    (primitives.number, (True,), 'Value "True" is not snowflake.'),
    (primitives.number, ("٣",), 'Value "٣" is not snowflake.'),
    (primitives.number, ("x" * 101,), f'Value "{"x" * 100}" is not snowflake.'),
    (primitives.number, ("-5",), 'Value "-5" is not snowflake.'),
    (primitives.number, ("9" * 21,), f'Value "{"9" * 21}" is not snowflake.'),
    (primitives.url, ("https://",), "Scheme \"https\" must be one of ('http', 'https')."),
    (primitives.url, ("x",), "Scheme \"x\" must be one of ('http', 'https')."),
    (primitives.url, ("x" * 21 + "://x",), f"Scheme \"{'x' * 20}\" must be one of ('http', 'https')."),
    (primitives.url, ("",), "Must be between 1 and 2048 in length."),
    (primitives.url, ("http://" + "x" * 2042,), "Must be between 1 and 2048 in length."),
    (primitives.objects, ("x", 0, 3), "Only iterables may be used in a ListType"),
    (primitives.objects, ([{}] * 4, 0, 3), "Must be 3 or fewer in length."),
    (primitives.objects, ([{}] * 4, 1, 3), "Must be between 1 and 3 in length."),
    (primitives.objects, (None, 1, 3), "Must be between 1 and 3 in length."),
    (primitives.time, (None,), "Could not parse None. Should be ISO8601."),
    (primitives.time, ("noon",), "Could not parse noon. Should be ISO8601."),
]


@pytest.mark.parametrize(("check", "arguments"), TAKEN, ids=range(len(TAKEN)))
def test_a_value_within_its_limits_is_returned(check: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    assert check("field", *arguments) == arguments[0]


@pytest.mark.parametrize(("check", "arguments", "words"), REJECTED, ids=range(len(REJECTED)))
def test_a_value_beyond_its_limits_is_rejected(
    check: Callable[..., Any], arguments: tuple[Any, ...], words: str
) -> None:
    assert rejection(check, "field", *arguments) == ("field", words)


def test_values_are_returned_as_what_they_stand_for() -> None:
    assert primitives.number("field", "9" * 20) == primitives.number("field", 10**20 - 1)
    assert primitives.objects("field", None, 0, 3) == []
    assert primitives.time("field", "2026-05-01T12:00:00+00:00").hour == 12
    assert primitives.without_nulls({"a": None, "b": [{"c": None}, 1]}) == {"b": [{}, 1]}


def test_the_element_that_is_no_object_is_named() -> None:
    words = "Only dictionaries may be used in a ModelType"
    assert rejection(primitives.objects, "field", [{}, 5], 0, 3) == ("field.1", words)
