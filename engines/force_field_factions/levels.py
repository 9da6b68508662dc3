"""The levels of Force Field Factions: what players read of each, its nodes, and how it plays."""

from __future__ import annotations

from dataclasses import dataclass

from engines.contract import Level


@dataclass(frozen=True, slots=True)
class Skill:
    """How a level plays: the turns it searches ahead, the width of the search, and how often it overlooks a piece.

    `rate` is the chance that the attacks of a piece aren't seen in this turn, for each piece alone.
    """

    depth: int
    width: int
    rate: float = 0.0


LEVELS = (
    (Level("takes what it can, and overlooks four of five of the pieces that can attack", 1500), Skill(1, 1, 0.8)),
    (Level("takes what it can, and overlooks every other piece that can attack", 1500), Skill(1, 1, 0.5)),
    (Level("takes what it can, and overlooks one of five of the pieces that can attack", 1500), Skill(1, 1, 0.2)),
    (Level("overlooks nothing, and looks three to four turns ahead", 5000), Skill(4, 10)),
)
"""Level 1 first; a node is a position that is looked at."""
