"""Where Xoids fit, and whether any new one does: decided by exact search (R2)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from games.xong import shapes
from games.xong.lattice import CELL_POINTS, Mask, bits, normal, parts, spread

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.xong.shapes import Shape


def fits(shape: Shape, vacant: Mask) -> bool:
    """Return whether a Xoid lies somewhere on vacant legs only."""
    return any(_places(form, vacant) for form in shape.forms)


def _places(form: Mask, vacant: Mask) -> Mask:
    """Return all points by which an orientation can be moved so that it lies on vacant legs.

    One step for each leg of the form, whatever the board: leg by leg, the points from which that leg would be vacant.
    """
    places = CELL_POINTS
    for leg in bits(form):
        places &= vacant >> leg
        if not places:
            break
    return places


@lru_cache(maxsize=32)
def placements(shape: Shape, vacant: Mask) -> tuple[Mask, ...]:
    """Return every set of vacant legs that has this shape, each once."""
    return tuple([form << place for form in shape.forms for place in bits(_places(form, vacant))])


@lru_cache(maxsize=256)
def played_forms(played: tuple[str, ...]) -> frozenset[Mask]:
    """Return all orientations of the played Xoids, given by their canonical texts."""
    return frozenset(form for text in played for form in shapes.read(text).forms)


@lru_cache(maxsize=256)
def new_xoid(vacant: Mask, played: tuple[str, ...]) -> Mask | None:
    """Return vacant legs that make a Xoid not played so far, or None if no Xoid of any size is left that fits.

    A part with k or more connected legs holds connected sets of every size up to k. So if a size that some part holds
    was never played, any set of that size will do. Otherwise the smallest new ones are searched for.
    """
    sizes = {shapes.read(text).size for text in played}
    largest = max(parts(vacant), key=int.bit_count, default=0)
    unplayed = next((size for size in range(1, largest.bit_count() + 1) if size not in sizes), None)
    if unplayed is not None:
        return _connected_part(largest, unplayed)
    return next(smallest_new(vacant, played), None)


def _connected_part(legs: Mask, size: int) -> Mask:
    """Return some `size` connected legs out of a connected set."""
    chosen = legs & -legs
    while chosen.bit_count() < size:
        edge = spread(chosen) & legs & ~chosen
        chosen |= edge & -edge
    return chosen


def smallest_new(vacant: Mask, played: tuple[str, ...]) -> Iterator[Mask]:
    """Yield vacant legs for the new Xoids of the smallest size that any new one has; nothing if there is none.

    Level k holds every connected set of k vacant legs. The search ends with the first level that holds a Xoid not
    played, so every set that is extended has the shape of a played one; and a connected set of k + 1 legs always
    contains one of k, so nothing is missed. A set may be yielded for each of its places.
    """
    old = played_forms(played)
    level = {1 << leg for leg in bits(vacant)}
    while level:
        fresh = [legs for legs in level if normal(legs) not in old]
        if fresh:
            yield from sorted(fresh)
            return
        level = {legs | 1 << leg for legs in level for leg in bits(spread(legs) & vacant & ~legs)}
