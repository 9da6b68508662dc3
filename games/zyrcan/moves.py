"""What a seat can play: placements, flights, captures, and the turns made of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.zyrcan.field import CLOSER, ENGINES, field
from games.zyrcan.state import Board, Flight, Move, Placement, Ship

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.zyrcan.state import Hand, State


def placements(state: State, seat: int) -> list[Placement]:
    """Return every placement that a seat can make, by engines and cell; in Blitzkrieg with the distance kept."""
    free = [cell for cell in field(state.players).cells if state.board[cell] is None]
    found: list[Placement] = []
    for engines in ENGINES:
        if in_hand(state.hands[seat - 1], engines):
            close = find_crowded_cells(state.board, seat, engines) if state.blitzkrieg else ()
            found.extend([Placement(cell, engines) for cell in free if cell not in close])
    return found


def in_hand(hand: Hand, engines: int) -> int:
    """Return how many ships with so many engines a hand holds."""
    return hand[engines - 1]


def find_crowded_cells(board: Board, seat: int, engines: int) -> frozenset[int]:
    """Return the cells that lie fewer steps than so many engines from a ship of the seat (Blitzkrieg)."""
    close = [CLOSER[engines][cell] for cell, ship in enumerate(board) if ship and ship.seat == seat]
    return frozenset[int]().union(*close)


def captures(state: State, seat: int) -> Iterator[Flight]:
    """Yield the captures of a seat in phase two, by start and then direction."""
    board, lines = state.board, field(state.players).lines
    for start, ship in enumerate(board):
        if ship and ship.seat == seat:
            for landing in lines[ship.engines][start]:
                target = board[landing]
                if target and target.seat != seat:
                    yield Flight(start, landing)


def flights(state: State, seat: int, placed: int | None = None) -> Iterator[Flight]:
    """Yield the flights of a seat in phase one of Blitzkrieg, to empty cells and enemies.

    `placed` is the cell where the seat has just put a ship, which is not on the board of `state` yet.
    """
    board, cells = state.board, field(state.players)
    landings = cells.leaps if state.variant == "blitzkrieg 1" else cells.lines
    for start, ship in enumerate(board):
        if ship and ship.seat == seat:
            for landing in landings[ship.engines][start]:
                target = board[landing]
                if (target is None or target.seat != seat) and landing != placed:
                    yield Flight(start, landing)


def can_move(state: State, seat: int) -> bool:
    """Return whether a seat has a legal move in the present phase."""
    if state.phase != "deploy":
        return any(True for _ in captures(state, seat))
    if not state.blitzkrieg:
        return any(state.hands[seat - 1])
    return any(True for _ in flights(state, seat)) or bool(placements(state, seat))


def turns(state: State, seat: int) -> Iterator[Move]:
    """Yield the legal moves of a seat, each once, in a fixed order."""
    if state.phase != "deploy":
        yield from [Move(None, flight) for flight in captures(state, seat)]
    elif not state.blitzkrieg:
        yield from [Move(placement, None) for placement in placements(state, seat)]
    else:
        yield from _blitzkrieg(state, seat)


def _blitzkrieg(state: State, seat: int) -> Iterator[Move]:
    """Yield placements with the flights that can follow; either alone if the other is impossible (R1, R3)."""
    flights_before = list(flights(state, seat))
    places = placements(state, seat)
    if not places:
        yield from [Move(None, flight) for flight in flights_before]
    landings = {flight.landing for flight in flights_before}
    for placement in places:
        left = flights_before
        if placement.cell in landings:
            left = [flight for flight in flights_before if flight.landing != placement.cell]
        if left:
            yield from [Move(placement, flight) for flight in left]
        else:
            yield Move(placement, None)


def with_ship(board: Board, placement: Placement | None, seat: int) -> Board:
    """Return the board with a ship put on it."""
    if placement is None:
        return board
    return (*board[: placement.cell], Ship(seat, placement.engines), *board[placement.cell + 1 :])
