"""What a setup or a flight makes of a position, when the match ends and who wins (rulings R4 to R7)."""

from __future__ import annotations

from dataclasses import replace

from games.contract import Result, win_of_two
from games.message import message
from games.translation import gettext_noop as N_
from games.xero_g import position
from games.xero_g.flights import Board, fleet, shortest
from games.xero_g.state import BASE, GRID, Flight, Setup, State, Turn, other, seat_name


def start() -> State:
    """Return the empty board, South to lay."""
    return State((0,) * 36, 0, 1)


def play(state: State, move: Setup | Flight) -> State:
    """Return the state after a legal move, with the turn passed on to a seat that has a flight (R4)."""
    assert state.mover is not None, "the match is over"  # noqa: S101 - the contract gives legal moves only
    return _lay(state, state.mover, move) if isinstance(move, Setup) else _fly(state, state.mover, move)


def _lay(state: State, seat: int, move: Setup) -> State:
    row = 0 if seat == 1 else 5
    board = (*state.board[: 6 * row], *move.ships, *state.board[6 * row + 6 :])
    if seat == 1:
        return State(board, 1, 2, Turn(seat, move))
    return _pass_turn(State(board, 2, seat, Turn(seat, move)), seat)


def _fly(state: State, seat: int, move: Flight) -> State:
    board = list(state.board)
    path = shortest(state.board, seat, move.start, move.landing)
    pips, board[move.start] = board[move.start], 0
    sent_pips = 0
    if move.sent is not None:
        sent_pips, board[move.sent] = board[move.landing], board[move.landing]
    if move.landing != BASE:
        board[move.landing] = pips
    turn = Turn(seat, move, path.squares, path.boosts, pips, sent_pips)
    after = State(tuple(board), 2, seat, turn, seen=state.seen)
    if move.landing == BASE:
        template = N_("the ship from {square} flew into {seat}'s base")
        reason = message(template, square=GRID.names[move.start], seat=seat_name(other(seat)))
        return replace(after, mover=None, outcome=win_of_two(seat, reason))
    return _pass_turn(after, seat)


def _pass_turn(after: State, seat: int) -> State:
    """Return the state with the next seat to move, or a draw if neither seat has a flight or the position repeats."""
    mover, passed = _next_seat(after.board, other(seat))
    if mover is None:
        draw = Result((1, 1), N_("neither side has a legal flight"))
        return replace(after, mover=None, passed=passed, outcome=draw)
    text = position.write(after.board, 2, mover)
    seen = (*after.seen, text)
    if seen.count(text) < 3:
        return replace(after, mover=mover, passed=passed, seen=seen)
    draw = Result((1, 1), N_("the same position has come up for the third time"))
    return replace(after, mover=None, passed=passed, seen=seen, outcome=draw)


def _next_seat(board: Board, seat: int) -> tuple[int | None, tuple[int, ...]]:
    if fleet(board, seat):
        return seat, ()
    if fleet(board, other(seat)):
        return other(seat), (seat,)
    return None, (seat, other(seat))
