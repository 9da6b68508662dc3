"""What a drill tells while it goes on, and what went wrong in it."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass
class Report:
    """The lines of a drill; `say` takes each as it comes. `problems` are sentences on what isn't as it should be."""

    say: Callable[[str], None]
    problems: list[str] = field(default_factory=list[str])
    _began: float = field(default_factory=time.monotonic)

    def step(self, what: str) -> None:
        """Tell what was done, with the seconds since the drill began."""
        self.say(f"{time.monotonic() - self._began:6.1f} s  {what}")

    def check(self, holds: bool, what: str) -> None:  # noqa: FBT001 - what it is about
        """Note a problem unless something holds."""
        if not holds:
            self.problems.append(what)
            self.step(f"WRONG: {what}")
