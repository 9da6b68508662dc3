"""Diagrams of Xero-G: laying, and the four ways a flight can go."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from games.translation import gettext_noop as N_
from games.xero_g import XeroG
from renderers.board.diagrams import Diagram, build_scene

if TYPE_CHECKING:
    from collections.abc import Sequence

_SOUTH = (60, 580, 632, 1064)
"""Columns a to d, rows 1 to 3, and South's base."""

_NORTH = (60, 116, 632, 594)
_ROW_1 = (24, 818, 976, 1064)


@lru_cache(1)
def diagrams() -> Sequence[Diagram]:
    """Return the setup and every kind of move."""
    game = XeroG()
    return (
        Diagram(
            N_("Lay"),
            N_("South lays two ships of each size on row 1, as it likes; then North lays its own on row 6."),
            build_scene(game, move="321123"),
            _ROW_1,
            wide=True,
        ),
        Diagram(
            N_("Fly"),
            N_("From your first occupied row, as many squares as the ship has pips, with turns, over empty squares."),
            build_scene(game, position="1...../....../....../....../....../.3.... play 1", move="b1-c3"),
            _SOUTH,
        ),
        Diagram(
            N_("Boost"),
            N_("It ends on a ship, so it may fly on, as many squares as that one has pips: here the 1 of b3."),
            build_scene(game, position="3...../....../....../.1..../....../.2.... play 1", move="b1-c3"),
            _SOUTH,
        ),
        Diagram(
            N_("Reprogram"),
            N_("Or it stays there, and that ship goes to an empty square, not beyond the opponent's first row."),
            build_scene(game, position="3...../....../....../....../..1.../.2.... play 1", move="b1xc2@a3"),
            _SOUTH,
        ),
        Diagram(
            N_("Win"),
            N_("The last step leads off the far row into the opponent's base."),
            build_scene(game, position="....../.3..../..2.../....../....../...... play 1", move="c4-base"),
            _NORTH,
        ),
    )
