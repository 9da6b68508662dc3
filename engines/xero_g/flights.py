"""The legal flights of a position, the positions after them, and the test whether a seat can win at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.xero_g.board import (
    ANY_BOOSTS,
    GOALS,
    SQUARES_MASK,
    Position,
    first_ends,
    landings,
    rows_with_ships,
    squares_of,
)
from games.xero_g.stages import SOUTH
from games.xero_g.state import BASE, Flight

if TYPE_CHECKING:
    from collections.abc import Iterator

WON = b""
"""The pips of the position after a flight into the base, in which the loser is to move."""


def winning_flight(position: Position, seat: int, boosts: int = ANY_BOOSTS) -> Flight | None:
    """Return a flight of a seat into the base with at most so many boosts, or None."""
    goal, pips, taken = GOALS[seat], position.pips, position.taken
    for row in rows_with_ships(taken, seat):
        for start in squares_of(row):
            if landings(pips, taken, start, goal, boosts):
                return Flight(start, BASE)
        if has_flight_from(position, seat, row):
            break
    return None


def has_flight_from(position: Position, seat: int, row: int) -> bool:
    """Return whether any ship of a row has a legal flight."""
    return any(_ends(position, seat, start) for start in squares_of(row))


def _ends(position: Position, seat: int, start: int) -> int:
    """Return where the ship on `start` can legally end, the base among them."""
    pips, taken = position.pips, position.taken
    found = landings(pips, taken, start, SQUARES_MASK | GOALS[seat])
    for landing in squares_of(found & taken):
        if not _sends(position, seat, start, landing):
            found ^= 1 << landing
    return found


def _sends(position: Position, seat: int, start: int, landing: int) -> int:
    """Return where the ship under a flight from `start` to `landing` can be sent (rulings R1 to R3)."""
    pips, taken = position.pips, position.taken & ~(1 << start)
    row = next(rows_with_ships(taken, 3 - seat))
    lowest, highest = row & -row, row
    within = (1 << 6 * _row(highest) + 6) - 1 if seat == SOUTH else SQUARES_MASK & ~((1 << 6 * _row(lowest)) - 1)
    return within & ~(position.taken if pips[start] == pips[landing] else taken)


def _row(mask: int) -> int:
    return (mask.bit_length() - 1) // 6


def flights(position: Position) -> Iterator[Flight]:
    """Yield the mover's legal flights, by start, landing (the base last) and the square sent to."""
    seat, taken = position.mover, position.taken
    for row in rows_with_ships(taken, seat):
        found = False
        for start in squares_of(row):
            ends = _ends(position, seat, start)
            found = found or bool(ends)
            for landing in squares_of(ends):
                if taken >> landing & 1:
                    for sent in squares_of(_sends(position, seat, start, landing)):
                        yield Flight(start, landing, sent)
                else:
                    yield Flight(start, landing)
            if ends & GOALS[seat]:
                yield Flight(start, BASE)
        if found:
            break


def fly(position: Position, flight: Flight) -> Position:
    """Return the position after a flight; the seat to move is one that can fly, 0 if neither can."""
    mover, pips, taken = position
    start, landing, sent = flight
    if landing == BASE:
        return Position(3 - mover, WON, 0)
    board = bytearray(pips)
    board[start], taken = 0, taken ^ 1 << start
    if sent is not None:
        board[sent] = pips[landing]
        taken |= 1 << sent
    board[landing] = pips[start]
    taken |= 1 << landing
    after = bytes(board)
    seat = next((seat for seat in (3 - mover, mover) if has_flight(after, taken, seat)), 0)
    return Position(seat, after, taken)


def has_flight(pips: bytes, taken: int, seat: int) -> bool:
    """Return whether a seat has a legal flight."""
    for start in squares_of(next(rows_with_ships(taken, seat), 0)):
        # A stage that ends on an empty square is a flight.
        if first_ends(pips, taken, start) & ~taken & (SQUARES_MASK | GOALS[seat]):
            return True
    position = Position(seat, pips, taken)
    return any(has_flight_from(position, seat, row) for row in rows_with_ships(taken, seat))
