"""Names of people as charts write them."""

from __future__ import annotations

import unicodedata

from games.translation import gettext as _
from renderers.board.alt_text import one_line
from renderers.drawing.typeface import is_drawable

_SYMBOLS = {"So", "Sk", "Mn", "Me", "Cf"}
"""Unicode's categories of emoji, of what modifies them, and of what joins them."""


def chart_name(name: str, number: int) -> str:
    """Return a name that the typeface can draw: without emoji, or "Player 3" where it lacks a letter.

    `number` tells such players apart; 0 stands for none.
    """
    flat = one_line(name)
    if is_drawable(flat):
        return flat
    letters = " ".join("".join(each for each in flat if unicodedata.category(each) not in _SYMBOLS).split())
    if is_drawable(letters) and any(each.isalnum() for each in letters):
        return letters
    return _("Player {number}").format(number=number) if number else _("Player")
