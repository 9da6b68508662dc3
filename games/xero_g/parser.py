"""From a player's text to a legal move, or to the reason why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.contract import IllegalMove
from games.text import counted
from games.xero_g import notation, rejections
from games.xero_g.flights import Board, movable_fleet
from games.xero_g.names import SIZES, square_name
from games.xero_g.position import FULL_ROW
from games.xero_g.ship import Ship
from games.xero_g.stages import BASE_BIT, squares_in
from games.xero_g.state import BASE, GRID, Flight, Setup
from games.xero_g.typed_path import follow

if TYPE_CHECKING:
    from games.xero_g.state import State


def read_move(state: State, text: str) -> Setup | Flight:
    """Return the legal move that a text means. Raises `IllegalMove` and nothing else, whatever the text."""
    tidy = notation.tidy(text)
    if tidy is None:
        raise rejections.not_a_move(state.laid)
    sizes, typed = notation.read_setup(tidy), notation.read_flight(tidy)
    if state.mover is None:
        whole = (sizes is not None and len(sizes) == 6) or (typed is not None and typed.landing is not None)
        raise IllegalMove("illegal", "The match is over.") if whole else rejections.not_a_move(state.laid)
    if state.laid < 2:
        return _setup(state, sizes, typed)
    if typed is None or (notation.off_board(typed) == typed.start and not _signed(typed)):
        if sizes is not None and len(sizes) == 6:
            raise IllegalMove("illegal", "The ships are laid already: fly one, for example `b1-e4`.")
        raise rejections.not_a_move(state.laid)
    return _flight(state.board, state.mover, typed)


def _setup(state: State, sizes: tuple[int, ...] | None, typed: notation.Typed | None) -> Setup:
    if sizes is None:
        if typed is not None and (typed.landing is not None or typed.path):
            why = (
                f"First lay your six ships on row {1 if state.mover == 1 else 6}, for example `321123`; then ships fly."
            )
            raise IllegalMove("illegal", why)
        raise rejections.not_a_move(state.laid)
    for pips in (1, 2, 3):
        if (count := sizes.count(pips)) > 2:
            why = f"You have two {SIZES[pips]} ships (`{pips}`) to lay, not {count}: two each of 1, 2 and 3."
            raise IllegalMove("illegal", why)
    if tuple(sorted(sizes)) == FULL_ROW:
        return Setup(sizes)
    row = 1 if state.mover == 1 else 6
    missing = " ".join(str(pips) for pips in (1, 2, 3) for _ in range(2 - sizes.count(pips)))
    ahead = f"{counted(len(sizes), 'ship')} laid from a{row} on; still to lay: {missing}, in any order."
    raise IllegalMove("unfinished", ahead)


def _signed(typed: notation.Typed) -> bool:
    """Tell whether punctuation shows that squares are meant, so that a wrong one is a mistake and not chat."""
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
        landing = _landed(ship, typed.path, typed.sent)
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
        raise rejections.where_to(ship, landings, fitting, f"{typed.sign}{prefix}")
    if landing == ship.start:
        raise rejections.no_change(ship)
    if not landings & (BASE_BIT if landing == BASE else 1 << landing):
        raise rejections.no_way(ship, landing, landings)
    return landing


def _landed(ship: Ship, path: str, sent: str | None) -> int:
    progress = follow(ship, path)
    if not progress.landed:
        raise rejections.go_on(ship, path, progress) if sent is None else rejections.too_soon(progress)
    if progress.square == ship.start:
        raise rejections.no_change(ship)
    return progress.square


def _reprogram(ship: Ship, landing: int, typed: notation.Typed) -> Flight:
    open_squares = ship.sends(landing)
    if typed.sent is None or not open_squares:
        raise rejections.boost_or_put(ship, landing, typed.path)
    sent = GRID.numbers.get(typed.sent)
    if sent is None:
        raise rejections.where_put(ship, landing, typed.sent)
    if sent not in open_squares:
        raise rejections.bad_send(ship, landing, sent)
    return Flight(ship.start, landing, sent)
