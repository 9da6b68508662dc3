"""What the alpha-beta search asks of Martian Life."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.martian_life.board import can_move, count_neighbours, points, turns
from engines.search.alpha_beta import BudgetSpent

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from engines.martian_life.board import Pieces, Position

    Child = tuple[int, Position]

_SMALL, _MEDIUM, _LARGE = 2, 30, 90
"""What a piece is worth by its size. Smalls are hardly worth their point: these and the values of pieces with the right
neighbours began with a linear regression of the end of 107 matches, and won 93% of 7 against values nearer to points.
"""
_PROMOTABLE_SMALL, _PROMOTABLE_MEDIUM = 4, 10
_SAFE_LARGE = 20
_CONTEMPT = 30
"""How much worse than a draw a position may be for the eager seat to go on."""


class SearchRules:
    """The rules of a search that looks at no more than `nodes` positions; `BudgetSpent` is raised then.

    Positions in `drawn` draw. Seat `eager` would rather go on, a few points behind, than draw: in an even match both
    seats could pass for ever.
    """

    def __init__(
        self, nodes: int, *, unlimited: bool, target: int, drawn: Collection[Position] = (), eager: int = 1
    ) -> None:
        self.nodes_used = 0
        self._nodes, self._unlimited, self._target, self._drawn = nodes, unlimited, target, drawn
        self._contempt = _CONTEMPT if eager == 1 else -_CONTEMPT
        self._root: dict[Position, Sequence[Child]] = {}

    def mover(self, position: Position) -> int:
        """Return the seat to move."""
        return position.mover

    def outcome(self, position: Position) -> int | None:
        """Return 1, 0 or -1 if the mover of a finished match won, drew or lost, or None while the match goes on."""
        mover, red, yellow = position
        lead, most = points(red), points(yellow)
        lead, most = lead - most, max(lead, most)
        if most > self._target and lead:
            return 1 if (lead > 0) == (mover == 1) else -1
        drawn = not most or position in self._drawn or not can_move(position, mover, unlimited=self._unlimited)
        return 0 if drawn else None

    def turns(self, position: Position) -> Sequence[Child]:
        """Return a turn to each position that can follow, those that gain most points first. Raises `BudgetSpent`."""
        if position in self._root:
            return self._root[position]
        found = distinct_turns(position, unlimited=self._unlimited)
        self._count(len(found))
        sign = 1 if position.mover == 1 else -1
        return sorted(found, key=lambda child: sign * (points(child[1].yellow) - points(child[1].red)))

    def limit_turns(self, position: Position, turns: Sequence[Child]) -> None:
        """Search these turns only in a position, in this order. Raises `BudgetSpent`."""
        self._count(len(turns))
        self._root[position] = turns

    def forcing_turns(self, position: Position) -> Sequence[Child]:
        """Return none: every position can be evaluated."""
        del position
        return ()

    def evaluate(self, position: Position) -> int:
        """Return how much better the mover's pieces are than the opponent's."""
        mover, red, yellow = position
        taken = red[0] | red[1] | red[2] | yellow[0] | yellow[1] | yellow[2]
        bits = count_neighbours(taken)
        value = _value(red, bits) - _value(yellow, bits) + self._contempt
        return value if mover == 1 else -value

    def _count(self, number: int) -> None:
        if self.nodes_used + number > self._nodes:
            raise BudgetSpent
        self.nodes_used += number


def distinct_turns(position: Position, *, unlimited: bool) -> list[Child]:
    """Return one turn to each position that can follow."""
    by_child = {child: turn for turn, child in turns(position, unlimited=unlimited)}
    return [(turn, child) for child, turn in by_child.items()]


def _value(pieces: Pieces, bits: tuple[int, int, int, int]) -> int:
    """Return the value of a seat's pieces, given the bits of how many neighbours each square has."""
    small, medium, large = pieces
    ones, twos, fours, _ = bits
    return (
        _SMALL * small.bit_count()
        + _MEDIUM * medium.bit_count()
        + _LARGE * large.bit_count()
        + _PROMOTABLE_SMALL * (small & ones & twos).bit_count()
        + _PROMOTABLE_MEDIUM * (medium & ones & fours).bit_count()
        + _SAFE_LARGE * (large & twos & fours & ~ones).bit_count()
    )
