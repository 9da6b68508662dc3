"""What the alpha-beta search asks of Xero-G: the most mobile of the flights that don't let the opponent win at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.search.alpha_beta import BudgetSpent
from engines.xero_g.board import mobility
from engines.xero_g.flights import WON, flights, fly, winning_flight

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from engines.xero_g.board import Position
    from games.xero_g.state import Flight

    Child = tuple[Flight, Position]


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
