"""From a player's text to a legal move, or to the reason why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.contract import IllegalMove
from games.xero_g import notation, reasons
from games.xero_g.flights import Board, ready, sends, ships
from games.xero_g.position import FULL_ROW
from games.xero_g.routes import Route, follow, ways_on
from games.xero_g.state import BASE, GRID, Flight, Lay
from games.xero_g.trails import BASE_BIT, squares_in
from games.xero_g.words import SIZES, counted, square_name

if TYPE_CHECKING:
    from games.xero_g.state import State


def read_move(state: State, text: str) -> Lay | Flight:
    """Return the legal move that a text means. Raises `IllegalMove` and nothing else, whatever the text."""
    tidy = notation.tidy(text)
    if tidy is None:
        raise reasons.not_a_move(state.laid)
    sizes, typed = notation.read_setup(tidy), notation.read_flight(tidy)
    if state.mover is None:
        whole = (sizes is not None and len(sizes) == 6) or (typed is not None and typed.landing is not None)
        raise IllegalMove("illegal", "The game is over.") if whole else reasons.not_a_move(state.laid)
    if state.laid < 2:
        return _setup(state, sizes, typed)
    if typed is None or (notation.off_board(typed) == typed.start and not _signed(typed)):
        if sizes is not None and len(sizes) == 6:
            raise IllegalMove("illegal", "The ships are laid already: fly one, for example `b1-e4`.")
        raise reasons.not_a_move(state.laid)
    return _flight(state.board, state.mover, typed)


def _setup(state: State, sizes: tuple[int, ...] | None, typed: notation.Typed | None) -> Lay:
    if sizes is None:
        if typed is not None and (typed.landing is not None or typed.path):
            why = (
                f"First lay your six ships on row {1 if state.mover == 1 else 6}, for example `321123`; then ships fly."
            )
            raise IllegalMove("illegal", why)
        raise reasons.not_a_move(state.laid)
    for pips in (1, 2, 3):
        if (count := sizes.count(pips)) > 2:
            why = f"You have two {SIZES[pips]} ships (`{pips}`) to lay, not {count}: two each of 1, 2 and 3."
            raise IllegalMove("illegal", why)
    if tuple(sorted(sizes)) == FULL_ROW:
        return Lay(sizes)
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
        raise reasons.no_such_square(wrong)
    start = GRID.numbers[typed.start]
    flying = ready(board, seat)
    if start not in flying.landings:
        raise reasons.wrong_start(board, flying, start)
    landings = flying.landings[start]
    if typed.path is not None:
        landing = _landed(board, seat, start, typed)
    else:
        landing = _landing(board, seat, start, typed, landings)
    on_ship = landing != BASE and bool(ships(board) & ~(1 << start) & 1 << landing)
    if on_ship:
        return _reprogram(board, seat, start, landing, typed)
    if typed.sent is not None or (typed.sign == "x" and landing != BASE):
        raise reasons.nothing_beneath(start, landing)
    return Flight(start, landing)


def _landing(board: Board, seat: int, start: int, typed: notation.Typed, landings: int) -> int:
    prefix = typed.landing or ""
    if prefix == "base":
        landing = BASE
    elif prefix in GRID.numbers:
        landing = GRID.numbers[prefix]
    else:
        ends = squares_in(landings) + ([BASE] if landings & BASE_BIT else [])
        if typed.sign == "x":
            ends = squares_in(landings & ships(board))
        fitting = [end for end in ends if square_name(end).startswith(prefix)]
        raise reasons.where_to(board, seat, start, landings, fitting, f"{typed.sign}{prefix}")
    if landing == start:
        raise reasons.no_change(start)
    if not landings & (BASE_BIT if landing == BASE else 1 << landing):
        raise reasons.no_way(board, seat, start, landing, landings)
    return landing


def _landed(board: Board, seat: int, start: int, typed: notation.Typed) -> int:
    path = typed.path or ""
    route: Route = follow(board, seat, start, path)
    if not route.landed:
        if typed.sent is not None:
            raise reasons.too_soon(route.square, route.left)
        raise reasons.go_on(start, path, route.square, route.left, ways_on(board, seat, start, route))
    if route.square == start:
        raise reasons.no_change(start)
    return route.square


def _reprogram(board: Board, seat: int, start: int, landing: int, typed: notation.Typed) -> Flight:
    open_squares = sends(board, seat, start, landing)
    if typed.sent is None or not open_squares:
        raise reasons.boost_or_put(board, seat, start, landing, typed.path)
    if typed.sent not in GRID.numbers:
        raise reasons.where_put(board, seat, start, landing, typed.sent)
    flight = Flight(start, landing, GRID.numbers[typed.sent])
    if not open_squares >> GRID.numbers[typed.sent] & 1:
        raise reasons.bad_send(board, seat, flight)
    return flight
