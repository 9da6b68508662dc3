"""Alpha-beta search with iterative deepening, a transposition table and a search of forcing turns at its horizon.

It is for two players and perfect information. The algorithm is the negamax form of Knuth and Moore, "An Analysis of
Alpha-Beta Pruning", Artificial Intelligence 6 (1975).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

P = TypeVar("P", bound="Hashable")
T = TypeVar("T", bound="Hashable")
T_co = TypeVar("T_co", bound="Hashable", covariant=True)

WIN = 1_000_000
"""The value of a match that is won now. A win in n turns is worth n less; estimates stay below `SURE_WIN`."""
SURE_WIN = WIN - 1_000
_INFINITY = WIN + 1


class Rules(Protocol[P, T_co]):
    """What the search asks of a game. `P` is a position, `T_co` a turn."""

    def mover(self, position: P) -> int:
        """Return the seat to move; in a finished match any seat."""
        ...

    def outcome(self, position: P) -> int | None:
        """Return 1, 0 or -1 if the mover of a finished match won, drew or lost, or None while the match goes on."""
        ...

    def turns(self, position: P) -> Sequence[tuple[T_co, P]]:
        """Return turns and the positions that they lead to, likely best ones first, and at least one.

        An engine may leave turns out that are hardly good; what the search then shows is no proof.
        """
        ...

    def forcing_turns(self, position: P) -> Sequence[tuple[T_co, P]]:
        """Return the turns, such as captures, without which the position can't be evaluated; often none."""
        ...

    def evaluate(self, position: P) -> int:
        """Return how good the position is for its mover, between -`SURE_WIN` and `SURE_WIN`."""
        ...


@dataclass(frozen=True, slots=True)
class Line(Generic[T]):
    """The turns that the search expects, and their value for the mover."""

    turns: tuple[T, ...]
    value: int


@dataclass(frozen=True, slots=True)
class _Entry(Generic[T]):
    """What the table keeps of a position: the value at a depth, or a bound of it, and the line."""

    depth: int
    low: int
    high: int
    turns: tuple[T, ...]

    def value(self, depth: int, alpha: int, beta: int) -> int | None:
        """Return a value that answers a search of a depth and a window, or None if the entry doesn't tell."""
        if self.depth < depth:
            return None
        if self.low == self.high or self.low >= beta:
            return self.low
        return self.high if self.high <= alpha else None


class BudgetSpent(Exception):  # noqa: N818 - it ends a search, and is no error
    """The nodes of the search are used up. Rules that count their own work raise it too."""


class AlphaBeta(Generic[P, T]):
    """A search of one position.

    It ends after `nodes` positions, at `max_depth` turns, or when a win is found. The best `lines` turns get exact
    values. `nodes_used` and `depth` (of the last finished iteration) tell how far it came.
    """

    def __init__(self, rules: Rules[P, T], nodes: int, *, max_depth: int = 64, lines: int = 1) -> None:
        self.nodes_used = 0
        self.depth = 0
        self._rules = rules
        self._nodes = nodes
        self._max_depth = max_depth
        self._lines = lines
        self._table: dict[P, _Entry[T]] = {}

    def search(self, position: P) -> list[Line[T]]:
        """Return the turns of a position in which the match goes on, best first, each with its line.

        Turns behind the first `lines` keep the order and value of an earlier, shallower iteration.
        """
        children = dict(self._rules.turns(position))
        ranked = [Line((turn,), 0) for turn in children]
        mover = self._rules.mover(position)
        for depth in range(1, self._max_depth + 1):
            searched: list[Line[T]] = []
            try:
                for line in ranked:
                    turn = line.turns[0]
                    best = sorted((one.value for one in searched), reverse=True)[: self._lines]
                    alpha = best[-1] if len(best) == self._lines else -_INFINITY
                    value, turns = self._from_parent(mover, children[turn], depth - 1, 1, alpha, _INFINITY)
                    searched.append(Line((turn, *turns), value))
            except BudgetSpent:
                return _merge(ranked, searched)
            ranked = _merge(ranked, searched)
            self.depth = depth
            if abs(ranked[0].value) >= SURE_WIN:
                break
        return ranked

    def _from_parent(
        self, mover: int, child: P, depth: int, ply: int, alpha: int, beta: int
    ) -> tuple[int, tuple[T, ...]]:
        """Return the value of a child position for the player who moves to it, and the line from there."""
        if self._rules.mover(child) == mover:
            return self._value(child, depth, ply, alpha, beta)
        value, turns = self._value(child, depth, ply, -beta, -alpha)
        return -value, turns

    def _value(self, position: P, depth: int, ply: int, alpha: int, beta: int) -> tuple[int, tuple[T, ...]]:
        """Return the value of a position for its mover, exact between `alpha` and `beta`, and the line."""
        if self.nodes_used >= self._nodes:
            raise BudgetSpent
        self.nodes_used += 1
        outcome = self._rules.outcome(position)
        if outcome is not None:
            return outcome * (WIN - ply), ()
        depth, entry = max(0, depth), self._table.get(position)
        if entry is not None and (known := entry.value(depth, alpha, beta)) is not None:
            return known, entry.turns
        if depth == 0:
            best, turns, children = self._rules.evaluate(position), (), self._rules.forcing_turns(position)
        else:
            best, turns, children = -_INFINITY, (), _first(self._rules.turns(position), entry)
        mover, low = self._rules.mover(position), max(alpha, best)
        for turn, child in children:
            if low >= beta:
                break
            value, further = self._from_parent(mover, child, depth - 1, ply + 1, low, beta)
            if value > best:
                best, turns, low = value, (turn, *further), max(low, value)
        if abs(best) < SURE_WIN:  # wins are counted from the root, so they hold at one distance from it only
            self._table[position] = _Entry(
                depth, best if best > alpha else -_INFINITY, best if best < beta else _INFINITY, turns
            )
        return best, turns


def _first(children: Sequence[tuple[T, P]], entry: _Entry[T] | None) -> Sequence[tuple[T, P]]:
    """Return turns with the one that an earlier iteration found best at the front."""
    if entry is None or not entry.turns:
        return children
    return sorted(children, key=lambda child: child[0] != entry.turns[0])


def _merge(before: Sequence[Line[T]], searched: Sequence[Line[T]]) -> list[Line[T]]:
    """Return the lines of an iteration by value, then those that it didn't reach, and last those that surely lose."""
    done = {line.turns[0] for line in searched}
    best_first = sorted(searched, key=lambda line: -line.value)
    lines = best_first + [line for line in before if line.turns[0] not in done]
    return sorted(lines, key=lambda line: line.value <= -SURE_WIN)
