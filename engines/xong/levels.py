"""The levels of Xong: what players read of each, its nodes, and how it plays."""

from __future__ import annotations

from dataclasses import dataclass

from engines.contract import Level
from engines.xong.search import Width


@dataclass(frozen=True, slots=True)
class Skill:
    """How a level plays: how far it looks, and the share of all gifts that it weighs up.

    A `careless` level places by the new hexagons that it touches, and gives anything; `overlooked` is the share of all
    placements that it doesn't see.
    """

    width: Width
    gifts_seen: float = 1.0
    careless: bool = False
    overlooked: float = 0.0


LEVELS = (
    (
        Level("touches new hexagons, overlooks half of all places, and gives whatever fits", 1),
        Skill(Width(1, 1, 1), careless=True, overlooked=0.5),
    ),
    (
        Level("places where it gains most, and weighs up one gift of five by the best reply", 48),
        Skill(Width(1, 1, 1), 0.2),
    ),
    (
        Level("weighs up three placements, and every other gift by the best reply", 150),
        Skill(Width(3, 1, 1), 0.5),
    ),
    (
        Level("weighs up six placements, every gift, and your next gift after the best replies", 2500),
        Skill(Width(6, 12, 2)),
    ),
)
"""Level 1 first; a node is a Xoid weighed up as a gift."""
