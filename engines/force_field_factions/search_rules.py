"""What the alpha-beta search asks of the game: a choice of good turns, and what a position is worth."""

from __future__ import annotations

from heapq import nlargest
from typing import TYPE_CHECKING

from engines.force_field_factions.board import FACING, PLACES, SEAT, Codes, Position, codes_of
from engines.force_field_factions.evaluation import MATCH, PLACED, lost_sizes, material
from engines.force_field_factions.raids import best_raid
from engines.force_field_factions.turns import DESTROYED, Stand, ends
from engines.search.alpha_beta import BudgetSpent
from games.force_field_factions.state import GHOST, UP

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from games.force_field_factions.reachable_positions import Key

_FIRST_CHOICE = 40
"""Turns of a position whose replies are looked at."""


class SearchRules:
    """The rules for `engines.search.alpha_beta`, for positions with one number of fields in the game.

    A turn is written as the pieces after it. At most `nodes` positions are looked at; `BudgetSpent` is raised then.
    `width` is the number of turns that are searched in a position, `drawn` are positions that end the match in a draw,
    and `overlooked` are places of pieces whose attacks aren't seen.
    """

    def __init__(
        self,
        supply: int,
        nodes: int,
        width: int,
        drawn: AbstractSet[Position] = frozenset(),
        overlooked: frozenset[int] = frozenset(),
    ) -> None:
        self.supply = supply
        self.nodes_used = 0
        self._nodes = nodes
        self._width = width
        self._drawn = drawn
        self._overlooked = overlooked
        self._values: dict[Position, int] = {}
        self._turns: dict[Position, list[tuple[Key, Position]]] = {}

    def mover(self, position: Position) -> int:
        """Return the seat to move."""
        return position.seat

    def outcome(self, position: Position) -> int | None:
        """Return 1, 0 or -1 if the mover of a finished match won, drew or lost, or None while it goes on."""
        if position in self._drawn:
            return 0
        lost = lost_sizes(piece // PLACES for piece in position.pieces)
        if not any(lost):
            return None
        return lost[2 - position.seat] - lost[position.seat - 1]

    def turns(self, position: Position) -> Sequence[tuple[Key, Position]]:
        """Return the turns that look best when the reply is looked at."""
        if position not in self._turns:
            children = self.first_choice(position)
            best = sorted(children, key=self.evaluate)[: self._width]
            self._turns[position] = [(child.pieces, child) for child in best]
        return self._turns[position]

    def limit_turns(self, position: Position, children: Sequence[Position]) -> None:
        """Let the search of a position look at these turns only."""
        self._turns[position] = [(child.pieces, child) for child in children]

    def forcing_turns(self, position: Position) -> Sequence[tuple[Key, Position]]:
        """Return no turns: `evaluate` looks at captures itself."""
        del position
        return ()

    def evaluate(self, position: Position) -> int:
        """Return what stands on the board for the mover, with what can be captured next by either side."""
        known = self._values.get(position)
        if known is None:
            if self.nodes_used >= self._nodes:
                raise BudgetSpent
            self.nodes_used += 1
            known = self._values[position] = self._evaluate(position)
        return known

    def _evaluate(self, position: Position) -> int:
        outcome = self.outcome(position)
        if outcome is not None:
            return outcome * MATCH
        board, seat = codes_of(position.pieces), position.seat
        gain = best_raid(board, seat, self.supply, self._overlooked)
        if gain > MATCH // 2:
            return MATCH - 1
        threat = min(best_raid(board, 3 - seat, self.supply, self._overlooked), 400)
        return static_value(board, seat) + gain * 3 // 4 - threat // 8

    def first_choice(self, position: Position) -> list[Position]:
        """Return captures, and for each piece and square that it can reach the turns that leave it best placed."""
        values: dict[Key, int] = {}
        sign = 1 if position.seat == 1 else -1
        best: dict[tuple[int, int, bool, bool], tuple[int, Stand, int]] = {}
        for number, (stand, piece) in enumerate(ends(position, self.supply)):
            base = values.get(stand.pieces)
            if base is None:
                base = values[stand.pieces] = self._value_of_rest(stand, position.seat, sign, piece)
            if piece == DESTROYED:
                best[-number, 0, False, False] = base, stand, piece
                continue
            code, place = divmod(piece, PLACES)
            value = base + PLACED[code][place]
            kind = id(stand), place % GHOST, FACING[code] == UP, place >= GHOST
            if kind not in best or value > best[kind][0]:
                best[kind] = value, stand, piece
        chosen = nlargest(_FIRST_CHOICE, best.values(), key=lambda end: end[0])
        pieces = dict.fromkeys(
            stand.pieces if piece == DESTROYED else stand.pieces | {piece} for _, stand, piece in chosen
        )
        pieces.pop(position.pieces, None)
        return [Position(one, 3 - position.seat) for one in pieces]

    def _value_of_rest(self, stand: Stand, seat: int, sign: int, piece: int) -> int:
        own = [] if piece == DESTROYED else [piece // PLACES]
        return material([*stand.rest.values(), *own]) * sign + _placed(stand.rest, seat)


def static_value(board: Codes, seat: int) -> int:
    """Return the value for a seat of what stands on the board."""
    return material(board.values()) * (1 if seat == 1 else -1) + _placed(board, seat)


def _placed(board: Codes, seat: int) -> int:
    return sum([PLACED[code][place] * (1 if SEAT[code] == seat else -1) for place, code in board.items()])
