"""The search of Xong: a placement and a gift are as good as the best reply to them is bad."""

from __future__ import annotations

from dataclasses import dataclass
from heapq import nlargest
from typing import TYPE_CHECKING, NamedTuple

from engines.xong.board import SIDES, gifts

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from engines.xong.board import Board, Placement

WORTH = (200, 160, 125, 110, 75, 85, 85)
"""What a hexagon that one player alone touches is worth in hundredths of a point, by its vacant sides.

Found by linear regression of the final lead in 80 matches of the engine against itself; with these weights it won 18 of
20 against itself with 133 for every hexagon with vacant sides.
"""
POINT = 100
SURE = 100_000
"""What a win is worth at least, and a loss at most with its sign turned."""


class Turn(NamedTuple):
    """A placement, the number of the Xoid given, and the value for the mover.

    The gift is None where none of the Xoids in `gifts` is left.
    """

    value: int
    placement: Placement
    gift: int | None


@dataclass(frozen=True, slots=True)
class Position:
    """Which legs are taken, which hexagons the mover (`own`) and the other touch, and what it is worth for the mover.

    `fits` has the places for the Xoid of each number in `gifts`; none for one that is played or in hand.
    """

    taken: int
    own: int
    other: int
    value: int
    fits: tuple[Sequence[Placement], ...]


@dataclass(frozen=True)
class Width:
    """How many placements a search tries, how many of the turns made of them it follows, and for how many turns."""

    placements: int
    turns: int
    depth: int


def worth(own: int, other: int, vacant: int) -> int:
    """Return what a hexagon is worth for a player who touches it or not."""
    return (own - other) * WORTH[vacant]


def value_of(board: Board, taken: int, own: int, other: int) -> int:
    """Return what a position is worth for a player."""
    return sum(
        worth(own >> hexagon & 1, other >> hexagon & 1, (sides & ~taken).bit_count())
        for hexagon, sides in enumerate(board.sides)
    )


def gains(board: Board, position: Position) -> list[int]:
    """Return what touching a hexagon adds for the mover, by the numbers in `Placement.touched`."""
    table = [0] * (SIDES * len(board.sides))
    for hexagon, sides in enumerate(board.sides):
        other, vacant = position.other >> hexagon & 1, (sides & ~position.taken).bit_count()
        before = worth(position.own >> hexagon & 1, other, vacant)
        for count in range(1, vacant + 1):
            table[SIDES * hexagon + count] = worth(1, other, vacant - count) - before
    return table


def play(position: Position, placement: Placement, gain: int) -> Position:
    """Return the position after a placement, for the other player."""
    own, legs = position.own, placement.legs
    for touched in placement.touched:
        own |= 1 << touched // SIDES
    fits = tuple([[one for one in places if not one.legs & legs] for places in position.fits])
    return Position(position.taken | legs, position.other, own, -position.value - gain, fits)


def give(position: Position, gift: int) -> Position:
    """Return the position in which a Xoid is in hand, so that it can't be given again."""
    fits = position.fits
    return Position(position.taken, position.own, position.other, position.value, (*fits[:gift], (), *fits[gift + 1 :]))


class Search:
    """A search of one position; `nodes` counts the gifts weighed up, and from `budget` on nothing goes deeper.

    It weighs up the gifts with the numbers `seen`; others only where none of these fits.
    """

    def __init__(self, board: Board, budget: int, seen: Container[int]) -> None:
        self.nodes = 0
        self._board = board
        self._budget = budget
        self._seen = seen

    def turns(self, position: Position, places: Sequence[Placement], width: Width) -> list[Turn]:
        """Return turns that place the Xoid in hand on one of some places, the best first, at least one."""
        found: list[Turn] = []
        after: dict[Placement, Position] = {}
        for gain, placement in self._best_placements(position, places, width.placements):
            if found and self.nodes >= self._budget:
                break
            after[placement] = child = play(position, placement, gain)
            found.extend(self._gifts(child, placement))
        found.sort(key=lambda turn: -turn.value)
        if width.depth == 1:
            return found
        deeper: list[Turn] = []
        narrower = Width(max(1, width.placements // 3), max(1, width.turns // 2), width.depth - 1)
        for turn in found[: width.turns]:
            if self.nodes >= self._budget:
                break
            if turn.gift is None:
                deeper.append(turn)
                continue
            child = after[turn.placement]
            replies = self.turns(give(child, turn.gift), child.fits[turn.gift], narrower)
            deeper.append(turn._replace(value=-replies[0].value))
        return sorted(deeper, key=lambda turn: -turn.value) or found

    def _best_placements(
        self, position: Position, places: Sequence[Placement], most: int
    ) -> list[tuple[int, Placement]]:
        gain = gains(self._board, position).__getitem__
        return nlargest(most, [(sum(map(gain, place.touched)), place) for place in places])

    def _gifts(self, child: Position, placement: Placement) -> list[Turn]:
        """Return the turns that end with a gift after a placement, each as good as the best reply is bad."""
        gain = gains(self._board, child).__getitem__
        fitting = [gift for gift, places in enumerate(child.fits) if places]
        turns: list[Turn] = []
        for gift in [gift for gift in fitting if gift in self._seen] or fitting:
            self.nodes += 1
            reply = max([sum(map(gain, place.touched)) for place in child.fits[gift]])
            turns.append(Turn(-child.value - reply, placement, gift))
        return turns or [Turn(final(child), placement, None)]


def final(after: Position) -> int:
    """Return what a match that ends in a position is worth for the player who placed last; more than any estimate."""
    lead = 2 * (after.other & ~after.own).bit_count() - 2 * (after.own & ~after.other).bit_count() - 1
    return POINT * lead + (SURE if lead > 0 else -SURE)


def worth_trying(position: Position, places: Sequence[Placement]) -> Sequence[Placement]:
    """Return the places that win the match at once, else those that don't lose it at once, else all."""
    wins: list[Placement] = []
    rest: list[Placement] = []
    for place in places:
        if any(not one.legs & place.legs for others in position.fits for one in others):
            rest.append(place)
        elif final(play(position, place, 0)) > 0:
            wins.append(place)
    return wins or rest or places


def begin(board: Board, taken: int, own: int, other: int, gone: Sequence[str]) -> Position:
    """Return a position from what the players have; Xoids that are `gone` are not given any more."""
    fits = tuple(
        [() if text in gone else [one for one in board.placements(text) if not one.legs & taken] for text in gifts()]
    )
    return Position(taken, own, other, value_of(board, taken, own, other), fits)
