"""Diagrams of Xong: the first gift, a turn, what hexagons count, the last turn."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from games.translation import gettext_noop as N_
from games.xong import Xong, shapes
from games.xong.lattice import bits, ends
from renderers.board.diagrams import Diagram, build_scene

if TYPE_CHECKING:
    from collections.abc import Sequence

_GIFT = (16, 10, 480, 400)
_MIDDLE = (268, 380, 732, 770)
_UPPER = (24, 10, 976, 520)

_LAST = "h6e"
"""The leg that is vacant in the position of the last turn."""

_SEAM = 13
"""Twice the width at which the two Xoids there meet."""


@lru_cache(1)
def diagrams() -> Sequence[Diagram]:
    """Return every kind of move, and what it does to the hexagons."""
    game = Xong()
    turn = "place e5e e5ne e5nw give F(L)R"
    return (
        Diagram(
            N_("First gift"),
            N_("Blue gives Red any Xoid that fits. It lies in Red's hand."),
            build_scene(game, move="give FLL"),
            _GIFT,
        ),
        Diagram(
            N_("Place and give"),
            N_("Place it on vacant sides, turned or flipped; give a new one. Hexagons that only you touch count 1."),
            build_scene(game, before=["give FLL"], move=turn),
            _MIDDLE,
        ),
        Diagram(
            N_("Greened out"),
            N_("Hexagons that both touch count for nobody: here e6 and f6."),
            build_scene(game, before=["give FLL", turn], move="place f6e f6se f7sw give FLLLLL"),
            _MIDDLE,
        ),
        Diagram(
            N_("Cashed"),
            N_("A hexagon that only you touch counts 2 once it has no vacant side."),
            build_scene(game, before=["give FLLLLL"], move="place e5e e5ne e5nw e5se e5sw e5w give F"),
            _MIDDLE,
        ),
        Diagram(
            N_("Last turn"),
            N_(
                "When no new Xoid fits, nothing is given, and the match is over: 2 points for each hexagon that only "
                "you touch, and 1 for not having placed last."
            ),
            build_scene(game, position=_nearly_full(), move=f"place {_LAST}"),
            _UPPER,
            wide=True,
        ),
    )


def _nearly_full() -> str:
    """Return a position in which a single leg is vacant: two huge Xoids lie on the others."""
    board = Xong().start(2, {}, 0).board
    vacant = 1 << board.by_name[_LAST]
    red = sum(1 << leg for leg in bits(board.legs) if sum(x for x, _ in ends(leg)) < _SEAM) & ~vacant
    blue = board.legs & ~red & ~vacant
    legs = [",".join(board.names_of(bits(mask))) for mask in (red, blue)]
    played = sorted((shapes.of(mask).text for mask in (red, blue)), key=lambda text: (len(text), text))
    return f"1:{legs[0]} 2:{legs[1]} hand:F played:{','.join(played)} 1"
