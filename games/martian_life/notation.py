"""Moves as text: `c4` places a small, `c4+` promotes the piece on c4."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.martian_life.state import GRID

if TYPE_CHECKING:
    from games.martian_life.state import Move


def write(move: Move) -> str:
    """Return the canonical text of a move."""
    return f"{GRID.names[move.square]}{'+' if move.promotes else ''}"


def spellings(move: Move) -> tuple[str, ...]:
    """Return every form in which a move can be typed, without spaces."""
    name = GRID.names[move.square]
    return (f"{name}+", f"+{name}", f"promote{name}") if move.promotes else (name, f"place{name}")
