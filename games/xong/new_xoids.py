"""The Xoids that can be given: they were not played so far and fit on the vacant legs (R2), by exact search."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from games.xong import shapes
from games.xong.lattice import Mask, bits, normal, parts, spread
from games.xong.placements import fits, placements

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_BREADTH = 40
"""How many sets of legs the search for larger Xoids carries from one size to the next."""


@lru_cache(maxsize=256)
def find_new_xoid(vacant: Mask, played: tuple[str, ...]) -> Mask | None:
    """Return vacant legs that make a Xoid not played so far, or None if no Xoid of any size is left that fits.

    A part with k or more connected legs holds connected sets of every size up to k. So if a size that some part holds
    was never played, any set of that size will do. Otherwise the search looks for the smallest new Xoids.
    """
    sizes = {shapes.read(text).size for text in played}
    largest = max(parts(vacant), key=int.bit_count, default=0)
    unplayed = next((size for size in range(1, largest.bit_count() + 1) if size not in sizes), None)
    if unplayed is not None:
        return _connected_part(largest, unplayed)
    return next(smallest_new_sets(vacant, played), None)


def new_xoids(vacant: Mask, played: tuple[str, ...]) -> Iterator[str]:
    """Yield canonical texts of Xoids that can be given: all in the catalogue, then larger ones as it finds them.

    It yields at least one if any new Xoid fits, and all of the smallest size that has any.
    """
    numbered = [
        shape.text for size in shapes.catalogue() for shape in size if shape.text not in played and fits(shape, vacant)
    ]
    yield from numbered
    found = {*played, *numbered}
    largest = [placements(shape, vacant)[:2] for shape in shapes.catalogue()[-1]]
    level: Iterable[Mask] = [legs for few in largest for legs in few] if numbered else smallest_new_sets(vacant, played)
    while True:
        forms: dict[Mask, Mask] = {}
        for legs in level:
            if forms.setdefault(normal(legs), legs) is not legs:
                continue
            text = shapes.of(legs).text
            if text not in found:
                found.add(text)
                yield text
        if not forms:
            return
        level = _extend(islice(forms.values(), _BREADTH), vacant)


def smallest_new_sets(vacant: Mask, played: tuple[str, ...]) -> Iterator[Mask]:
    """Yield vacant legs for the new Xoids of the smallest size that has any; nothing if there is none.

    Level k holds every connected set of k vacant legs. The search ends with the first level that holds a Xoid not
    played, so every set that it extends has the shape of a played one; and a connected set of k + 1 legs always
    contains one of k, so it misses nothing. It may yield a set for each of its places.
    """
    old = played_forms(played)
    level = {1 << leg for leg in bits(vacant)}
    while level:
        new = [legs for legs in level if normal(legs) not in old]
        if new:
            yield from sorted(new)
            return
        level = set(_extend(level, vacant))


@lru_cache(maxsize=256)
def played_forms(played: tuple[str, ...]) -> frozenset[Mask]:
    """Return all orientations of the played Xoids, given by their canonical texts."""
    return frozenset(form for text in played for form in shapes.read(text).forms)


def _connected_part(legs: Mask, size: int) -> Mask:
    """Return some `size` connected legs out of a connected set."""
    chosen = legs & -legs
    while chosen.bit_count() < size:
        edge = spread(chosen) & legs & ~chosen
        chosen |= edge & -edge
    return chosen


def _extend(level: Iterable[Mask], vacant: Mask) -> Iterator[Mask]:
    """Yield each set with one adjacent vacant leg more."""
    for legs in level:
        for leg in bits(spread(legs) & vacant & ~legs):
            yield legs | 1 << leg
