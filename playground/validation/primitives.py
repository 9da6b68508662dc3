"""Checks of single values: texts, numbers, lists, addresses. Each is returned, or rejected as Discord does."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from playground.errors import bad_form

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from playground.json_values import Json


def text(path: str, value: Any, low: int, high: int) -> str:
    """Return a string of `low` to `high` characters, or reject the field at `path`."""
    if not isinstance(value, str):
        raise bad_form(path, "This field is required")
    if len(value) > high and low == 0:
        raise bad_form(path, f"Must be {high} or fewer in length.")
    if not low <= len(value) <= high:
        raise bad_form(path, f"Must be between {low} and {high} in length.")
    return value


def objects(path: str, value: Any, low: int, high: int) -> list[Json]:
    """Return a list of `low` to `high` objects, or reject the field at `path`. Null is an empty list."""
    things: list[Any] = [] if value is None else value
    if not isinstance(things, list):  # pyright: ignore[reportUnnecessaryIsInstance] - it came over the wire
        raise bad_form(path, "Only iterables may be used in a ListType")
    if low == 0 and len(things) > high:
        raise bad_form(path, f"Must be {high} or fewer in length.")
    if not low <= len(things) <= high:
        raise bad_form(path, f"Must be between {low} and {high} in length.")
    for place, thing in enumerate(things):
        if not isinstance(thing, dict):
            raise bad_form(f"{path}.{place}", "Only dictionaries may be used in a ModelType")
    return things


def number(path: str, value: Any) -> int:
    """Return an id given as text or as a number, or reject the field at `path`."""
    digits = str(value)
    if isinstance(value, bool) or not (digits.isascii() and digits.isdigit() and len(digits) <= 20):
        raise bad_form(path, f'Value "{digits[:100]}" is not snowflake.')
    return int(digits)


def integer(path: str, value: Any, low: int, high: int) -> int:
    """Return a whole number from `low` to `high`, or reject the field at `path`."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise bad_form(path, f'Value "{str(value)[:100]}" is not int.')
    if not low <= value <= high:
        raise bad_form(path, f"Value must be between {low} and {high}.")
    return value


def boolean(path: str, value: Any) -> bool:
    """Return a truth value, or reject the field at `path`."""
    if not isinstance(value, bool):
        raise bad_form(path, "Must be either true or false.")
    return value


def one_of(path: str, value: Any, choices: Collection[Any]) -> Any:
    """Return a value that is among the choices, or reject the field at `path`."""
    if isinstance(value, bool) or not isinstance(value, int | str) or value not in choices:
        names = ", ".join(str(choice) for choice in sorted(choices))
        raise bad_form(path, f"Value must be one of {{{names}}}.")
    return value


def check_distinct(path: str, values: Sequence[Any]) -> None:
    """Reject the first value of the list at `path` that stands before it too."""
    for place, value in enumerate(values):
        if value in values[:place]:
            raise bad_form(f"{path}.{place}", "The set already contains this value")


def url(path: str, value: Any, schemes: Collection[str] = ("http", "https"), longest: int = 2048) -> str:
    """Return an address of one of the schemes, or reject the field at `path`."""
    address = text(path, value, 1, longest)
    scheme, _, rest = address.partition("://")
    if scheme not in schemes or not rest:
        raise bad_form(path, f'Scheme "{scheme[:20]}" must be one of {tuple(schemes)}.')
    return address


def time(path: str, value: Any) -> datetime:
    """Return a time given as ISO 8601, or reject the field at `path`."""
    try:
        return datetime.fromisoformat(value)
    except (TypeError, ValueError):
        raise bad_form(path, f"Could not parse {str(value)[:100]}. Should be ISO8601.") from None


def without_nulls(value: Any) -> Any:
    """Return a value without the null fields in it, as Discord gives objects back."""
    if isinstance(value, dict):
        return {key: without_nulls(one) for key, one in value.items() if one is not None}  # pyright: ignore[reportUnknownVariableType]
    if isinstance(value, list):
        return [without_nulls(one) for one in value]  # pyright: ignore[reportUnknownVariableType]
    return value
