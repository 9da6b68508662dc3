"""What one check found: a line that says what is well, or what is wrong and what to do."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

Level: TypeAlias = Literal["ok", "warning", "problem"]


class Check(NamedTuple):
    """What was found. A `warning` is for the operator to judge; with a `problem` something doesn't work."""

    level: Level
    subject: str
    finding: str

    def __str__(self) -> str:
        return f"{self.level:<8} {self.subject}: {self.finding}"


def ok(subject: str, finding: str) -> Check:
    """Return that all is well."""
    return Check("ok", subject, finding)


def warning(subject: str, finding: str) -> Check:
    """Return what may be wrong."""
    return Check("warning", subject, finding)


def problem(subject: str, finding: str) -> Check:
    """Return what is wrong."""
    return Check("problem", subject, finding)
