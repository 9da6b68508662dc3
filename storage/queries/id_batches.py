"""Ids in batches, because databases limit the parameters of a statement."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

T = TypeVar("T")
BATCH_SIZE = 500
"""Ids in one statement."""


def in_batches(ids: Iterable[T]) -> Iterator[list[T]]:
    """Yield ids, or other values of a column, in their order, at most `BATCH_SIZE` at a time."""
    listed = list(ids)
    return (listed[start : start + BATCH_SIZE] for start in range(0, len(listed), BATCH_SIZE))
