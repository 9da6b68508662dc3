"""How good a step of Zyrcan looks at a glance.

The weights of captures were found in matches of players who differ in them. Ships are leapt over, so that what a ship
attacks depends on its cell alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engines.zyrcan.board import DEPLOY, cells_of
from engines.zyrcan.steps import PLACEMENT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engines.zyrcan.board import Position


@dataclass(frozen=True)
class Policy:
    """What a player looks at, each weight for one engine.

    `taken` is for a captured ship, `risked` for landing where an enemy can capture, `escaped` for leaving such a cell,
    `saved` for own ships that the captured one attacks, `aimed` for ships attacked from the landing, `exposed` for a
    ship put where enemies attack, for each of them.
    """

    taken: int = 10
    risked: int = 6
    escaped: int = 5
    saved: int = 3
    aimed: int = 1
    exposed: int = 3

    def scored(self, position: Position, steps: Sequence[int]) -> list[tuple[int, int]]:
        """Return steps of the seat to move, each after its score."""
        if position.phase == DEPLOY and steps and steps[0] >= PLACEMENT:
            return [(self.placement(position, step), step) for step in steps]
        return self.flights(position, steps)

    def placement(self, position: Position, step: int) -> int:
        """Return the score of a placement of the seat to move."""
        engines, cell = step >> 12, step & 63
        lines, sizes = position.tables.captures, position.sizes
        own = position.fleets[position.mover]
        score = 0
        for size in (1, 2, 3):
            others = sizes[size] & ~own
            score += self.aimed * size * (lines[engines][cell] & others).bit_count()
            score -= self.exposed * engines * (lines[size][cell] & others).bit_count()
        return score

    def flights(self, position: Position, steps: Sequence[int]) -> list[tuple[int, int]]:
        """Return flights of the seat to move, each after its score."""
        board, sizes = position.board, position.sizes
        own = position.fleets[position.mover]
        _, lines1, lines2, lines3 = position.tables.captures
        foes1, foes2, foes3 = sizes[1] & ~own, sizes[2] & ~own, sizes[3] & ~own
        found: list[tuple[int, int]] = []
        for step in steps:
            start, landing = step >> 6, step & 63
            engines, taken = board[start] & 3, board[landing] & 3
            score = self.taken * taken
            if lines1[landing] & foes1 or lines2[landing] & foes2 or lines3[landing] & foes3:
                score -= self.risked * engines
            if lines1[start] & foes1 or lines2[start] & foes2 or lines3[start] & foes3:
                score += self.escaped * engines
            if taken and self.saved:
                attacked = position.tables.captures[taken][landing] & own
                if attacked:
                    score += self.saved * sum(board[cell] & 3 for cell in cells_of(attacked))
            found.append((score, step))
        return found
