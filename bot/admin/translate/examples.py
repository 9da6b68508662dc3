"""An example for each message with placeholders, so that translators see what takes their place."""

from __future__ import annotations

from string import Formatter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

VALUES: Mapping[str, str] = {
    "name": "**Ann**",
    "names": "**Ann**, **Bob**",
    "n": "3",
}
"""A value for each placeholder."""


def write_example(message: str) -> str:
    """Return a message with values for its placeholders; empty if it has none, or one without a value here.

    >>> write_example("{name} has {n} moves.")
    '**Ann** has 3 moves.'
    """
    names = {name for _, name, _, _ in Formatter().parse(message) if name} if "{" in message else set[str]()
    return message.format(**VALUES) if names and names <= VALUES.keys() else ""
