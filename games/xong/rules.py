"""What fits and what can be given, what a turn does, when a match is over and who wins (rulings R1 to R5)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from games.contract import Option, Result, win_of_two
from games.message import message
from games.translation import gettext_noop as N_
from games.xong import shapes
from games.xong.board import FEWEST, KINDS, MOST
from games.xong.lattice import CELL_POINTS, Mask, bits, normal, parts, spread
from games.xong.state import State, Turn

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from games.xong.board import LegBoard
    from games.xong.shapes import Shape
    from games.xong.state import Move


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


@lru_cache(maxsize=4096)
def leads_to_new_xoid(legs: Mask, board: Mask, vacant: Mask, played: tuple[str, ...]) -> bool:
    """Return whether connected legs are, or become by more legs of the board, a Xoid that can be given.

    They may lie anywhere on the board. More legs are looked for only where they make a played Xoid.
    """
    shape = shapes.of(legs)
    if not fits(shape, vacant):
        return False
    return shape.text not in played or any(
        leads_to_new_xoid(legs | 1 << leg, board, vacant, played) for leg in bits(spread(legs) & board & ~legs)
    )


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


SEATS = (N_("Red"), N_("Blue"))


FREE, SINGLE = "free", "single"
FIRST = (FREE, SINGLE, *map(str, range(2, 10)))
"""What the first Xoid can be: any that blue gives, the one of a single leg, or a straight one of so many legs."""


def start(board: LegBoard, first: str = FREE) -> State:
    """Return the empty board: blue to give red the first Xoid, or red to place the `first` one (R8).

    A straight Xoid that is too long for the board is replaced by the longest that fits.
    """
    if first == FREE:
        return State(board, (0, 0), None, (), 2)
    longest = 1 if first == SINGLE else int(first)
    straight = (shapes.read(shapes.straight(legs)) for legs in range(longest, 0, -1))
    hand = next(shape for shape in straight if fits(shape, board.legs))
    return State(board, (0, 0), hand.text, (), 1)


def play(state: State, move: Move) -> State:
    """Return the state after a legal move. Raises `ValueError` when a turn without a gift still owes one."""
    if state.mover is None:
        raise ValueError("The match is over.")
    number = shapes.number(move.gift) if move.gift else None
    if state.hand is None:
        return replace(state, hand=move.gift, mover=1, last=Turn(2, move, None, number, (0, 0)))
    seat = state.mover
    red, blue = state.legs
    legs = (red | move.legs, blue) if seat == 1 else (red, blue | move.legs)
    before, now = count_score(state.board, state.legs), count_score(state.board, legs)
    change = now.points[0] - before.points[0], now.points[1] - before.points[1]
    last = Turn(seat, move, state.hand, number, change)
    after = State(state.board, legs, move.gift, add_played(state.played, state.hand), 3 - seat, last)
    if move.gift is not None:
        return after
    if find_new_xoid(after.vacant, after.played) is not None:
        raise ValueError("A new Xoid still fits, so one must be given.")
    return replace(after, mover=None, outcome=final(state.board, legs, seat))


def add_played(played: tuple[str, ...], text: str) -> tuple[str, ...]:
    """Return the canonical texts of the Xoids played, in order, with one more."""
    return tuple(sorted((*played, text), key=shapes.by_text))


def final(board: LegBoard, legs: tuple[Mask, Mask], last: int) -> Result:
    """Return the result of a match in which seat `last` placed last and no new Xoid fits."""
    red, blue = points = count_score(board, legs).final(last)
    reason = message(N_("{more} points to {fewer}"), more=max(points), fewer=min(points))
    return win_of_two(1 if red > blue else 2, reason, points)


OPTIONS = (
    Option(
        "board",
        N_("The shape of the board"),
        "standard",
        choices=KINDS,
        label=N_("Board"),
        labels=(N_("standard"), N_("random"), N_("symmetric"), N_("islands")),
    ),
    Option(
        "hexes",
        N_("How many hexagons a board that isn't standard has"),
        61,
        low=FEWEST,
        high=MOST,
        label=N_("Hexagons"),
    ),
    Option(
        "first",
        N_("The first Xoid: any that blue gives, or a straight one of so many legs"),
        FREE,
        FIRST,
        advised=SINGLE,
        advice=N_("about even; a longer one, of 2 to 9 legs, is a handicap for blue"),
        label=N_("First Xoid"),
        labels=(N_("free"), N_("single")),
    ),
)
