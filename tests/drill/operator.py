"""The operator of a drill: the command line as its own process, and what is told meanwhile and went wrong."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.process_factory import run_command
from tests.wire.process import clean_environment

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path


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


PATIENCE = 3600.0
"""Seconds that a command may take: a backup from an operator may be large."""


class Operator:
    """Types commands, whose lines go into the report. Raises AssertionError when one fails."""

    def __init__(self, report: Report, data: Path, settings: Mapping[str, str] | None = None) -> None:
        self._report = report
        self._environment = clean_environment() | {"TURNPOST_DATA": str(data)} | dict(settings or {})

    async def restore(self, backup: Path) -> None:
        """Put a backup in the database's place."""
        code, lines = await self._run("restore", str(backup))
        assert code == 0, f"The backup {backup} was not restored: {lines[-1]}"

    async def verify(self, *, allowed: frozenset[str] = frozenset()) -> set[str]:
        """Verify the record and return the lines before the last one.

        Lines that are `allowed` are no problem, and jobs that are set aside are the bot's to try again.
        """
        _, lines = await self._run("verify")
        *differences, verdict = lines
        wrong = {line for line in differences if " is set aside until " not in line} - allowed
        sound = "all as stored" in verdict or bool(allowed)
        self._report.check(not wrong and sound, f"turnpost verify found {len(wrong)} differences: {sorted(wrong)[:5]}")
        return set(differences)

    async def _run(self, *arguments: str) -> tuple[int, list[str]]:
        done = await asyncio.to_thread(run_command, arguments, self._environment, PATIENCE)
        lines = [*done.stdout.splitlines(), *done.stderr.splitlines()]
        self._report.step(f"$ turnpost {' '.join(arguments)}\n          {lines[-1] if lines else ''}")
        return done.returncode, lines
