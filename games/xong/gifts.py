"""Which new Xoids fit: what can be given, the smallest first."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from games.xong import shapes
from games.xong.fitting import fits, placements, smallest_new
from games.xong.lattice import Mask, bits, normal, spread

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_BREADTH = 40
"""How many sets of legs are carried from one size to the next when larger Xoids are looked for."""


def new_that_fit(vacant: Mask, played: tuple[str, ...]) -> Iterator[str]:
    """Yield canonical texts of Xoids that may be given: all with a number, then larger ones as they are found.

    At least one is yielded if any new Xoid fits, and all of the smallest size that has any.
    """
    numbered = [
        shape.text for size in shapes.catalogue() for shape in size if shape.text not in played and fits(shape, vacant)
    ]
    yield from numbered
    found = {*played, *numbered}
    largest = [placements(shape, vacant)[:2] for shape in shapes.catalogue()[-1]]
    level: Iterable[Mask] = [legs for few in largest for legs in few] if numbered else smallest_new(vacant, played)
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
        level = _grown(islice(forms.values(), _BREADTH), vacant)


def _grown(level: Iterable[Mask], vacant: Mask) -> Iterator[Mask]:
    for legs in level:
        for leg in bits(spread(legs) & vacant & ~legs):
            yield legs | 1 << leg
