"""Proofs of forced wins by exhaustive search: every reply of the opponent is tried, however bad it looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.contract import ForcedWin
from engines.search.alpha_beta import BudgetSpent
from engines.xero_g.board import compact
from engines.xero_g.flights import WON, flights, fly, winning_flight
from engines.xero_g.lines import positions_before
from games.xero_g.notation import write

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engines.xero_g.board import Position
    from games.xero_g.state import Flight, State


def prove(state: State, depth: int, nodes: int) -> ForcedWin | None:
    """Return the mover's quickest forced win within `depth` own turns, without any move if there is none.

    Returns None if that isn't known after looking at so many positions. A flight back to a position of the match so far
    doesn't count as winning.
    """
    root = compact(state)
    search = _Proof(state, nodes)
    try:
        for turns in range(1, depth + 1):
            lines = [line for flight in flights(root) if (line := search.line_by(root, flight, turns))]
            if lines:
                return ForcedWin(tuple([write(line[0]) for line in lines]), tuple(map(write, lines[0])), turns)
    except BudgetSpent:
        return None
    return ForcedWin((), (), 0)


def line_of_win(state: State, flight: Flight, turns: int, nodes: int) -> tuple[Flight, ...]:
    """Return a line to the end in which a flight wins within `turns` own turns, nothing if that isn't shown."""
    try:
        return _Proof(state, nodes).line_by(compact(state), flight, turns)
    except BudgetSpent:
        return ()


def saving_moves(state: State) -> Iterator[str]:
    """Yield the moves after which the opponent has no turn that wins, or that win themselves."""
    root = compact(state)
    for flight in flights(root):
        child = fly(root, flight)
        if child.pips == WON or child.mover != 3 - root.mover or not winning_flight(child, child.mover):
            yield write(flight)


class _Proof:
    """A search for forced wins of the seat to move, which raises `BudgetSpent` after looking at `nodes` positions."""

    def __init__(self, state: State, nodes: int) -> None:
        self._seat, self._left = compact(state).mover, nodes
        self._before = positions_before(state, 1)
        self._lines: dict[tuple[Position, int], tuple[Flight, ...]] = {}
        self._refutations: dict[int, dict[Flight, None]] = {}

    def line_by(self, position: Position, flight: Flight, turns: int) -> tuple[Flight, ...]:
        """Return the longest line after a flight of the seat by which it wins within `turns` own turns, that included.

        Returns nothing if some reply holds.
        """
        if not self._left:
            raise BudgetSpent
        self._left -= 1
        child = fly(position, flight)
        if child.pips == WON:
            return (flight,) if child.mover != self._seat else ()
        if turns <= 1 or not child.mover or child in self._before:
            return ()
        line = self._line(child, turns - 1)
        return (flight, *line) if line else ()

    def _line(self, position: Position, turns: int) -> tuple[Flight, ...]:
        """Return the line by which the seat wins within `turns` own turns, whoever is to move, or nothing."""
        key = position, turns
        if key not in self._lines:
            search = self._attack if position.mover == self._seat else self._defend
            self._lines[key] = search(position, turns)
        return self._lines[key]

    def _attack(self, position: Position, turns: int) -> tuple[Flight, ...]:
        win = winning_flight(position, self._seat)
        if win or turns == 1:
            return (win,) if win else ()
        lines = (self.line_by(position, flight, turns) for flight in flights(position))
        return next(filter(None, lines), ())

    def _defend(self, position: Position, turns: int) -> tuple[Flight, ...]:
        """Return the longest line among all replies, or nothing if one of them holds."""
        if winning_flight(position, position.mover):
            return ()
        longest: tuple[Flight, ...] = ()
        known = self._refutations.setdefault(turns, {})
        for flight in _first(known, list(flights(position))):
            line = self._reply(position, flight, turns)
            if not line:
                known.pop(flight, None)
                known[flight] = None
                return ()
            longest = max(longest, line, key=len)
        return longest

    def _reply(self, position: Position, flight: Flight, turns: int) -> tuple[Flight, ...]:
        if not self._left:
            raise BudgetSpent
        self._left -= 1
        child = fly(position, flight)
        if not child.mover or child in self._before:
            return ()
        line = self._line(child, turns)
        return (flight, *line) if line else ()


def _first(likely: Iterable[Flight], legal: list[Flight]) -> list[Flight]:
    """Return legal flights, the latest of the likely ones first."""
    ranks = {flight: rank for rank, flight in enumerate(likely)}
    return sorted(legal, key=lambda flight: -ranks.get(flight, -1))
