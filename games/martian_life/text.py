"""Sentences on a turn: what a move does, what the seat to move has to do, what else happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.martian_life import notation, position, rules
from games.martian_life.state import GRID, Move, Piece, State
from games.text import REPEATED, format_list, with_example

if TYPE_CHECKING:
    from collections.abc import Sequence


def describe(state: State, move: Move) -> str:
    """Return what a move does as a clause after the player's name: "places a small on c4; d4 and d5 die, then c4"."""
    if state.mover is None:
        raise ValueError("The match is over.")
    board, turn = rules.turn(state.board, state.mover, move)
    name, size = GRID.names[move.square], rules.SIZES[turn.piece.size - 1]
    action = f"promotes {name} to a {size}" if move.promotes else f"places a small on {name}"
    if not turn.culled:
        return action
    if turn.culled == (((move.square, turn.piece),),):
        return f"{action}, where it dies"
    end = "; the board is empty" if not any(board) else ""
    return f"{action}; {', then '.join(_describe_deaths(turn.culled))}{end}"


def _describe_deaths(waves: Sequence[Sequence[tuple[int, Piece]]]) -> list[str]:
    names = [[GRID.names[square] for square, _ in wave] for wave in waves]
    first, *later = map(format_list, names)
    return [f"{first} {'dies' if len(names[0]) == 1 else 'die'}", *later]


def task(state: State) -> str:
    """Return what the seat to move can do, with an example in its first turn; empty when the match is over."""
    if state.mover is None:
        return ""
    legal = rules.moves(state.board, state.mover, unlimited=state.unlimited)
    return with_example(_name_ways({move.promotes for move in legal}), _find_example(state, state.mover, legal))


def _name_ways(ways: set[bool]) -> str:
    if ways == {True}:
        return "promote a piece (all your smalls are on the board)"
    return "place a small or promote a piece" if True in ways else "place a small"


def _find_example(state: State, seat: int, legal: Sequence[Move]) -> str:
    """Return the first move by which nothing dies, or the first of all; empty after the seat's first turn."""
    if len(state.seen) > len(rules.SEATS):
        return ""
    harmless = (move for move in legal if not rules.turn(state.board, seat, move)[1].culled)
    return notation.write(next(harmless, legal[0]))


def news(state: State) -> tuple[str, ...]:
    """Return sentences on seats passed over and on a repeated position."""
    sentences = [f"{rules.SEATS[seat - 1]} has nothing to play and is passed over." for seat in state.passed]
    if state.mover is not None and state.seen.count(position.write(state.board, state.mover)) == 2:
        sentences.append(REPEATED)
    return tuple(sentences)
