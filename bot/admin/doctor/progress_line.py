"""A line that says how far a command of the operator is, and is written over."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator

_CLEAR = "\r\x1b[K"


class ProgressLine:
    """The last line of a terminal on standard error. If that is no terminal, nothing is written."""

    def __init__(self) -> None:
        self._is_terminal = sys.stderr.isatty()

    def show(self, text: str) -> None:
        """Write a text in place of the one before."""
        if self._is_terminal:
            sys.stderr.write(f"{_CLEAR}{text}")
            sys.stderr.flush()

    def clear(self) -> None:
        """Remove the text, so that other lines can be printed."""
        self.show("")


@contextmanager
def progress_line() -> Generator[ProgressLine]:
    """Give a progress line that is cleared in the end, however the block ends."""
    line = ProgressLine()
    try:
        yield line
    finally:
        line.clear()
