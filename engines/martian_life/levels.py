"""The levels of Martian Life: what players read of each, its nodes, and how it plays."""

from __future__ import annotations

from dataclasses import dataclass

from engines.contract import Level


@dataclass(frozen=True, slots=True)
class Skill:
    """How a level plays: the turns it looks ahead, and the share of its own turns that it sees."""

    depth: int
    seen: float = 1.0


LEVELS = (
    (Level("looks at two of its turns, and at none of yours", 2), Skill(1)),
    (Level("looks at four of its turns, and at none of yours", 4), Skill(1)),
    (Level("sees two in five of its turns, and all your answers to them", 3_000), Skill(2, 0.4)),
    (Level("sees everything three turns ahead", 15_000), Skill(3)),
)
"""Level 1 first; a node is a position that a turn leads to."""
