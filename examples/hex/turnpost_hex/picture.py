"""Hex's picture and its words."""

from __future__ import annotations

from functools import lru_cache

from games.hex_grid import rhombus
from games.translation import ngettext
from renderers.kit.board import Board, hex_board
from renderers.kit.piece import Piece
from renderers.kit.renderer import BoardRenderer
from renderers.kit.view import BoardView, LastTurn

from .rules import SWAP, State


@lru_cache
def board(size: int) -> Board:
    """Return the empty board of a size: Red has the upper and lower edge, Blue the others."""
    return hex_board(rhombus(size, size), edges={"north": 1, "south": 1, "west": 2, "east": 2})


class Picture(BoardRenderer[State]):
    """Draws and describes Hex."""

    def view(self, state: State) -> BoardView:
        """Return the stones, the last one, and the chain that has won."""
        names = rhombus(state.size, state.size).names
        stones = {name: Piece(seat) for name, seat in zip(names, state.stones, strict=True) if seat}
        facts = ("Red joins the first row to the last, Blue column a to the last.",)
        if state.last is None:
            last, note = None, "join your two edges"
        elif state.last == SWAP:
            (taken,) = stones
            last, note = (
                LastTurn(2, f"took over the first stone, now on {taken}", arrived=(taken,)),
                "the first stone is mirrored, and Blue's",
            )
        else:
            seat = stones[state.last].seat or 1
            last = LastTurn(seat, "put a stone there", arrived=(state.last,))
            note = ngettext("{n} stone", "{n} stones", len(stones)).format(n=len(stones))
        chain = tuple(names[place] for place in state.chain)
        return BoardView(board(state.size), stones, last, chain, facts=facts, note=note)
