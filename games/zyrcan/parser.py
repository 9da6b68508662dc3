"""Reads a player's text as a move, or says why it can't be played."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from games.contract import IllegalMove
from games.rejections import match_over
from games.zyrcan import moves, notation, rejections
from games.zyrcan.field import NAMES, NUMBERS, field
from games.zyrcan.state import Flight, Move, Placement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.zyrcan.notation import Typed
    from games.zyrcan.state import Board, State


class FlightOptions(NamedTuple):
    """The flights of a turn, and the board with the ship just put on it, if any."""

    players: int
    attack: bool
    seat: int
    board: Board
    placement: Placement | None
    flights: Sequence[Flight]


def read_move(state: State, text: str) -> Move:
    """Return the legal move that a text means. Raises `IllegalMove` and nothing else, whatever the text."""
    typed, seat = notation.read(text), state.mover
    if typed is None:
        raise rejections.not_a_move(state)
    if seat is None:
        if typed.single:
            raise rejections.not_a_move(state)
        raise match_over()
    try:
        return _deploy(state, seat, typed) if state.phase == "deploy" else _attack(state, seat, typed)
    except IllegalMove as rejection:
        if rejection.kind == "illegal" and typed.single:
            raise rejections.not_a_move(state) from None
        raise


def _deploy(state: State, seat: int, typed: Typed) -> Move:
    places = moves.placements(state, seat)
    if not places:
        options = flight_options(state, seat, None)
        if typed.cell is not None:
            raise rejections.flight_only(state, seat, options.flights)
        return Move(None, _flight(options, typed))
    placement = placement_of(state, seat, typed, places)
    flies = typed.cell is not None and typed.start is not None
    if not state.blitzkrieg and flies:
        raise rejections.flight_too_early(notation.write_placement(placement))
    options = flight_options(state, seat, placement)
    if not options.flights:
        if flies:
            raise rejections.placement_only(state, seat, placement)
        return Move(placement, None)
    if not flies:
        raise rejections.flight_missing(options.board, placement, options.flights)
    return Move(placement, _flight(options, typed))


def flight_options(state: State, seat: int, placement: Placement | None) -> FlightOptions:
    """Return the flights of a seat; in phase one after a placement, and none there in the standard game."""
    attack = state.phase != "deploy"
    board = moves.with_ship(state.board, placement, seat)
    flights: list[Flight] = []
    if attack:
        flights.extend(moves.captures(state, seat))
    elif state.blitzkrieg:
        flights.extend(moves.flights(state, seat, placement.cell if placement else None))
    return FlightOptions(state.players, attack, seat, board, placement, flights)


def _attack(state: State, seat: int, typed: Typed) -> Move:
    options = flight_options(state, seat, None)
    if typed.cell is not None:
        raise rejections.placement_too_late(state.board, options.flights)
    return Move(None, _flight(options, typed))


def placement_of(state: State, seat: int, typed: Typed, places: Sequence[Placement]) -> Placement:
    """Return the placement that a turn names first. Raises `IllegalMove`."""
    if typed.cell is None and not typed.bare:
        flights = flight_options(state, seat, None).flights
        meant = [one for one in flights if (NAMES[one.start], NAMES[one.landing]) == (typed.start, typed.landing)]
        raise rejections.place_first(state, places, meant)
    cell = typed.start if typed.cell is None else typed.cell
    cell = cell or ""
    if typed.engines is not None:
        check_engines(state, seat, typed.engines, places)
    if len(cell) < 2:
        raise rejections.placement_unfinished(typed.engines, cell, places)
    at = find_cell_or_reject(state.players, cell)
    if state.board[at]:
        raise rejections.occupied(state, seat, at, typed.engines, places)
    if typed.engines is None:
        raise rejections.engines_missing(state, seat, at, places)
    placement = Placement(at, typed.engines)
    if placement not in places:
        raise rejections.too_close(state, seat, placement, places)
    return placement


def check_engines(state: State, seat: int, engines: int, places: Sequence[Placement]) -> None:
    """Raise `IllegalMove` if a seat has no ship with that many engines in hand."""
    if not 1 <= engines <= 3:
        raise rejections.no_such_ship(engines)
    if not moves.in_hand(state.hands[seat - 1], engines):
        raise rejections.not_in_hand(state.hands[seat - 1], engines, places)


def find_cell_or_reject(players: int, name: str) -> int:
    """Return the cell with a name. Raises `IllegalMove` if it isn't in use with that many players."""
    cell = NUMBERS.get(name)
    if cell is None or cell not in field(players).used:
        raise rejections.no_such_cell(players, name)
    return cell


def _flight(options: FlightOptions, typed: Typed) -> Flight:
    lead = f"{notation.write_placement(options.placement)} " if options.placement else ""
    typed_start = typed.start or ""
    if len(typed_start) < 2:
        raise rejections.start_missing(options.board, options.flights, lead, typed_start)
    start = find_cell_or_reject(options.players, typed_start)
    ship = options.board[start]
    if ship is None or ship.seat != options.seat:
        raise rejections.not_yours(options.board, options.flights, start, lead)
    if options.placement and start == options.placement.cell:
        raise rejections.just_placed(options.board, options.flights, start, lead)
    whole = len(typed.landing or "") == 2
    if not whole and all(flight.start != start for flight in options.flights):
        raise rejections.cannot_fly(options.board, ship, options.flights, start, lead, attack=options.attack)
    if not whole:
        raise rejections.landing_missing(options.board, options.flights, start, lead, typed, attack=options.attack)
    flight = Flight(start, find_cell_or_reject(options.players, typed.landing or ""))
    if flight not in options.flights:
        raise rejections.unreachable(
            options.board, ship, options.flights, flight, lead, options.players, attack=options.attack
        )
    if typed.sign == "x" and not options.board[flight.landing]:
        raise rejections.nothing_to_capture(options.board, flight, lead)
    return flight
