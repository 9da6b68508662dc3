"""Proofs by exhaustive search: every turn of the opponent is tried, however bad it looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.contract import ForcedWin
from engines.force_field_factions.board import PLACES, Position, codes_of, position_of
from engines.force_field_factions.evaluation import lost_sizes
from engines.force_field_factions.lines import texts_of
from engines.force_field_factions.raids import wins_at_once
from engines.force_field_factions.turns import DESTROYED, children, ends
from games.force_field_factions.notation import write
from games.force_field_factions.reachable_positions import find_positions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

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
