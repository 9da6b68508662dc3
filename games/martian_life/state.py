"""What a Martian Life position is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from games.square_grid import Grid

if TYPE_CHECKING:
    from games.contract import Result

GRID = Grid(8)


class Piece(NamedTuple):
    """A pyramid: its owner (seat 1 red, 2 yellow) and its size, which is its points (1 small, 2 medium, 3 large)."""

    seat: int
    size: int


class Move(NamedTuple):
    """Place a small on an empty square, or promote the piece that stands there."""

    square: int
    promotes: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """The last turn, for the picture and the record.

    `piece` is the piece as it stood right after the move; `culled` holds, wave after wave, the pieces that died, each
    with its square (it may include the one played).
    """

    seat: int
    move: Move
    piece: Piece
    culled: tuple[tuple[tuple[int, Piece], ...], ...]


@dataclass(frozen=True, slots=True)
class State:
    """A position with all that decides how it goes on.

    `board` has 64 entries by square number; `mover` is None when the match is over; `passed` names the seats passed
    over after the last turn; `seen` lists every position text that stood so far, this one included.
    """

    board: tuple[Piece | None, ...]
    mover: int | None
    unlimited: bool
    target: int
    last: Turn | None = None
    passed: tuple[int, ...] = ()
    seen: tuple[str, ...] = ()
    outcome: Result | None = None
