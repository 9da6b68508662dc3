"""What a match can choose, the legal moves, the deaths that follow one, the end and who wins (rulings R1 to R5)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeAlias, TypedDict

from games.contract import ENDED, Option, Result, win_of_two
from games.martian_life import position
from games.martian_life.state import GRID, Move, Piece, State, Turn
from games.message import message
from games.translation import gettext_noop as N_

if TYPE_CHECKING:
    from collections.abc import Iterable

Board: TypeAlias = "tuple[Piece | None, ...]"
Waves: TypeAlias = "tuple[tuple[tuple[int, Piece], ...], ...]"

SEATS = (N_("Red"), N_("Yellow"))
SIZES = ("small", "medium", "large")
"""Keys of the sizes; sentences name each size in words of their own."""
STASH = 5
"""Pieces of each size that one player has."""

_LIVES = {1: range(1, 4), 2: range(3, 6), 3: range(5, 8)}
_AROUND = tuple(sum(1 << near for near in squares) for squares in GRID.around)
_SETUP = "......../......../......../...sS.../...Ss.../......../......../........ 1"


class Settings(TypedDict):
    """The options of a match: whether pieces never run out (R1), and the score that must be exceeded (R5)."""

    unlimited: bool
    target: int


def start(*, unlimited: bool, target: int) -> State:
    """Return the first position; a score above `target` wins."""
    board, mover = position.read(_SETUP)
    return State(board, mover, unlimited, target, seen=(_SETUP,))


def scores(board: Board) -> tuple[int, int]:
    """Return the points that red and yellow have on the board."""
    return (
        sum([piece.size for piece in board if piece and piece.seat == 1]),
        sum([piece.size for piece in board if piece and piece.seat == 2]),
    )


def stashes(board: Board) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return what red and yellow still have off the board: smalls, mediums and larges of each (R1)."""
    out = Counter(board)
    red, yellow = (tuple(STASH - out[Piece(seat, size)] for size in (1, 2, 3)) for seat in (1, 2))
    return red, yellow


def moves(board: Board, seat: int, *, unlimited: bool) -> list[Move]:
    """Return a seat's legal moves, square by square from a1; a move whose piece dies is legal (R2)."""
    stash = stashes(board)[seat - 1]
    in_stash = {size: unlimited or stash[size - 1] > 0 for size in (1, 2, 3)}
    found: list[Move] = []
    for square, piece in enumerate(board):
        if piece is None:
            if in_stash[1]:
                found.append(Move(square, promotes=False))
        elif piece.seat == seat and piece.size < 3 and in_stash[piece.size + 1]:
            found.append(Move(square, promotes=True))
    return found


def turn(board: Board, seat: int, move: Move) -> tuple[Board, Turn]:
    """Return the board after a move and the deaths that follow, and what happened."""
    before = board[move.square]
    piece = Piece(seat, before.size + 1 if before else 1)
    after, waves = cull((*board[: move.square], piece, *board[move.square + 1 :]))
    return after, Turn(seat, move, piece, waves)


def cull(board: Board) -> tuple[Board, Waves]:
    """Remove all dying pieces at once until none dies; return the board that is left and the dead of each wave."""
    alive = {square: piece for square, piece in enumerate(board) if piece}
    waves: list[tuple[tuple[int, Piece], ...]] = []
    while dying := _find_dying(alive.items(), sum([1 << square for square in alive])):
        waves.append(dying)
        for square, _ in dying:
            del alive[square]
    return (tuple([alive.get(square) for square in range(len(board))]) if waves else board), tuple(waves)


def is_fatal(board: Board, seat: int, move: Move) -> bool:
    """Return whether the piece that a seat plays dies in the same turn."""
    after, played = turn(board, seat, move)
    return after[move.square] != played.piece


def _find_dying(pieces: Iterable[tuple[int, Piece]], taken: int) -> tuple[tuple[int, Piece], ...]:
    return tuple(
        [(square, piece) for square, piece in pieces if (taken & _AROUND[square]).bit_count() not in _LIVES[piece.size]]
    )


def play(state: State, move: Move) -> State:
    """Return the state after a legal move, with the dead removed, a win recorded, and seats that can't move skipped."""
    if state.mover is None:
        raise ValueError("The match is over.")
    board, last = turn(state.board, state.mover, move)
    outcome = _end(board, state.target)
    order = (3 - state.mover, state.mover) if outcome is None else ()
    mover = next((seat for seat in order if moves(board, seat, unlimited=state.unlimited)), None)
    text = position.write(board, mover)
    if outcome is None and mover is None:
        outcome = Result((1, 1), N_("nobody can move"), scores(board))
    elif outcome is None and state.seen.count(text) == 2:
        outcome = Result((1, 1), N_("the same position has come up for the third time"), scores(board))
    return State(
        board,
        mover if outcome is None else None,
        state.unlimited,
        state.target,
        last,
        passed=order[: order.index(mover)] if mover else (),
        seen=(*state.seen, text),
        outcome=outcome,
    )


def _end(board: Board, target: int) -> Result | None:
    """Return the win, which may be the other seat's, or the draw of an empty board (R3); None while play goes on."""
    red, yellow = points = scores(board)
    if max(points) > target and red != yellow:
        reason = message(N_("{more} points to {fewer}"), more=max(points), fewer=min(points))
        return win_of_two(1 if red > yellow else 2, reason, points)
    return None if any(points) else Result((1, 1), N_("the board is empty"), points)


def read(text: str, *, unlimited: bool, target: int) -> State:
    """Return the state of a position text, without history. Raises `ValueError` with a sentence on what is wrong.

    Pieces about to die and scores above the target are accepted: the rules check both only after a turn.
    """
    board, mover = position.read(text)
    if not unlimited:
        _check_stashes(board)
    if mover and not moves(board, mover, unlimited=unlimited):
        raise ValueError(f"{SEATS[mover - 1]} has nothing to play here, so it can't be the seat to move.")
    over = None if mover else ENDED
    return State(board, mover, unlimited, target, seen=(text,), outcome=over)


def _check_stashes(board: Board) -> None:
    for seat, stash in zip(SEATS, stashes(board), strict=True):
        for size, left in zip(SIZES, stash, strict=True):
            if left < 0:
                raise ValueError(f"{seat} has {STASH - left} {size}s on the board, and a stash holds only {STASH}.")


OPTIONS = (
    Option(
        "supply",
        N_("How many pieces each player has"),
        "stash",
        choices=("stash", "unlimited"),
        label=N_("Supply"),
        labels=(N_("stash"), N_("unlimited")),
    ),
    Option(
        "target",
        N_("The score that must be exceeded to win"),
        15,
        low=10,
        high=25,
        advised=10,
        advice=N_("lively: at 15 two careful players mostly draw"),
        label=N_("Target"),
        notable=True,
    ),
)
