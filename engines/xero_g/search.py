"""What the searches of Xero-G ask: forced wins by exhaustive search, the most mobile safe flights, and good setups."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from engines.contract import ForcedWin
from engines.search.alpha_beta import BudgetSpent
from engines.xero_g.board import (
    WON,
    Position,
    compact,
    flights,
    fly,
    mask_of,
    mobility,
    positions_before,
    winning_flight,
)
from games.xero_g.aids import LAYOUTS
from games.xero_g.notation import write
from games.xero_g.state import SOUTH

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from games.xero_g.state import Flight, State

    Child = tuple[Flight, Position]


def prove(state: State, depth: int, nodes: int) -> ForcedWin | None:
    """Return the mover's quickest forced win within `depth` own turns, without any move if there is none.

    Returns None if that isn't known after looking at so many positions. A flight back to a position of the match so far
    doesn't count as winning.
    """
    root = compact(state)
    search = Proofs(root.mover, positions_before(state, 1), nodes)
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
        root = compact(state)
        return Proofs(root.mover, positions_before(state, 1), nodes).line_by(root, flight, turns)
    except BudgetSpent:
        return ()


def saving_moves(state: State) -> Iterator[str]:
    """Yield the moves after which the opponent has no turn that wins, or that win themselves."""
    root = compact(state)
    for flight in flights(root):
        child = fly(root, flight)
        if child.pips == WON or child.mover != 3 - root.mover or not winning_flight(child, child.mover):
            yield write(flight)


class Proofs:
    """Searches for forced wins of a seat, which raise `BudgetSpent` after looking at `nodes` positions in all.

    A flight back to one of the positions `before` doesn't count as winning.
    """

    def __init__(self, seat: int, before: Collection[Position], nodes: int) -> None:
        self.nodes_used = 0
        self._seat, self._before, self._nodes = seat, before, nodes
        self._lines: dict[tuple[Position, int], tuple[Flight, ...]] = {}
        self._refutations: dict[int, dict[Flight, None]] = {}

    def line_by(self, position: Position, flight: Flight, turns: int) -> tuple[Flight, ...]:
        """Return the longest line after a flight of the seat by which it wins within `turns` own turns, that included.

        Returns nothing if some reply holds.
        """
        child = self._fly(position, flight)
        if child.pips == WON:
            return (flight,) if child.mover != self._seat else ()
        if turns <= 1 or not child.mover or child in self._before:
            return ()
        line = self.line(child, turns - 1)
        return (flight, *line) if line else ()

    def _fly(self, position: Position, flight: Flight) -> Position:
        if self.nodes_used >= self._nodes:
            raise BudgetSpent
        self.nodes_used += 1
        return fly(position, flight)

    def line(self, position: Position, turns: int) -> tuple[Flight, ...]:
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
        child = self._fly(position, flight)
        if not child.mover or child in self._before:
            return ()
        line = self.line(child, turns)
        return (flight, *line) if line else ()


def _first(likely: Iterable[Flight], legal: list[Flight]) -> list[Flight]:
    """Return legal flights, the latest of the likely ones first."""
    ranks = {flight: rank for rank, flight in enumerate(likely)}
    return sorted(legal, key=lambda flight: -ranks.get(flight, -1))


class SearchRules:
    """The rules of a search that looks at no more than `nodes` positions; `BudgetSpent` is raised then.

    It sees flights into the base of at most `boosts` boosts, and looks further at no more than `width` flights of a
    position. Positions in `drawn` have stood twice, so they draw.
    """

    def __init__(self, nodes: int, width: int, boosts: int, drawn: Collection[Position] = ()) -> None:
        self.nodes_used = 0
        self._nodes, self._width, self._boosts, self._drawn = nodes, width, boosts, drawn
        self._turns: dict[Position, Sequence[Child]] = {}
        self._wins: dict[Position, Flight | None] = {}

    def mover(self, position: Position) -> int:
        """Return the seat to move."""
        return position.mover

    def outcome(self, position: Position) -> int | None:
        """Return -1 after a flight into the base, 0 in a draw, None while the match goes on."""
        if position.pips == WON:
            return -1
        return None if position.mover and position not in self._drawn else 0

    def turns(self, position: Position) -> Sequence[Child]:
        """Return the flight that wins at once, or the best safe ones, or one that loses if there are no safe ones."""
        known = self._turns.get(position)
        if known is None:
            known = self._turns[position] = self.forcing_turns(position) or self._best_turns(position)
        return known

    def limit_turns(self, position: Position, turns: Sequence[Child]) -> None:
        """Search these turns only in a position."""
        self._turns[position] = turns

    def forcing_turns(self, position: Position) -> Sequence[Child]:
        """Return the flight that wins at once if there is one."""
        win = self.win(position)
        return ((win, fly(position, win)),) if win else ()

    def win(self, position: Position) -> Flight | None:
        """Return a flight of the mover into the base, or None if it sees none."""
        if position not in self._wins:
            self._wins[position] = winning_flight(position, position.mover, self._boosts)
        return self._wins[position]

    def evaluate(self, position: Position) -> int:
        """Return how many more squares the mover's ships reach than the opponent's."""
        return mobility(position, self._boosts)

    def value_of(self, position: Position, child: Position) -> int:
        """Return the static value of a turn for its mover. Raises `BudgetSpent`."""
        if self.nodes_used >= self._nodes:
            raise BudgetSpent
        self.nodes_used += 1
        if self.outcome(child) is not None:
            return 0
        value = self.evaluate(child)
        return value if child.mover == position.mover else -value

    def is_safe(self, position: Position, child: Position) -> bool:
        """Return whether it sees no flight of the opponent into the base after a turn."""
        return self.outcome(child) is not None or child.mover == position.mover or self.win(child) is None

    def _best_turns(self, position: Position) -> Sequence[Child]:
        children = [(flight, fly(position, flight)) for flight in flights(position)]
        best_first = sorted(children, key=lambda child: -self.value_of(position, child[1]))
        safe: list[Child] = []
        for child in best_first:
            if self.is_safe(position, child[1]):
                safe.append(child)
                if len(safe) == self._width:
                    break
        return safe or best_first[:1]


_REPLIES = 5
"""Setups of North that a setup of South is measured by."""
_LOST = 1000


def rank_setups(state: State, seed: int, nodes: int, boosts: int) -> tuple[list[str], int]:
    """Return setups, best first, and how many positions were looked at to compare them."""
    rng = Random(seed)  # noqa: S311 - not a secret
    rows = [bytes(map(int, layout)) for layout in LAYOUTS]
    rng.shuffle(rows)
    replies = rng.sample(rows, _REPLIES)
    south = bytes(state.board[:6])
    ranked: list[tuple[int, bytes]] = []
    used = 0
    for row in rows:
        pairs = [(south, row)] if state.laid else [(row, reply) for reply in replies]
        if ranked and used + len(pairs) > nodes:
            break
        values = [_value(*pair, boosts) for pair in pairs]
        used += len(pairs)
        ranked.append((-values[0] if state.laid else min(values), row))
    ranked.sort(key=lambda one: -one[0])
    return ["".join(map(str, row)) for _, row in ranked], used


def _value(south: bytes, north: bytes, boosts: int) -> int:
    """Return the value of two setups for South, who flies first."""
    pips = south + bytes(24) + north
    position = Position(SOUTH, pips, mask_of(pips))
    if winning_flight(position, SOUTH, boosts):
        return _LOST
    return mobility(position, boosts)
