"""The levels of Zyrcan: what players read of each, its nodes, and how it plays."""

from __future__ import annotations

from dataclasses import dataclass

from engines.contract import Level


@dataclass(frozen=True, slots=True)
class Skill:
    """How a level plays: whether it plays matches out in its head, or chooses at a glance.

    `overlooked` is the share of all steps that a level which chooses at a glance doesn't see.
    """

    plays_out: bool = True
    overlooked: float = 0.0


LEVELS = (
    (Level("sees captures and dangers, but only two of five of its moves", 1), Skill(plays_out=False, overlooked=0.6)),
    (Level("plays 10 matches out in its head before each move", 10), Skill()),
    (Level("plays 60 matches out in its head before each move", 60), Skill()),
    (Level("plays 1,000 matches out in its head before each move", 1000), Skill()),
)
"""Level 1 first; a node is a match played out."""
