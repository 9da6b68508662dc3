"""The names of seats, sizes and squares."""

from __future__ import annotations

from games.translation import gettext as _
from games.translation import gettext_noop as N_
from games.translation import pgettext, pgettext_noop
from games.xero_g.state import BASE, GRID

SEATS = (N_("South"), N_("North"))
SIZES = ("", N_("small"), N_("medium"), N_("large"))
"""The size of a ship by its pips."""

_A_SHIP = ("", pgettext_noop("a ship", "small"), pgettext_noop("a ship", "medium"), pgettext_noop("a ship", "large"))
_THE_SHIP = (
    "",
    pgettext_noop("the ship", "small"),
    pgettext_noop("the ship", "medium"),
    pgettext_noop("the ship", "large"),
)


def other(seat: int) -> int:
    """Return the opponent's seat."""
    return 3 - seat


def seat_name(seat: int) -> str:
    """Return what a seat is called, in English."""
    return SEATS[seat - 1]


def size(pips: int) -> str:
    """Return the size of a ship, alone."""
    return _(SIZES[pips])


def a_size(pips: int) -> str:
    """Return the size of a ship as it stands in "a small ship": languages decline it."""
    return pgettext("a ship", _A_SHIP[pips])


def the_size(pips: int) -> str:
    """Return the size of a ship as it stands in "the small ship"."""
    return pgettext("the ship", _THE_SHIP[pips])


def square_name(landing: int) -> str:
    """Return a square as notation writes it, `base` for the base."""
    return "base" if landing == BASE else GRID.names[landing]
