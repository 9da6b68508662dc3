"""What can be placed and promoted: on one square, of one kind, or anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.contract import Destinations
from games.martian_life import notation, parser, rejections, rules
from games.martian_life.state import GRID
from games.martian_life.text import describe
from games.text import clean, format_short_list

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.martian_life.state import Move, State

_KINDS = {"small": (False, 1), "place": (False, 1), "promote": (True, 0), "medium": (True, 2), "large": (True, 3)}
"""What each word names: whether a promotion, and the size that the move leads to (0: any)."""

_LONGEST = 40
_FEW = 12


def destinations(state: State, text: str) -> Destinations:
    """Return what a move on a square does (`c4`), where a `small`, `medium` or `large` can come, or all squares."""
    typed = clean(text).lower() if len(text) <= _LONGEST else text
    if typed and typed not in _KINDS:
        move = parser.read_move(state, text)
        words = f"`{notation.write(move)}`: {rules.SEATS[(state.mover or 1) - 1]} {describe(state, move)}."
        return Destinations((), _names([move]), words, _names(_find_dying(state, [move])))
    if state.mover is None:
        raise rejections.match_over()
    legal = rules.moves(state.board, state.mover, unlimited=state.unlimited)
    if typed:
        promotes, size = _KINDS[typed]
        legal = [move for move in legal if move.promotes == promotes and size in (0, _size(state, move))]
    if not legal:
        raise rejections.nothing_of_kind(typed)
    dying = _find_dying(state, legal)
    return Destinations((), _names(legal), _list_moves(state.mover, legal, dying), _names(dying))


def _size(state: State, move: Move) -> int:
    """Return the size that a move leads to."""
    before = state.board[move.square]
    return before.size + 1 if before else 1


def _find_dying(state: State, moves: Sequence[Move]) -> list[Move]:
    """Return the moves whose piece dies in the same turn."""
    dying: list[Move] = []
    for move in moves:
        board, turn = rules.turn(state.board, state.mover or 1, move)
        if board[move.square] != turn.piece:
            dying.append(move)
    return dying


def _list_moves(seat: int, legal: Sequence[Move], dying: Sequence[Move]) -> str:
    ways: list[str] = []
    for promotes, action in ((False, "place a small on"), (True, "promote")):
        moves = [move for move in legal if move.promotes == promotes]
        if moves:
            ways.append(f"{action} {_squares(moves)} (`{notation.write(moves[0])}`), {_survivors(moves, dying)}")
    return f"{rules.SEATS[seat - 1]} can {'; or '.join(ways)}."


def _squares(moves: Sequence[Move]) -> str:
    return format_short_list(_names(moves)) if len(moves) <= _FEW else f"any of {len(moves)} empty squares"


def _survivors(moves: Sequence[Move], dying: Sequence[Move]) -> str:
    """Return a clause on which of the pieces played survive the turn."""
    living = [move for move in moves if move not in dying]
    if 0 < len(living) < len(moves):
        return f"and it lives on {format_short_list(_names(living))}"
    each = "it" if len(moves) == 1 else "each"
    return f"and {each} lives" if living else f"but {each} dies at once"


def _names(moves: Sequence[Move]) -> tuple[str, ...]:
    return tuple([GRID.names[move.square] for move in moves])
