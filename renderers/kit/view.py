"""What stands on a board, and what the last turn did: all that the kit draws and tells of a state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from renderers.kit.piece import Piece

if TYPE_CHECKING:
    from collections.abc import Mapping

    from renderers.kit.board import Board

Standing: TypeAlias = "Piece | tuple[Piece, ...]"
"""A piece, or a stack of pieces from the lowest to the topmost."""


@dataclass(frozen=True, slots=True)
class LastTurn:
    """What a seat did in the last turn, in the names of cells.

    `words` are a clause after the player's name ("placed a stone"). Something came to lie at the places of `arrived`
    and has gone from those of `left`; `path` leads through places in the order in which a piece moved. `captured` are
    pieces that were taken, with their places.
    """

    seat: int
    words: str
    arrived: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    captured: tuple[tuple[str, Piece], ...] = ()


@dataclass(frozen=True, slots=True)
class BoardView:
    """A state as it is drawn and told.

    `pieces` stand on the cells of the `board`. `winning` are cells whose pieces have won. `scores` stand on the panels
    of the seats. `facts` are whole sentences on what the board doesn't show, such as hands and scores, for the words.
    `note` is the second line below the board.
    """

    board: Board
    pieces: Mapping[str, Standing]
    last: LastTurn | None = None
    winning: tuple[str, ...] = ()
    scores: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    note: str = ""

    def stack(self, name: str) -> tuple[Piece, ...]:
        """Return the pieces on a cell from the lowest to the topmost; none if it is empty."""
        standing = self.pieces.get(name, ())
        return (standing,) if isinstance(standing, Piece) else standing
