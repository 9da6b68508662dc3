"""The score: which hexagons each player touches, and the points for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.xong.lattice import Mask, spread

if TYPE_CHECKING:
    from games.xong.board import LegBoard


@dataclass(frozen=True, slots=True)
class Score:
    """Hexagons by the players who touch them, as points of the lattice. Touching is by side, never by corner (R1).

    `only` holds what red alone and blue alone touch, `cashed` those of them that have no vacant side left, `greened`
    what both touch.
    """

    only: tuple[Mask, Mask]
    cashed: tuple[Mask, Mask]
    greened: Mask

    @property
    def points(self) -> tuple[int, int]:
        """The standing during play: 1 for a hexagon that only you touch, 2 once it is cashed."""
        (red, blue), (red_cashed, blue_cashed) = self.only, self.cashed
        return red.bit_count() + red_cashed.bit_count(), blue.bit_count() + blue_cashed.bit_count()

    def final(self, last: int) -> tuple[int, int]:
        """Return the points at the end: 2 for a hexagon that only you touch, 1 for not having placed last."""
        red, blue = self.only
        return 2 * red.bit_count() + (last == 2), 2 * blue.bit_count() + (last == 1)


def count_score(board: LegBoard, legs: tuple[Mask, Mask]) -> Score:
    """Return the score when red and blue have taken these legs."""
    red, blue = (spread(mine) & board.cell_mask for mine in legs)
    closed = board.cell_mask & ~spread(board.legs & ~(legs[0] | legs[1]))
    only = red & ~blue, blue & ~red
    return Score(only, (only[0] & closed, only[1] & closed), red & blue)
