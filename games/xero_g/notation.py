"""Moves in canonical notation (`321123`, `b1-e4`, `b1xe4@c3`, `b1-base`), and turns in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.text import REPEATED, with_example
from games.translation import gettext as _, gettext_noop as N_, ngettext
from games.xero_g.flights import legal_flights, movable_fleet, shortest
from games.xero_g.state import BASE, GRID, SEATS, Flight, Setup, seat_name, square_name

if TYPE_CHECKING:
    from games.xero_g.state import State


def write(move: Setup | Flight, *, onto_ship: bool = False) -> str:
    """Return the canonical text of a move, or of one that still lacks the reprogram's square (`b1xe4@`)."""
    if isinstance(move, Setup):
        return "".join(map(str, move.ships))
    start, landing = GRID.names[move.start], square_name(move.landing)
    if move.sent is not None:
        return f"{start}x{landing}@{GRID.names[move.sent]}"
    return f"{start}x{landing}@" if onto_ship and move.landing != BASE else f"{start}-{landing}"


# Translators: {flight} is "flies b1 onto e4 (2 boosts)".
_SENDS = {
    1: N_("{flight} and sends the small from {landing} to {square}"),
    2: N_("{flight} and sends the medium from {landing} to {square}"),
    3: N_("{flight} and sends the large from {landing} to {square}"),
}
"""What a reprogram does, by the pips of the ship that is sent."""


def describe(state: State, move: Setup | Flight) -> str:
    """Return what a move does, as "flies b1 onto e4 (2 boosts) and sends the medium to c3"."""
    if isinstance(move, Setup):
        return _("lays {sizes} from a to f").format(sizes=" ".join(map(str, move.ships)))
    assert state.mover is not None, "the match is over"  # noqa: S101 - the contract gives legal moves only
    boosts = len(shortest(state.board, state.mover, move.start, move.landing).boosts)
    flight = _flight(move, boosts).format(start=GRID.names[move.start], landing=square_name(move.landing), n=boosts)
    if move.sent is None:
        return flight
    template = _(_SENDS[state.board[move.landing]])
    return template.format(flight=flight, landing=square_name(move.landing), square=GRID.names[move.sent])


def _flight(move: Flight, boosts: int) -> str:
    """Return a clause on a flight with so many boosts, to be filled in."""
    if move.landing == BASE:
        without = _("flies {start} into the base")
        boosted = ngettext(
            "flies {start} into the base ({n} boost)", "flies {start} into the base ({n} boosts)", boosts
        )
    elif move.sent is None:
        without = _("flies {start} to {landing}")
        boosted = ngettext("flies {start} to {landing} ({n} boost)", "flies {start} to {landing} ({n} boosts)", boosts)
    else:
        without = _("flies {start} onto {landing}")
        boosted = ngettext(
            "flies {start} onto {landing} ({n} boost)", "flies {start} onto {landing} ({n} boosts)", boosts
        )
    return boosted if boosts else without


def is_first_flight(state: State) -> bool:
    """Return whether the seat to move flies for the first time since the setups."""
    return state.laid == len(SEATS) and len(state.seen) <= len(SEATS)


def find_example_flight(state: State) -> str:
    """Return the first flight that ends on an empty square, or the first of all; empty when the match is over."""
    flights = legal_flights(state.board, state.mover) if state.mover else ()
    return write(min(flights, key=lambda flight: flight.sent is not None)) if flights else ""


def task(state: State, example: str = "") -> str:
    """Return what the seat to move has to do, with an example of a flight if given; empty when the match is over."""
    if state.mover is None:
        return ""
    if state.laid < 2:
        row = 1 if state.mover == 1 else 6
        what = _("lay your six ships on row {row}, from a to f: two each of 1, 2 and 3").format(row=row)
        return with_example(what, "321123")
    row = movable_fleet(state.board, state.mover).row
    return with_example(_("fly a ship from row {row}").format(row=row), example)


def news(state: State) -> tuple[str, ...]:
    """Return sentences on seats passed over and on a repeated position."""
    template = _("{seat} has no legal flight and is passed over.")
    sentences = [template.format(seat=_(seat_name(seat))) for seat in state.passed]
    if state.mover is not None and state.seen and state.seen.count(state.seen[-1]) == 2:
        sentences.append(_(REPEATED))
    return tuple(sentences)
