"""Sentences on a turn: what a move does, what the seat to move has to do, what else happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.text import REPEATED, format_count, with_example
from games.xero_g import notation
from games.xero_g.flights import legal_flights, movable_fleet
from games.xero_g.names import SEATS, SIZES, seat_name, square_name
from games.xero_g.shortest_path import shortest
from games.xero_g.state import BASE, GRID, Setup

if TYPE_CHECKING:
    from games.xero_g.state import Flight, State


def describe(state: State, move: Setup | Flight) -> str:
    """Return what a move does, as "flies b1 onto e4 (2 boosts) and sends the medium to c3"."""
    if isinstance(move, Setup):
        return f"lays {' '.join(map(str, move.ships))}"
    assert state.mover is not None, "the match is over"  # noqa: S101 - the contract gives legal moves only
    start, landing = GRID.names[move.start], square_name(move.landing)
    number = len(shortest(state.board, state.mover, move.start, move.landing).boosts)
    boosts = f" ({format_count(number, 'boost')})" if number else ""
    if move.landing == BASE:
        return f"flies {start} into the base{boosts}"
    if move.sent is None:
        return f"flies {start} to {landing}{boosts}"
    ship = SIZES[state.board[move.landing]]
    return f"flies {start} onto {landing}{boosts} and sends the {ship} from {landing} to {GRID.names[move.sent]}"


def is_first_flight(state: State) -> bool:
    """Return whether the seat to move flies for the first time since the setups."""
    return state.laid == len(SEATS) and len(state.seen) <= len(SEATS)


def find_example_flight(state: State) -> str:
    """Return the first flight that ends on an empty square, or the first of all; empty when the match is over."""
    flights = legal_flights(state.board, state.mover) if state.mover else ()
    return notation.write(min(flights, key=lambda flight: flight.sent is not None)) if flights else ""


def task(state: State, example: str = "") -> str:
    """Return what the seat to move has to do, with an example of a flight if given; empty when the match is over."""
    if state.mover is None:
        return ""
    if state.laid < 2:
        row = 1 if state.mover == 1 else 6
        return with_example(f"lay your six ships on row {row}, from a to f: two each of 1, 2 and 3", "321123")
    return with_example(f"fly a ship from row {movable_fleet(state.board, state.mover).row}", example)


def news(state: State) -> tuple[str, ...]:
    """Return sentences on seats passed over and on a repeated position."""
    sentences = [f"{seat_name(seat)} has no legal flight and is passed over." for seat in state.passed]
    if state.mover is not None and state.seen and state.seen.count(state.seen[-1]) == 2:
        sentences.append(REPEATED)
    return tuple(sentences)
