"""Moves written in canonical notation: `b1: n f +red`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.force_field_factions.state import GHOST, GRID

if TYPE_CHECKING:
    from games.force_field_factions.state import Move, Piece


def head(board: tuple[Piece | None, ...], place: int) -> str:
    """Write the piece a move begins with, `c1:`, or `c1*:` for the out-of-phase one of two that are of one side."""
    square = place % GHOST
    solid, ghost = board[square], board[square + GHOST]
    both = solid is not None and ghost is not None and solid.seat == ghost.seat
    return f"{GRID.names[square]}{'*' if both and place >= GHOST else ''}:"


def write(board: tuple[Piece | None, ...], move: Move) -> str:
    """Return the canonical text of a move on a board."""
    return " ".join((head(board, move.place), *move.actions))
