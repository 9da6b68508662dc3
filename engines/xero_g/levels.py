"""The levels of Xero-G: what players read of each, its nodes, and how it plays."""

from __future__ import annotations

from dataclasses import dataclass

from engines.contract import Level
from engines.xero_g.board import ANY_BOOSTS


@dataclass(frozen=True, slots=True)
class Skill:
    """How a level plays: the boosts of the longest flights it follows, turns searched ahead, width of the search."""

    boosts: int
    depth: int = 1
    width: int = 1


LEVELS = (
    (Level("looks at ten of its flights, and follows one boost", 10), Skill(1)),
    (Level("looks at a hundred of its flights, and follows two boosts", 100), Skill(2)),
    (Level("looks at all its flights, and at all your ways into the base", 1000), Skill(ANY_BOOSTS)),
    (Level("looks several turns ahead", 12_000), Skill(ANY_BOOSTS, 12, 10)),
)
"""Level 1 first; a node is a position whose mobility is counted."""
