"""Moves written in canonical notation: `321123`, `b1-e4`, `b1xe4@c3`, `b1-base`."""

from __future__ import annotations

from games.xero_g.names import square_name
from games.xero_g.state import BASE, GRID, Flight, Setup


def write(move: Setup | Flight, *, onto_ship: bool = False) -> str:
    """Return the canonical text of a move, or of one that still lacks the reprogram's square (`b1xe4@`)."""
    if isinstance(move, Setup):
        return "".join(map(str, move.ships))
    start, landing = GRID.names[move.start], square_name(move.landing)
    if move.sent is not None:
        return f"{start}x{landing}@{GRID.names[move.sent]}"
    return f"{start}x{landing}@" if onto_ship and move.landing != BASE else f"{start}-{landing}"
