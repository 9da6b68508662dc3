"""Where a Xoid fits on vacant legs."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from games.xong.lattice import CELL_POINTS, Mask, bits

if TYPE_CHECKING:
    from games.xong.shapes import Shape


def fits(shape: Shape, vacant: Mask) -> bool:
    """Return whether a Xoid fits somewhere on the vacant legs."""
    return any(_translations(form, vacant) for form in shape.forms)


@lru_cache(maxsize=32)
def placements(shape: Shape, vacant: Mask) -> tuple[Mask, ...]:
    """Return every set of vacant legs that has this shape, each once."""
    return tuple([form << point for form in shape.forms for point in bits(_translations(form, vacant))])


def _translations(form: Mask, vacant: Mask) -> Mask:
    """Return all points to which an orientation can be moved so that it lies on vacant legs.

    It takes one step for each leg of the form, whatever the board: the points from which that leg would be vacant.
    """
    points = CELL_POINTS
    for leg in bits(form):
        points &= vacant >> leg
        if not points:
            break
    return points
