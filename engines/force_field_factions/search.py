"""How good a position is, forced wins by exhaustive search, and what alpha-beta asks of the game."""

from __future__ import annotations

from heapq import nlargest
from typing import TYPE_CHECKING

from engines.contract import ForcedWin
from engines.force_field_factions.board import (
    FACING,
    PLACES,
    SEAT,
    Codes,
    Position,
    codes_of,
    position_of,
    texts_of,
)
from engines.force_field_factions.evaluation import MATCH, PLACED, lost_sizes, material
from engines.force_field_factions.turns import DESTROYED, Stand, best_raid, children, ends, wins_at_once
from engines.search.alpha_beta import BudgetSpent
from games.force_field_factions.notation import write
from games.force_field_factions.reachable_positions import find_positions
from games.force_field_factions.state import GHOST, UP

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence, Set as AbstractSet

    from games.force_field_factions.reachable_positions import Key
    from games.force_field_factions.state import State


class _NodesSpent(Exception):  # noqa: N818 - it ends a search, and is no error
    """The nodes of the search are used up."""


def prove(state: State, depth: int, nodes: int) -> ForcedWin | None:
    """Return the mover's quickest forced win within `depth` own turns, without any move if there is none.

    Returns None if that isn't known after looking at so many positions. Draws by repetition aren't looked at: they need
    positions of the match so far.
    """
    search, root = _Proof(state.supply, nodes), position_of(state)
    try:
        at_once = wins_at_once(codes_of(root.pieces), root.seat, state.supply)
        for turns in range(1 if at_once else 2, depth + 1):
            if winning := [child for child in children(root, state.supply) if search.is_won_after(child, turns)]:
                return ForcedWin(_moves(state, winning), texts_of(state, search.line_after(winning[0], turns)), turns)
    except _NodesSpent:
        return None
    return ForcedWin((), (), 0)


def line_of_win(position: Position, supply: int, turns: int) -> list[Key]:
    """Return a line to the end in which the player who moved to a position wins within `turns` turns, that one counted.

    Returns nothing if some reply holds.
    """
    proof = _Proof(supply)
    return proof.line_after(position, turns) if proof.is_won_after(position, turns) else []


def saving_moves(state: State) -> Iterator[str]:
    """Yield the moves after which the opponent has no turn that wins, or that end the match otherwise."""
    moves = find_positions(state)
    for child in children(position_of(state), state.supply):
        won = winner(child)
        if won is None and wins_at_once(codes_of(child.pieces), child.seat, state.supply):
            continue
        if won != child.seat:
            yield write(state.board, moves[child.pieces])


def _moves(state: State, after: Iterable[Position]) -> tuple[str, ...]:
    """Return the texts of the moves that lead to some positions."""
    moves = find_positions(state)
    return tuple(write(state.board, moves[child.pieces]) for child in after)


def winner(position: Position) -> int | None:
    """Return the seat that has won, 0 for a draw, or None while the match goes on."""
    lost = lost_sizes(piece // PLACES for piece in position.pieces)
    if not any(lost):
        return None
    return 0 if all(lost) else 1 + lost[0]


class _Proof:
    """A search that counts the positions it looks at, and raises `_NodesSpent` after so many."""

    def __init__(self, supply: int, nodes: int | None = None) -> None:
        self._supply = supply
        self._left = nodes
        self._refutations: dict[Key, int] = {}

    def is_won_after(self, position: Position, turns: int) -> bool:
        """Return whether the player who just moved wins within `turns` turns, that one counted."""
        self._count()
        won = winner(position)
        if won is not None:
            return won == 3 - position.seat
        if turns <= 1:
            return False
        for reply in self._replies(position):
            if not self._wins(reply, turns - 1):
                self._refutations[reply.pieces - position.pieces] = len(self._refutations) + 1
                return False
        return True

    def line_after(self, position: Position, turns: int) -> list[Key]:
        """Return turns from the one that led to a won position to the end, each as the pieces after it."""
        if winner(position) is not None:
            return [position.pieces]
        reply = next(self._replies(position))
        won = next(
            child
            for number in range(1, turns)
            for child in children(reply, self._supply)
            if self.is_won_after(child, number)
        )
        return [position.pieces, reply.pieces, *self.line_after(won, turns - 1)]

    def _wins(self, position: Position, turns: int) -> bool:
        """Return whether the player to move wins within so many turns."""
        self._count()
        if winner(position) is not None:
            return False
        if wins_at_once(codes_of(position.pieces), position.seat, self._supply):
            return True
        return turns > 1 and any(self.is_won_after(child, turns) for child in children(position, self._supply))

    def _replies(self, position: Position) -> Iterator[Position]:
        """Yield the positions after each turn: any one first, which refutes most turns, then what refuted others."""
        for stand, piece in ends(position, self._supply):
            pieces = stand.pieces if piece == DESTROYED else stand.pieces | {piece}
            if pieces != position.pieces:
                yield Position(pieces, 3 - position.seat)
                break
        known = self._refutations
        yield from sorted(
            children(position, self._supply), key=lambda reply: -known.get(reply.pieces - position.pieces, 0)
        )

    def _count(self) -> None:
        if self._left is not None:
            if not self._left:
                raise _NodesSpent
            self._left -= 1


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
        return material([*stand.rest.values(), *own]) * sign + _place(stand.rest, seat)


def static_value(board: Codes, seat: int) -> int:
    """Return the value for a seat of what stands on the board."""
    return material(board.values()) * (1 if seat == 1 else -1) + _place(board, seat)


def _place(board: Codes, seat: int) -> int:
    return sum([PLACED[code][place] * (1 if SEAT[code] == seat else -1) for place, code in board.items()])
