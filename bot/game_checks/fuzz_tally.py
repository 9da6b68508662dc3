"""What fuzzing a game finds: texts by what became of them, broken promises, and the slowest calls."""

from __future__ import annotations

import heapq
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from games.contract import Options

SLOWEST_COUNT = 8


@dataclass(frozen=True)
class Turn:
    """A state of a match, and how the match was set up."""

    players: int
    options: Options
    seed: int
    state: Any


@dataclass(frozen=True)
class Finding:
    """A violation: what happened, and the Python call that shows it."""

    what: str
    call: str


@dataclass
class Tally:
    """The outcomes for one game: calls by their result, findings, and the slowest calls of each sort."""

    counts: Counter[str] = field(default_factory=Counter[str])
    findings: list[Finding] = field(default_factory=list[Finding])
    slowest: dict[str, list[tuple[int, str]]] = field(default_factory=dict[str, list[tuple[int, str]]])

    def add_time(self, sort: str, nanoseconds: int, call: str) -> None:
        """Keep a call if it is among the slowest of its sort."""
        kept = self.slowest.setdefault(sort, [])
        heapq.heappush(kept, (nanoseconds, call))
        if len(kept) > SLOWEST_COUNT:
            heapq.heappop(kept)
