"""Diagrams of Zyrcan: the field, placement, capturing, and the turns of Blitzkrieg."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from games.translation import gettext_noop as N_
from games.zyrcan import Zyrcan
from renderers.board.diagrams import Diagram, build_scene

if TYPE_CHECKING:
    from collections.abc import Sequence

_FIELD = (30, 196, 970, 1062)
_PLACING = (268, 392, 732, 822)
"""Round e5, in the phase in which panels hold a row more."""

_CAPTURING = (268, 350, 732, 780)
_SHIPS = "/-,-,-,-/-,-,-,-,-/-,-,-,21,-,-/-,-,-,33,-,-,-/-,-,12,-,-,-/-,-,31,-,-/-,22,-,-/ 0,0,0;0,0,0;0,0,0 attack 1"


@lru_cache(1)
def diagrams() -> Sequence[Diagram]:
    """Return the field and every kind of move."""
    game, blitz = Zyrcan(), {"variant": "blitzkrieg"}
    placed = ("2@e4", "1@f6", "3@d5")
    return (
        Diagram(N_("Three players"), N_("They use the 37 cells in the middle."), build_scene(game, players=3), _FIELD),
        Diagram(N_("Four players"), N_("They use 12 more. Five use all 61."), build_scene(game, players=4), _FIELD),
        Diagram(
            N_("Place"),
            N_("First each puts down twelve ships, one a turn: four of 1 engine, six of 2, two of 3."),
            build_scene(game, players=3, before=placed[:2], move=placed[2]),
            _PLACING,
        ),
        Diagram(
            N_("Capture"),
            N_("Then a ship flies straight, exactly its engines, over anything, and takes another player's ship."),
            build_scene(game, position=_SHIPS, players=3, move="d4xf6"),
            _CAPTURING,
        ),
        Diagram(
            N_("Blitzkrieg"),
            N_("In phase one you place, and in the same turn fly a ship placed earlier, to an empty cell or an enemy."),
            build_scene(game, players=3, options=blitz, before=placed, move="1@f4 e4-e6"),
            _PLACING,
        ),
        Diagram(
            N_("And capture"),
            N_("The new ship keeps at least as many steps from your others as it has engines."),
            build_scene(game, players=3, options=blitz, before=("2@d4", "1@f6", "3@e5"), move="1@d6 d4xf6"),
            _PLACING,
        ),
    )
