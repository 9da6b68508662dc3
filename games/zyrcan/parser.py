"""Reads a player's text as a move, or says why it can't be played: first the form of the text, then its meaning."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from games.contract import IllegalMove
from games.rejections import match_over
from games.text import clean, replace_arrows, replace_words
from games.translation import pgettext_noop
from games.zyrcan import moves, notation, rejections
from games.zyrcan.field import NAMES, NUMBERS, field
from games.zyrcan.state import Flight, Move, Placement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.zyrcan.state import Board, State

LONGEST = 80
"""Characters; the longest move takes fifteen, and some spaces may come with it."""
TYPED_WORDS = (
    pgettext_noop("typed", "to"),
    pgettext_noop("typed", "takes"),
    pgettext_noop("typed", "captures"),
    pgettext_noop("typed", "on"),
    pgettext_noop("typed", "one"),
    pgettext_noop("typed", "two"),
    pgettext_noop("typed", "three"),
    pgettext_noop("typed", "and"),
    pgettext_noop("typed", "then"),
)
"""Words of typed moves that players can also write in their own language."""

_SPOKEN = {"to": "-", "takes": "x", "captures": "x", "on": "@", "one": "1", "two": "2", "three": "3"}
# Cells just off the board are read too, to be told apart from chat; more than that isn't meant as a cell.
_CELL = "[a-j][0-9]"
_FLIGHT = rf"(?:(?P<row>[a-j])|(?P<start>{_CELL})(?: ?(?P<sign>[-x]))?(?: ?(?P<landing>[a-j][0-9]?))?)"
_TURN = re.compile(
    rf"(?:(?P<engines>[0-9]) ?(?:@|->?)? ?(?P<cell>{_CELL})|(?P<first>{_CELL})(?: ?[=@] ?| )(?P<then>[0-9]))"
    rf"(?:(?: and)?(?: then)? ?{_FLIGHT})?"
)
_HALF_PLACEMENT = re.compile(rf"(?P<engines>[0-9])(?: ?(?:@|->?))?(?: ?(?P<cell>[a-j]))?|(?P<first>{_CELL}) ?[=@]")
_FLIGHT_ALONE = re.compile(_FLIGHT)


class Typed(NamedTuple):
    """A turn as typed, maybe unfinished.

    Placement: `engines` is None where they are not said, `cell` None where no placement is meant, else a cell, a row or
    empty. Flight: `start` is None where none is meant, else a cell or a row; `landing` None, a cell or a row; `sign`
    what stands between. A bare cell or row is taken as a start here; in phase one it can be meant as either.
    """

    engines: int | None = None
    cell: str | None = None
    start: str | None = None
    sign: str = ""
    landing: str | None = None

    @property
    def bare(self) -> bool:
        """Whether there is nothing but one cell or row."""
        return self.cell is None and not self.sign and self.landing is None

    @property
    def single(self) -> bool:
        """Whether it is one letter or digit, which is chat unless a move can begin so."""
        return (self.bare and len(self.start or "") == 1) or (self.cell == "" and self.start is None)


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
    typed, seat = split_move(text), state.mover
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


def split_move(text: str) -> Typed | None:
    """Take a text apart as a turn or the beginning of one; None when it is neither, whatever the text."""
    tidy = clean(text) if len(text) <= LONGEST else ""
    if not tidy.isascii():
        return None
    tidy = replace_arrows(replace_words(tidy.lower(), _SPOKEN))
    if found := _TURN.fullmatch(tidy):
        engines, cell = found["engines"] or found["then"], found["cell"] or found["first"]
        return Typed(int(engines), cell, found["start"] or found["row"], found["sign"] or "", found["landing"])
    if found := _FLIGHT_ALONE.fullmatch(tidy):
        return Typed(None, None, found["start"] or found["row"], found["sign"] or "", found["landing"])
    if found := _HALF_PLACEMENT.fullmatch(tidy):
        engines = found["engines"]
        return Typed(int(engines), found["cell"] or "") if engines else Typed(None, found["first"])
    return None


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
        raise rejections.landing_missing(
            options.board,
            options.flights,
            start,
            lead,
            typed.landing or "",
            captures=typed.sign == "x",
            attack=options.attack,
        )
    flight = Flight(start, find_cell_or_reject(options.players, typed.landing or ""))
    if flight not in options.flights:
        raise rejections.unreachable(
            options.board, ship, options.flights, flight, lead, options.players, attack=options.attack
        )
    if typed.sign == "x" and not options.board[flight.landing]:
        raise rejections.nothing_to_capture(options.board, flight, lead)
    return flight
