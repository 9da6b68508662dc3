"""Moves as text: the canonical form and the looser ones (rules page, "Notation"). Shapes only, no legality."""

from __future__ import annotations

import re
from typing import NamedTuple

from games.text import clean, replace_arrows, replace_words
from games.translation import pgettext_noop
from games.xero_g.names import square_name
from games.xero_g.state import BASE, GRID, Flight, Setup

LONGEST = 200
"""Characters; a path has at most 61 steps, so anything longer is no move."""
TYPED_WORDS = (
    pgettext_noop("typed", "to"),
    pgettext_noop("typed", "on"),
    pgettext_noop("typed", "onto"),
    pgettext_noop("typed", "takes"),
    pgettext_noop("typed", "at"),
    pgettext_noop("typed", "base"),
)
"""Words of typed moves that players can also write in their own language."""

_SPOKEN = {"to": "-", "on": "x", "onto": "x", "takes": "x", "at": "@"}
# Squares just off the board are read too, to be told apart from chat; more than that isn't meant as a square.
_SQUARE = r"[a-i]\d"
_FLIGHT = re.compile(
    rf"(?P<start>{_SQUARE}) ?(?P<sign>[-x]?) ?(?:(?P<landing>{_SQUARE})|(?:the )?(?P<base>base|#))"
    rf"( ?@ ?(?P<sent>{_SQUARE}|[a-f]?)| ?-? ?(?P<put>{_SQUARE}))?"
)
_PART = re.compile(rf"(?P<start>{_SQUARE})( ?(?P<sign>[-x]) ?(?P<landing>[a-f]|bas?)?)?")
_PATH = re.compile(rf"(?P<start>{_SQUARE}) ?: ?(?P<path>[nesw ]*)(?P<at>@ ?(?P<sent>{_SQUARE}|[a-f]?))?")
_SETUP = re.compile(r"[123]+|[sml]{6}")
_SEPARATED_SETUP = re.compile(r"[123sml]( ?[,/-] ?[123sml]){5}|[123sml]{3} ?[,/-] ?[123sml]{3}")
_COMMA = re.compile(rf"(?<={_SQUARE}) ?, ?(?={_SQUARE}|base|#)")
_DIGITS = str.maketrans("sml", "123")


class Typed(NamedTuple):
    """A flight as typed.

    `landing` is a square, `base`, the beginning of either, or None when a `path` (letters, maybe none) stands in its
    place or nothing came after the start. `sign` is what stands between start and landing; `sent` is None when no
    reprogram is asked for, and the beginning of a square (maybe empty) when it is unfinished.
    """

    start: str
    sign: str = ""
    landing: str | None = None
    path: str | None = None
    sent: str | None = None


def normalize(text: str) -> str | None:
    """Return the text as it is to be read, or None when it can't be notation at all."""
    if len(text) > LONGEST:
        return None
    text = clean(text)
    if not text.isascii():
        return None
    return _COMMA.sub("-", replace_arrows(replace_words(text.lower(), _SPOKEN)))


def read_setup(text: str) -> tuple[int, ...] | None:
    """Read a tidy text as sizes of ships, maybe too few or too many; None when it is no row of sizes."""
    if _SEPARATED_SETUP.fullmatch(text):
        text = re.sub("[,/-]", "", text)
    packed = text.replace(" ", "")
    if not _SETUP.fullmatch(packed) or len(packed) > 12:
        return None
    return tuple(int(size) for size in packed.translate(_DIGITS))


def read_flight(text: str) -> Typed | None:
    """Read a tidy text as a flight or the beginning of one; None when it is neither."""
    if match := _FLIGHT.fullmatch(text):
        landing = "base" if match["base"] else match["landing"]
        sent = match["sent"] if match["put"] is None else match["put"]
        return Typed(match["start"], match["sign"], landing, sent=sent)
    if match := _PATH.fullmatch(text):
        return Typed(match["start"], path=match["path"].replace(" ", ""), sent=match["sent"])
    if match := _PART.fullmatch(text):
        return Typed(match["start"], match["sign"] or "", match["landing"])
    return None


def off_board(typed: Typed) -> str | None:
    """Return the first square of a typed flight that the board doesn't have."""
    for name in (typed.start, typed.landing, typed.sent):
        if name and len(name) == 2 and name[1].isdigit() and name not in GRID.numbers:
            return name
    return None


def write(move: Setup | Flight, *, onto_ship: bool = False) -> str:
    """Return the canonical text of a move, or of one that still lacks the reprogram's square (`b1xe4@`)."""
    if isinstance(move, Setup):
        return "".join(map(str, move.ships))
    start, landing = GRID.names[move.start], square_name(move.landing)
    if move.sent is not None:
        return f"{start}x{landing}@{GRID.names[move.sent]}"
    return f"{start}x{landing}@" if onto_ship and move.landing != BASE else f"{start}-{landing}"
