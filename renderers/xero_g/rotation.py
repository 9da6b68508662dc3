"""Positions of Xero-G as they lie when the board is rotated by 180 degrees."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from games.xero_g.state import BASE, Flight

if TYPE_CHECKING:
    from games.xero_g.state import State


def rotate(state: State) -> State:
    """Return a position of Xero-G with every square where the opposite one was, and the seats swapped.

    Seat 1 of what comes out is whoever has the lower edge. The game is the same from both sides.
    """
    last = state.last
    if last:
        move = last.move
        if isinstance(move, Flight):
            landing = move.landing if move.landing == BASE else 35 - move.landing
            move = Flight(35 - move.start, landing, None if move.sent is None else 35 - move.sent)
        else:
            move = move._replace(ships=move.ships[::-1])
        last = replace(last, seat=3 - last.seat, move=move, path=tuple(35 - square for square in last.path))
    return replace(state, board=state.board[::-1], mover=state.mover and 3 - state.mover, last=last)
