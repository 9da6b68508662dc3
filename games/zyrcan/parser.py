"""From a player's text to a legal move, or to the reason why not."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from games.contract import IllegalMove
from games.zyrcan import moves, notation, rejections
from games.zyrcan.field import NAMES, NUMBERS, field
from games.zyrcan.state import Flight, Move, Placement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.zyrcan.notation import Typed
    from games.zyrcan.state import Board, State


class FlightOptions(NamedTuple):
    """What a flight is read against: the board with the ship just put on it, and the flights there are."""

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
        raise rejections.illegal("The match is over.")
    try:
        return _deploy(state, seat, typed) if state.phase == "deploy" else _attack(state, seat, typed)
    except IllegalMove as refused:
        if refused.kind == "illegal" and typed.single:
            raise rejections.not_a_move(state) from None
        raise


def _deploy(state: State, seat: int, typed: Typed) -> Move:
    places = moves.placements(state, seat)
    if not places:
        options = flight_options(state, seat, None)
        if typed.cell is not None:
            raise rejections.no_placement(state, seat, options.flights)
        return Move(None, _flight(options, typed))
    placement = placement_of(state, seat, typed, places)
    flies = typed.cell is not None and typed.start is not None
    if not state.blitzkrieg and flies:
        raise rejections.too_early(notation.write_placement(placement))
    options = flight_options(state, seat, placement)
    if not options.flights:
        if flies:
            raise rejections.no_flight(state, seat, placement)
        return Move(placement, None)
    if not flies:
        raise rejections.what_flies(options.board, placement, options.flights)
    return Move(placement, _flight(options, typed))


def flight_options(state: State, seat: int, placement: Placement | None) -> FlightOptions:
    """Return the flights that a seat has, in phase one after a placement; in the standard game's phase one none."""
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
        raise rejections.all_down(state.board, options.flights)
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
        raise rejections.what_and_where(typed.engines, cell, places)
    at = cell_named(state.players, cell)
    if state.board[at]:
        raise rejections.occupied(state, seat, at, typed.engines, places)
    if typed.engines is None:
        raise rejections.which_ship(state, seat, at, places)
    placement = Placement(at, typed.engines)
    if placement not in places:
        raise rejections.too_close(state, seat, placement, places)
    return placement


def check_engines(state: State, seat: int, engines: int, places: Sequence[Placement]) -> None:
    """Raise `IllegalMove` where a seat has no ship of so many engines in hand."""
    if not 1 <= engines <= 3:
        raise rejections.illegal(f"A ship has 1, 2 or 3 engines, not {engines}.")
    if not moves.in_hand(state.hands[seat - 1], engines):
        raise rejections.not_in_hand(state.hands[seat - 1], engines, places)


def cell_named(players: int, name: str) -> int:
    """Return the cell with a name. Raises `IllegalMove` for one that is not in use with so many players."""
    cell = NUMBERS.get(name)
    if cell is None or cell not in field(players).used:
        raise rejections.no_such_cell(players, name)
    return cell


def _flight(options: FlightOptions, typed: Typed) -> Flight:
    lead = f"{notation.write_placement(options.placement)} " if options.placement else ""
    typed_start = typed.start or ""
    if len(typed_start) < 2:
        raise rejections.which_starts(options.board, options.flights, lead, typed_start)
    start = cell_named(options.players, typed_start)
    ship = options.board[start]
    if ship is None or ship.seat != options.seat:
        raise rejections.not_yours(options.board, options.flights, start, lead)
    if options.placement and start == options.placement.cell:
        raise rejections.just_placed(options.board, options.flights, start, lead)
    whole = len(typed.landing or "") == 2
    if not whole and all(flight.start != start for flight in options.flights):
        raise rejections.cannot_fly(options.board, options.flights, start, lead, attack=options.attack)
    if not whole:
        raise rejections.where_to(options.board, options.flights, start, lead, typed, attack=options.attack)
    flight = Flight(start, cell_named(options.players, typed.landing or ""))
    if flight not in options.flights:
        raise rejections.no_way(options.board, options.flights, flight, lead, options.players, attack=options.attack)
    if typed.sign == "x" and not options.board[flight.landing]:
        raise rejections.nothing_to_take(options.board, flight, lead)
    return flight


__all__ = ["FlightOptions", "cell_named", "check_engines", "flight_options", "placement_of", "read_move"]
