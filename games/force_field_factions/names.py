"""What seats, pieces, directions and fields are called in the language of this task."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.force_field_factions.position import SEATS
from games.force_field_factions.state import COLOURS, UP
from games.text import format_list
from games.translation import gettext as _
from games.translation import gettext_noop as N_
from games.translation import pgettext, pgettext_noop

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.force_field_factions.state import Piece

_DIRECTIONS = (
    pgettext_noop("direction", "north"),
    pgettext_noop("direction", "north-east"),
    pgettext_noop("direction", "east"),
    pgettext_noop("direction", "south-east"),
    pgettext_noop("direction", "south"),
    pgettext_noop("direction", "south-west"),
    pgettext_noop("direction", "west"),
    pgettext_noop("direction", "north-west"),
)
_UPRIGHT = N_("upright")
_COLOURS = (
    pgettext_noop("force field", "red"),
    pgettext_noop("force field", "green"),
    pgettext_noop("force field", "blue"),
    pgettext_noop("force field", "yellow"),
    pgettext_noop("force field", "purple"),
    pgettext_noop("force field", "orange"),
    pgettext_noop("force field", "clear"),
)
SIZES = ("", N_("1-pip piece"), N_("2-pip piece"), N_("3-pip piece"))
"""Pieces by their pips, in English."""
_OWN = ("", N_("your 1-pip piece"), N_("your 2-pip piece"), N_("your 3-pip piece"))
# Translators: the form that reads well in all of the sentences with {piece}.
_OTHERS = ("", N_("{seat}'s 1-pip piece"), N_("{seat}'s 2-pip piece"), N_("{seat}'s 3-pip piece"))


def seat_name(seat: int) -> str:
    """Return what a seat is called."""
    return _(SEATS[seat - 1])


def direction(facing: int) -> str:
    """Return the direction in which a piece points, or "upright"."""
    return _(_UPRIGHT) if facing == UP else pgettext("direction", _DIRECTIONS[facing])


def colour_name(letter: str) -> str:
    """Return the name of a field's colour, given its letter."""
    return pgettext("force field", _COLOURS[[*COLOURS].index(letter)])


def list_colours(letters: Iterable[str]) -> str:
    """Return the names of the colours of fields as prose lists them."""
    return format_list(map(colour_name, letters))


def size_name(pips: int) -> str:
    """Return a piece by its pips: "2-pip piece"."""
    return _(SIZES[pips])


def piece_name(piece: Piece, seat: int | None = None) -> str:
    """Return a piece as the player of a seat sees it, if one is given: "your 1-pip piece", "Black's 2-pip piece"."""
    if piece.seat == seat:
        return _(_OWN[piece.pips])
    return _(_OTHERS[piece.pips]).format(seat=seat_name(piece.seat))
