"""Xero-G by Kat Costa (2019), after Gyges by Claude Leroy: twelve ships, two bases, and boosts that chain."""

from __future__ import annotations

from dataclasses import replace
from importlib import resources
from typing import TYPE_CHECKING

from games.base import GameBase
from games.contract import Info, Result, check_players, complete_options
from games.text import counted
from games.xero_g import notation, position
from games.xero_g.destinations import destinations
from games.xero_g.flights import Board, fleet, legal_flights, ready
from games.xero_g.parser import read_move
from games.xero_g.paths import shortest
from games.xero_g.state import BASE, GRID, Flight, Lay, State, Turn
from games.xero_g.suggestions import LAYOUTS, suggest
from games.xero_g.text import SEATS, SIZES, other, seat_name, square_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.contract import Destinations, Options

__all__ = ["XeroG"]

_INFO = Info(
    key="xero-g",
    title="Xero-G",
    designer="Kat Costa",
    year=2019,
    seats=SEATS,
    min_players=2,
    max_players=2,
    options=(),
    rules=1,
    pitch="Fly drones that nobody owns, boosting from ship to ship, into the other side's base.",
    help=resources.files(__name__).joinpath("help.md").read_text("utf-8"),
    examples=("321123", "b1-b3", "c1xb1@d3", "d5-base", "a1:nne"),
    homes=True,
)
_LAYS = tuple(Lay(tuple(map(int, layout))) for layout in LAYOUTS)


class XeroG(GameBase[State, Lay | Flight]):
    """The game Xero-G, behind the contract in `games.contract`."""

    info = _INFO

    def start(self, players: int, options: Options, seed: int) -> State:  # noqa: ARG002 - nothing is drawn by lot
        """Return the empty board, South to lay. Raises `BadOption`."""
        check_players(_INFO, players)
        complete_options(_INFO, options)
        return State((0,) * 36, 0, 1)

    def parse(self, state: State, text: str) -> Lay | Flight:
        """Read a setup or a flight in any form of the rules page. Raises `IllegalMove`."""
        return read_move(state, text)

    def format(self, state: State, move: Lay | Flight) -> str:  # noqa: ARG002 - the text of a move needs no position
        """Write a move in canonical notation: `321123`, `b1-e4`, `b1xe4@c3`, `b1-base`."""
        return notation.write(move)

    def play(self, state: State, move: Lay | Flight) -> State:
        """Return the state after a legal move; a seat without any flight is passed over (R4)."""
        assert state.mover is not None, "the match is over"  # noqa: S101 - the contract gives legal moves only
        return _lay(state, state.mover, move) if isinstance(move, Lay) else _fly(state, state.mover, move)

    def legal(self, state: State) -> Sequence[Lay | Flight]:
        """Return every legal move once: the setups, or flights by start, landing and the other ship's square."""
        if state.mover is None:
            return ()
        return _LAYS if state.laid < 2 else legal_flights(state.board, state.mover)

    def suggest(self, state: State, text: str, limit: int) -> list[str]:
        """Return texts that could follow: setups; winning flights, ships, landings, squares to send a ship to."""
        return suggest(state, text, limit)

    def destinations(self, state: State, text: str) -> Destinations:
        """Return where a ship can fly (`b1`), where one it lands on can be sent (`b1xe4`), or which ships can fly."""
        return destinations(state, text)

    def leave(self, state: State, seat: int) -> State:
        """Return the state after a seat left: the other wins. A match that is over stays as it is."""
        return state if state.mover is None else super().leave(replace(state, passed=()), seat)

    def position(self, state: State) -> str:
        """Return the position text: rows 6 to 1, the phase, the seat to move."""
        return position.write(state.board, state.laid, state.mover)

    def parse_position(self, text: str, players: int = 2, options: Options | None = None, seed: int = 0) -> State:  # noqa: ARG002 - as start
        """Read a position text. Raises `ValueError`; with fewer than twelve ships it is a study, which is welcome."""
        check_players(_INFO, players)
        complete_options(_INFO, options or {})
        return position.read(text)

    def describe(self, state: State, move: Lay | Flight) -> str:
        """Return what a move would do in `state`, as "flies b1 onto e4 (2 boosts) and sends the medium to c3"."""
        if isinstance(move, Lay):
            return f"lays {' '.join(map(str, move.ships))}"
        assert state.mover is not None, "the match is over"  # noqa: S101 - as in play
        start, landing = GRID.names[move.start], square_name(move.landing)
        number = len(shortest(state.board, state.mover, move.start, move.landing).boosts)
        boosts = f" ({counted(number, 'boost')})" if number else ""
        if move.landing == BASE:
            return f"flies {start} into the base{boosts}"
        if move.sent is None:
            return f"flies {start} to {landing}{boosts}"
        ship = SIZES[state.board[move.landing]]
        return f"flies {start} onto {landing}{boosts} and sends the {ship} from {landing} to {GRID.names[move.sent]}"

    def task(self, state: State) -> str:
        """Return what the seat to move has to do; empty when the match is over."""
        if state.mover is None:
            return ""
        if state.laid < 2:
            row = 1 if state.mover == 1 else 6
            return f"lay your six ships on row {row}, from a to f: two each of 1, 2 and 3, for example `321123`"
        return f"fly a ship from row {ready(state.board, state.mover).row}"

    def news(self, state: State) -> tuple[str, ...]:
        """Return sentences on seats passed over and on a position that stands for the second time."""
        news = [f"{seat_name(seat)} has no legal flight and is passed over." for seat in state.passed]
        if state.mover is not None and state.seen and state.seen.count(state.seen[-1]) == 2:
            news.append("This position stands for the second time; at the third the match is drawn.")
        return tuple(news)


def _won(seat: int, reason: str) -> Result:
    return Result((1, 2) if seat == 1 else (2, 1), reason)


def _lay(state: State, seat: int, move: Lay) -> State:
    row = 0 if seat == 1 else 5
    board = (*state.board[: 6 * row], *move.ships, *state.board[6 * row + 6 :])
    if seat == 1:
        return State(board, 1, 2, Turn(seat, move))
    return _turned(State(board, 2, seat, Turn(seat, move)), seat)


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
        reason = f"the ship from {GRID.names[move.start]} flew into {seat_name(other(seat))}'s base"
        return replace(after, mover=None, outcome=_won(seat, reason))
    return _turned(after, seat)


def _turned(after: State, seat: int) -> State:
    """Hand the turn on: to the other seat, past those without a flight, or to nobody in a draw."""
    mover, passed = _next(after.board, other(seat))
    if mover is None:
        draw = Result((1, 1), "neither side has a legal flight")
        return replace(after, mover=None, passed=passed, outcome=draw)
    text = position.write(after.board, 2, mover)
    seen = (*after.seen, text)
    if seen.count(text) < 3:
        return replace(after, mover=mover, passed=passed, seen=seen)
    draw = Result((1, 1), "the same position stands for the third time")
    return replace(after, mover=None, passed=passed, seen=seen, outcome=draw)


def _next(board: Board, seat: int) -> tuple[int | None, tuple[int, ...]]:
    if fleet(board, seat):
        return seat, ()
    if fleet(board, other(seat)):
        return other(seat), (seat,)
    return None, (seat, other(seat))
