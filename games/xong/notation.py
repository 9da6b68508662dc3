"""Moves written in canonical notation, `place e5e e5ne give FLR`, and placements in short."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.xong import walks
from games.xong.lattice import bits

if TYPE_CHECKING:
    from games.xong.board import LegBoard
    from games.xong.lattice import Mask
    from games.xong.state import Move


def write(board: LegBoard, move: Move) -> str:
    """Return the canonical text of a move."""
    parts = [write_placement(board, move.legs)] if move.legs else []
    return " ".join([*parts, f"give {move.gift}"] if move.gift else parts)


def write_placement(board: LegBoard, legs: Mask) -> str:
    """Return the canonical text of a placement."""
    return f"place {' '.join(board.names_of(bits(legs)))}"


def write_briefly(board: LegBoard, legs: Mask, limit: int) -> str:
    """Return a placement in at most `limit` characters if possible: by all its legs, or as a walk from one of them.

    The walk may also fit the first leg's other heading; then a leg named after it says which one is meant.
    """
    text = write_placement(board, legs)
    if len(text) <= limit:
        return text
    walk, leg = min(walks.left_first(legs), key=lambda found: (walks.by_text(found[0]), found[1]))
    others = [legs & ~other for other in walks.legs_from(leg, walk) if other != legs]
    distinct = board.names_of(bits(others[0]))[:1] if others else []
    return " ".join([f"place {board.leg_names[leg]}>{walk}", *distinct])
