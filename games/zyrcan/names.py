"""The names of seats."""

from __future__ import annotations

from games.translation import gettext_noop as N_
from games.translation import pgettext

SEATS = (N_("Red"), N_("Blue"), N_("Yellow"), N_("Green"), N_("Purple"))


def name_within_clause(seat: int) -> str:
    """Return the name of a seat as it is written within a clause: "red"."""
    names = (
        pgettext("within a clause", "red"),
        pgettext("within a clause", "blue"),
        pgettext("within a clause", "yellow"),
        pgettext("within a clause", "green"),
        pgettext("within a clause", "purple"),
    )
    return names[seat - 1]
