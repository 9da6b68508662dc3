"""Moves written in canonical notation: `2@e5`, `e5xg7`, `2@e5 c3-d4`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.zyrcan.field import NAMES

if TYPE_CHECKING:
    from games.zyrcan.state import Board, Flight, Move, Placement


def write(board: Board, move: Move) -> str:
    """Return the canonical text of a move on the board as it stands before."""
    words = [write_placement(move.placement)] if move.placement else []
    if move.flight:
        words.append(write_flight(board, move.flight))
    return " ".join(words)


def write_placement(placement: Placement) -> str:
    """Return `2@e5`."""
    return f"{placement.engines}@{NAMES[placement.cell]}"


def write_flight(board: Board, flight: Flight) -> str:
    """Return `e5-g7`, or `e5xg7` where a ship is captured."""
    return f"{NAMES[flight.start]}{'x' if board[flight.landing] else '-'}{NAMES[flight.landing]}"
