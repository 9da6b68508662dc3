"""JSON as it comes over the wire, where anything can stand anywhere."""

from __future__ import annotations

from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]


def as_list(value: Any) -> list[Any]:
    """Return a list from a request, or an empty list for anything else."""
    return value if isinstance(value, list) else []  # pyright: ignore[reportUnknownVariableType]


def as_object(value: Any) -> Json:
    """Return an object from a request, or an empty one for anything else."""
    return value if isinstance(value, dict) else {}  # pyright: ignore[reportUnknownVariableType]


def number(value: Any) -> int:
    """Return an id from a request, given as text or number, or 0 (no id) for anything else."""
    digits = str(value)
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= 20 else 0
