"""Shared by the measurements: options, numbers, output, and the caches that they empty."""

from __future__ import annotations

import os
import platform
import sys
from argparse import ArgumentTypeError
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

T = TypeVar("T")


def count(text: str) -> int:
    """Read an option that is a whole number from 1. Raises `ArgumentTypeError`."""
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"a whole number from 1, not {text!r}")
    return int(text)


def machine() -> str:
    """Return the Python version, the machine and its load."""
    system = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"
    return f"Python {platform.python_version()} on {system}; load {os.getloadavg()[0]:.1f} at the start."


def at(ordered: Sequence[T], share: float) -> T:
    """Return the number at a share (0 to 1) of ordered numbers: their median at 0.5."""
    return ordered[min(int(len(ordered) * share), len(ordered) - 1)]


def milliseconds(nanoseconds: float) -> str:
    """Return milliseconds in three digits.

    >>> milliseconds(12_345), milliseconds(12_345_678)
    ('0.012', '12.3')
    """
    value = nanoseconds / 1e6
    places = next(places for places, from_value in enumerate((100, 10, 1, 0)) if value >= from_value)
    return f"{value:.{places}f}"


def say(line: str) -> None:
    """Print a line and flush it."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


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
