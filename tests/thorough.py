"""Parameters of which `make test` takes the first, and `make thorough` the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable


def first_quick(values: Iterable[object]) -> list[Any]:
    """Return the values as parameters: the first one as it is, the others marked `thorough`."""
    first, *others = values
    return [first, *(pytest.param(each, marks=pytest.mark.thorough) for each in others)]
