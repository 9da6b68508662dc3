"""What people can choose for a match of Xong."""

from __future__ import annotations

from games.contract import Option
from games.translation import gettext_noop as N_
from games.xong.board_generation import FEWEST, KINDS, MOST
from games.xong.rules import FIRST, FREE, SINGLE

OPTIONS = (
    Option(
        "board",
        N_("The shape of the board"),
        "standard",
        choices=KINDS,
        label=N_("Board"),
        labels=(N_("standard"), N_("random"), N_("symmetric"), N_("islands")),
    ),
    Option(
        "hexes",
        N_("How many hexagons a board that is not standard has"),
        61,
        low=FEWEST,
        high=MOST,
        label=N_("Hexagons"),
    ),
    Option(
        "first",
        N_("The first Xoid: any that blue gives, or a straight one of so many legs"),
        FREE,
        FIRST,
        advised=SINGLE,
        advice=N_("about even; a longer one, of 2 to 9 legs, is a handicap for blue"),
        label=N_("First Xoid"),
        labels=(N_("free"), N_("single")),
    ),
)
