"""Xero-G in words: on the picture, beside it and instead of it."""

from __future__ import annotations

from itertools import pairwise

from games.text import format_count
from games.xero_g.flights import fleet
from games.xero_g.state import BASE, GRID, Flight, Setup, State, Turn
from renderers.board.alt_text import describe_status, format_rows, open_alt
from renderers.board.scene import Scene, sole_winner

TITLE = "Xero-G"
SEATS = ("South", "North")
_SIZES = ("", "small", "medium", "large")
_BASES = "South's base lies below row 1, North's above row 6."


def home_row(state: State) -> int:
    """Return the row, 1 to 6, that the seat to move lays or flies from."""
    if not state.mover or state.laid < 2:
        return 6 if state.mover == 2 else 1
    flying = fleet(state.board, state.mover)
    return flying.row if flying else 1


def task(state: State) -> str:
    """Return what the seat to move has to do, as a clause after its name."""
    if not state.mover:
        return ""
    return f"to {'lay' if state.laid < 2 else 'fly from'} row {home_row(state)}"


def describe_seat(state: State, seat: int) -> str:
    """Return the second line of a seat's panel: its name, and what it has to do or how it fared."""
    name, outcome = SEATS[seat - 1], state.outcome
    if seat == state.mover:
        return f"{name} \u00b7 {'lays' if state.laid < 2 else 'flies from'} row {home_row(state)}"
    if outcome and seat == sole_winner(outcome):
        return f"{name} \u00b7 wins"
    return f"{name} \u00b7 draw" if outcome and outcome.drawn else name


def describe_outcome(scene: Scene) -> str:
    """Return the second line below the board: what the last move was like, or how the match ended."""
    state: State = scene.state
    best, outcome, last = sole_winner(state.outcome), state.outcome, state.last
    if outcome and not scene.move:
        return outcome.clause
    if not last:
        return "on to the opponent's base" if state.laid == 2 else "two ships of each size"
    if isinstance(last.move, Setup):
        words = f"row {1 if last.seat == 1 else 6} is laid"
    elif last.move.landing == BASE:
        words = f"{_count_boosts(last)}, into the base"
    elif outcome:
        words = f"{SEATS[best - 1]} wins: {outcome.clause}" if best else f"drawn: {outcome.clause}"
    elif last.move.sent is not None:
        words = f"{_count_boosts(last)}, {_SIZES[last.sent_pips]} put on {GRID.names[last.move.sent]}"
    else:
        words = f"{_SIZES[last.pips]}, {_count_boosts(last)}"
    return "; ".join((words, *(f"{SEATS[seat - 1]} passed over" for seat in state.passed)))


def _count_boosts(last: Turn) -> str:
    return format_count(len(last.boosts), "boost") if last.boosts else "no boost"


def alt(scene: Scene) -> str:
    """Return the position and the last move in words, at most 1024 characters."""
    state: State = scene.state
    ships = [
        f"{_SIZES[size]} {', '.join(GRID.names[square] for square, pips in enumerate(state.board) if pips == size)}"
        for size in (1, 2, 3)
        if size in state.board
    ]
    return " ".join([*_open(scene), f"Ships: {'; '.join(ships) or 'none yet'}.", _BASES])


def text(scene: Scene) -> str:
    """Return the position in sentences, a row of the board a line."""
    board = enumerate(scene.state.board)
    ships = [(str(GRID.row(square)), f"{GRID.names[square]} {_SIZES[pips]}") for square, pips in board if pips]
    return "\n".join([*_open(scene), *format_rows("123456", ships), _BASES])


def _open(scene: Scene) -> list[str]:
    """The last move and what it led to, and whose turn it is."""
    state: State = scene.state
    last = state.last
    lines = open_alt(scene, TITLE, SEATS, last.seat if last else None, _describe_action(last) if last else "")
    lines.extend(f"{SEATS[seat - 1]} cannot fly and is passed over." for seat in state.passed)
    lines.append(describe_status(scene, SEATS, task(state)))
    return lines


def _describe_action(last: Turn) -> str:
    """What the last turn did, as a clause."""
    move = last.move
    if isinstance(move, Setup):
        return f"row {1 if last.seat == 1 else 6} from a to f is {' '.join(_SIZES[ship] for ship in move.ships)}"
    words = f"a {_SIZES[last.pips]} flies {write_route(last, move)}"
    if move.landing == BASE:
        return f"{words} into the base"
    if move.sent is not None:
        return f"{words} and stays there; the {_SIZES[last.sent_pips]} from there is put on {GRID.names[move.sent]}"
    return words


def write_route(last: Turn, move: Flight) -> str:
    """Return the squares of a flight, with what each boost gave: "c1 c2 c3 (boost 2) d3 e3"."""
    gains = dict(pairwise([*last.boosts, len(last.path) - 1 + (move.landing == BASE)]))
    return " ".join(
        GRID.names[square] + (f" (boost {gains[index] - index})" if index in gains else "")
        for index, square in enumerate(last.path)
    )
