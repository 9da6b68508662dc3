"""The values that a position of Martian Life consists of."""

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

    `piece` is the piece right after the move; `culled` holds, wave by wave, the pieces that died, each with its square
    (the piece just played may be among them).
    """

    seat: int
    move: Move
    piece: Piece
    culled: tuple[tuple[tuple[int, Piece], ...], ...]


@dataclass(frozen=True, slots=True)
class State:
    """A position with everything that decides how the match goes on.

    `board` has 64 entries by square number; `mover` is None when the match is over; `passed` holds the seats passed
    over after the last turn; `seen` holds every position text so far, this one included.
    """

    board: tuple[Piece | None, ...]
    mover: int | None
    unlimited: bool
    target: int
    last: Turn | None = None
    passed: tuple[int, ...] = ()
    seen: tuple[str, ...] = ()
    outcome: Result | None = None
