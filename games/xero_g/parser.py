"""Reads a player's text as a move, or says why it can't be played: first the form of the text, then its meaning.

`typed_path` follows paths that are typed as letters.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from games.rejections import match_over
from games.text import clean, replace_arrows, replace_words
from games.translation import pgettext_noop
from games.xero_g import rejections
from games.xero_g.flights import Board, movable_fleet
from games.xero_g.position import FULL_ROW
from games.xero_g.ship import BadPath, Ship, follow
from games.xero_g.state import BASE, BASE_BIT, GRID, Flight, Setup, square_name, squares_in

if TYPE_CHECKING:
    from games.xero_g.state import State

_LONGEST = 200
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


def read_move(state: State, text: str) -> Setup | Flight:
    """Return the legal move that a text means. Raises `IllegalMove` and nothing else, whatever the text."""
    normalized = normalize(text)
    if normalized is None:
        raise rejections.not_a_move(state.laid)
    sizes, typed = read_setup(normalized), read_flight(normalized)
    if state.mover is None:
        whole = (sizes is not None and len(sizes) == 6) or (typed is not None and typed.landing is not None)
        raise match_over() if whole else rejections.not_a_move(state.laid)
    if state.laid < 2:
        return _make_setup(state, sizes, typed)
    if typed is None or (off_board(typed) == typed.start and not _has_sign(typed)):
        if sizes is not None and len(sizes) == 6:
            raise rejections.already_laid()
        raise rejections.not_a_move(state.laid)
    return _flight(state.board, state.mover, typed)


def normalize(text: str) -> str | None:
    """Return the text as it is to be read, or None when it can't be notation at all."""
    if len(text) > _LONGEST:
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


def _make_setup(state: State, sizes: tuple[int, ...] | None, typed: Typed | None) -> Setup:
    row = 1 if state.mover == 1 else 6
    if sizes is None:
        whole = typed is not None and (typed.landing is not None or typed.path)
        raise rejections.lay_first(row) if whole else rejections.not_a_move(state.laid)
    for pips in (1, 2, 3):
        if sizes.count(pips) > 2:
            raise rejections.too_many_ships(pips, sizes.count(pips))
    if tuple(sorted(sizes)) != FULL_ROW:
        raise rejections.ships_missing(sizes, row)
    return Setup(sizes)


def _has_sign(typed: Typed) -> bool:
    """Return whether punctuation shows that squares are meant, so that a wrong one is a mistake and not chat."""
    return bool(typed.sign) or typed.path is not None


def _flight(board: Board, seat: int, typed: Typed) -> Flight:
    wrong = off_board(typed)
    if wrong is not None:
        raise rejections.no_such_square(wrong)
    ship = Ship(board, seat, GRID.numbers[typed.start])
    flying = movable_fleet(board, seat)
    if ship.start not in flying.landings:
        raise rejections.wrong_start(board, flying, ship.start)
    if typed.path is None:
        landing = landing_of(ship, typed, flying.landings[ship.start])
    else:
        landing = _read_landing(ship, typed.path, typed.sent)
    if ship.beneath(landing):
        return _reprogram(ship, landing, typed)
    if typed.sent is not None or (typed.sign == "x" and landing != BASE):
        raise rejections.nothing_beneath(ship, landing)
    return Flight(ship.start, landing)


def landing_of(ship: Ship, typed: Typed, landings: int) -> int:
    """Return the landing that a typed flight without a path names. Raises `IllegalMove`, also for part of a name."""
    prefix = typed.landing or ""
    if prefix == "base":
        landing = BASE
    elif prefix in GRID.numbers:
        landing = GRID.numbers[prefix]
    else:
        ends = squares_in(landings) + ([BASE] if landings & BASE_BIT else [])
        fitting = [
            end for end in ends if square_name(end).startswith(prefix) and (typed.sign != "x" or ship.beneath(end))
        ]
        raise rejections.landing_missing(ship, landings, fitting, f"{typed.sign}{prefix}")
    if landing == ship.start:
        raise rejections.no_change(ship)
    if not landings & (BASE_BIT if landing == BASE else 1 << landing):
        raise rejections.unreachable(ship, landing, landings)
    return landing


def _read_landing(ship: Ship, path: str, sent: str | None) -> int:
    try:
        progress = follow(ship, path)
    except BadPath as wrong:
        raise rejections.bad_path(ship, wrong) from None
    if not progress.landed:
        raise rejections.steps_left(ship, path, progress) if sent is None else rejections.reprogram_too_soon(progress)
    if progress.square == ship.start:
        raise rejections.no_change(ship)
    return progress.square


def _reprogram(ship: Ship, landing: int, typed: Typed) -> Flight:
    open_squares = ship.sends(landing)
    if typed.sent is None or not open_squares:
        raise rejections.on_a_ship(ship, landing, typed.path)
    sent = GRID.numbers.get(typed.sent)
    if sent is None:
        raise rejections.reprogram_missing(ship, landing, typed.sent)
    if sent not in open_squares:
        raise rejections.bad_reprogram(ship, landing, sent)
    return Flight(ship.start, landing, sent)
