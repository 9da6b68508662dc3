"""Finds the caches of positions, so that a measurement can empty them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def memories(package: str = "games") -> list[Callable[[], None]]:
    """Return calls that empty each cache of positions in a package's loaded modules.

    Those are the caches with a limit: a cache without one, or for a single value, is a table that is filled once.
    """
    found: dict[int, Callable[[], None]] = {}
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] != package:
            continue
        for value in vars(module).values():
            cached: Any = value
            if isinstance(cached, type):
                continue  # a class of caches
            if hasattr(cached, "cache_info") and (cached.cache_info().maxsize or 0) > 1:
                found[id(cached)] = cached.cache_clear
    return list(found.values())
