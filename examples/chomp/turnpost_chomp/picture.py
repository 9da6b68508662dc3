"""Chomp's picture and its words."""

from __future__ import annotations

from functools import lru_cache

from games.square_grid import Grid
from games.translation import gettext as _, gettext_noop as N_, ngettext
from renderers.drawing.colours import Owner, rgb
from renderers.kit.board import SLATE, Board, square_board
from renderers.kit.piece import Piece
from renderers.kit.renderer import BoardRenderer
from renderers.kit.view import BoardView, LastTurn

from .rules import ROWS, Square, State

_CHOCOLATE = Owner(rgb("A9714B"), rgb("8C5836"), rgb("6E4128"), rgb("573120"), rgb("402216"), "square")
_LIME = Owner(rgb("DDF5AE"), rgb("C3E887"), rgb("A6D854"), rgb("7FAE35"), rgb("3F5A16"), "triangle")
_PIECE = Piece(None, N_("piece"), "square", look=_CHOCOLATE)
_POISONED = Piece(None, N_("poisoned piece"), "triangle", look=_LIME)


@lru_cache
def _board(columns: int) -> Board:
    return square_board(Grid(columns, ROWS), ground=SLATE)


class Picture(BoardRenderer[State]):
    """Draws and describes Chomp."""

    def view(self, state: State) -> BoardView:
        """Return the pieces that are left, and which were broken off last."""
        left = {str(Square(x, y)): _PIECE for y, length in enumerate(state.rows) for x in range(length)}
        if "a1" in left:
            left["a1"] = _POISONED
        if not state.biter:
            return BoardView(_board(state.columns), left, note=_("if you have to take a1, you lose"))
        broken = tuple(map(str, state.broken))
        n = len(broken)
        words = ngettext("{n} piece broken off", "{n} pieces broken off", n).format(n=n)
        note = ngettext("{n} piece broken off, {left} left", "{n} pieces broken off, {left} left", n)
        return BoardView(
            _board(state.columns),
            left,
            LastTurn(state.biter, words, left=broken),
            note=note.format(n=n, left=len(left)),
        )
