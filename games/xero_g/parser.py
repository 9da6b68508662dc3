"""Reads a player's text as a move, or says why it can't be played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rejections import match_over
from games.xero_g import notation, rejections
from games.xero_g.flights import Board, movable_fleet
from games.xero_g.names import square_name
from games.xero_g.position import FULL_ROW
from games.xero_g.ship import Ship
from games.xero_g.stages import BASE_BIT, squares_in
from games.xero_g.state import BASE, GRID, Flight, Setup
from games.xero_g.typed_path import BadPath, follow

if TYPE_CHECKING:
    from games.xero_g.state import State


def read_move(state: State, text: str) -> Setup | Flight:
    """Return the legal move that a text means. Raises `IllegalMove` and nothing else, whatever the text."""
    normalized = notation.normalize(text)
    if normalized is None:
        raise rejections.not_a_move(state.laid)
    sizes, typed = notation.read_setup(normalized), notation.read_flight(normalized)
    if state.mover is None:
        whole = (sizes is not None and len(sizes) == 6) or (typed is not None and typed.landing is not None)
        raise match_over() if whole else rejections.not_a_move(state.laid)
    if state.laid < 2:
        return _read_setup(state, sizes, typed)
    if typed is None or (notation.off_board(typed) == typed.start and not _has_sign(typed)):
        if sizes is not None and len(sizes) == 6:
            raise rejections.already_laid()
        raise rejections.not_a_move(state.laid)
    return _flight(state.board, state.mover, typed)


def _read_setup(state: State, sizes: tuple[int, ...] | None, typed: notation.Typed | None) -> Setup:
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


def _has_sign(typed: notation.Typed) -> bool:
    """Return whether punctuation shows that squares are meant, so that a wrong one is a mistake and not chat."""
    return bool(typed.sign) or typed.path is not None


def _flight(board: Board, seat: int, typed: notation.Typed) -> Flight:
    wrong = notation.off_board(typed)
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


def landing_of(ship: Ship, typed: notation.Typed, landings: int) -> int:
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


def _reprogram(ship: Ship, landing: int, typed: notation.Typed) -> Flight:
    open_squares = ship.sends(landing)
    if typed.sent is None or not open_squares:
        raise rejections.on_a_ship(ship, landing, typed.path)
    sent = GRID.numbers.get(typed.sent)
    if sent is None:
        raise rejections.reprogram_missing(ship, landing, typed.sent)
    if sent not in open_squares:
        raise rejections.bad_reprogram(ship, landing, sent)
    return Flight(ship.start, landing, sent)
