"""Diagrams of Martian Life: the setup, the two kinds of move, and who dies of them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from games.martian_life import MartianLife
from games.translation import gettext_noop as N_
from renderers.board.diagrams import Diagram, build_scene

if TYPE_CHECKING:
    from collections.abc import Sequence

_CORNER = (20, 578, 506, 1060)
"""Columns a to d, rows 1 to 4, with their coordinates."""

_SETUP = (20, 150, 980, 1060)
"""The whole board, with its coordinates."""


@lru_cache(1)
def diagrams() -> Sequence[Diagram]:
    """Return the setup and every kind of move."""
    game = MartianLife()
    return (
        Diagram(
            N_("Setup"), N_("Red has smalls on d5 and e4, Yellow on d4 and e5; Red begins."), build_scene(game), _SETUP
        ),
        Diagram(
            N_("Place"),
            N_("A small of yours goes on an empty square."),
            build_scene(
                game, position="......../......../......../......../......../..sS..../...s..../........ 1", move="b2"
            ),
            _CORNER,
        ),
        Diagram(
            N_("Promote"),
            N_("Or a small of yours becomes a medium, or a medium a large."),
            build_scene(
                game, position="......../......../......../......../.S....../..sS..../.s.s..../........ 1", move="c3+"
            ),
            _CORNER,
        ),
        Diagram(
            N_("Who dies"),
            N_(
                "After each move, again and again: smalls live with 1 to 3 neighbours, mediums with 3 to 5, "
                "larges with 5 to 7."
            ),
            build_scene(
                game, position="......../......../......../......../.sS...../.Ss...../......../........ 1", move="a3"
            ),
            _CORNER,
        ),
    )
