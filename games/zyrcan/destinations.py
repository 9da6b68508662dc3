"""Where a ship can fly, and where one can be put."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.contract import Destinations
from games.text import clean, counted, listed_briefly
from games.zyrcan import moves, notation, rejections
from games.zyrcan.field import NAMES
from games.zyrcan.parser import cell_named, check_engines, flying, placing_of, read_move
from games.zyrcan.standings import SEATS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from games.contract import IllegalMove
    from games.zyrcan.notation import Typed
    from games.zyrcan.parser import Flying
    from games.zyrcan.state import Flight, Placing, State


def destinations(state: State, text: str) -> Destinations:
    """Return where a ship can fly (`e5`), what can be put on a cell, where a kind of ship can (`2`), or all of it.

    In Blitzkrieg `2@e5` asks which ships can fly after that, and `2@e5 c3` where one of them can.
    """
    asked = bool(text) and (len(text) > notation.LONGEST or bool(clean(text)))
    typed, seat = notation.read(text) if asked else None, state.mover
    if seat is None or (asked and typed is None):
        raise _refusal(state, text if asked else "a1")
    places = moves.placings(state, seat) if state.phase == "deploy" else []
    if typed is None:
        return _puts(seat, places) if places else _starts(state, flying(state, seat, None))
    if state.phase != "deploy" or not places:
        if typed.cell is not None or len(typed.start or "") < 2:
            raise _refusal(state, text)
        return _flown(state, seat, typed, flying(state, seat, None))
    if typed.cell is not None:
        return _placed(state, seat, typed, places)
    if len(typed.start or "") < 2:
        raise _refusal(state, text)
    cell = cell_named(state.players, typed.start or "")
    if state.board[cell] is None:
        return _kinds(state, seat, cell, places)
    if not state.blitzkrieg:
        raise rejections.occupied(state, seat, cell, None, places)
    return _flown(state, seat, typed, _after_some(state, seat, places))


def _refusal(state: State, text: str) -> IllegalMove:
    """Return what the reader of moves says to a text that names nothing here."""
    try:
        read_move(state, text)
    except rejections.IllegalMove as refused:
        return refused
    return rejections.not_a_move(state)


def _after_some(state: State, seat: int, places: Sequence[Placing]) -> Flying:
    """Return the flights that can follow one placing or another (Blitzkrieg)."""
    sky = flying(state, seat, None)
    cells = {placing.cell for placing in places}
    return sky._replace(flights=[flight for flight in sky.flights if cells - {flight.landing}])


def _puts(seat: int, places: Sequence[Placing]) -> Destinations:
    cells = _names(placing.cell for placing in places)
    example = notation.write_placing(places[-1])
    kinds = listed_briefly([str(kind) for kind in sorted({placing.engines for placing in places})], "or")
    words = f"{SEATS[seat - 1]} can put a ship of {kinds} engines on {listed_briefly(cells)} (`{example}`)."
    return Destinations((), cells, words)


def _kinds(state: State, seat: int, cell: int, places: Sequence[Placing]) -> Destinations:
    fitting = [placing for placing in places if placing.cell == cell]
    if not fitting:
        raise rejections.which_ship(state, seat, cell, places)
    texts = listed_briefly([f"`{notation.write_placing(placing)}`" for placing in fitting], "or")
    return Destinations((), (NAMES[cell],), f"{SEATS[seat - 1]} can put a ship on {NAMES[cell]}: {texts}.")


def _placed(state: State, seat: int, typed: Typed, places: Sequence[Placing]) -> Destinations:
    """Answer for a kind of ship, for a placing, or for a flight after it."""
    if not typed.cell:
        engines = typed.engines or 0
        check_engines(state, seat, engines, places)
        fitting = [placing for placing in places if placing.engines == engines]
        if not fitting:
            raise rejections.what_and_where(engines, "", places)
        return _puts(seat, fitting)
    placing = placing_of(state, seat, typed, places)
    text, sky = notation.write_placing(placing), flying(state, seat, placing)
    if typed.start is not None and len(typed.start) == 2 and sky.flights:
        return _flown(state, seat, typed, sky)
    if not sky.flights:
        return Destinations((), (NAMES[placing.cell],), f"`{text}` is the whole turn.")
    return _starts(state, sky)


def _starts(state: State, sky: Flying) -> Destinations:
    """Name the ships that can fly."""
    names = _names(flight.start for flight in sky.flights)
    can = "capture with" if sky.attack else "fly"
    lead = f"After `{notation.write_placing(sky.placing)}` " if sky.placing else ""
    example = notation.write_flight(state.board, sky.flights[0])
    words = f"{lead}{SEATS[sky.seat - 1]} can {can} {listed_briefly(names, 'or')} (`{_lead(sky)}{example}`)."
    return Destinations((), names, words)


def _flown(state: State, seat: int, typed: Typed, sky: Flying) -> Destinations:
    """Say where the ship on a cell can fly."""
    start = cell_named(state.players, typed.start or "")
    ship, lead, name = sky.board[start], _lead(sky), NAMES[start]
    if not sky.flights:
        raise rejections.illegal("No ship can fly now.")
    if ship is None or ship.seat != seat:
        raise rejections.not_yours(sky.board, sky.flights, start, lead)
    if sky.placing and start == sky.placing.cell:
        raise rejections.just_placed(sky.board, sky.flights, start, lead)
    mine = [flight for flight in sky.flights if flight.start == start]
    if not mine:
        raise rejections.cannot_fly(sky.board, sky.flights, start, lead, attack=sky.attack)
    how = f"{name} is a ship of {counted(ship.engines, 'engine')}: it flies {counted(ship.engines, 'cell')} straight on"
    return Destinations((name,), _names(flight.landing for flight in mine), f"{how}. {_ways(state, sky, mine, lead)}")


def _ways(state: State, sky: Flying, mine: Sequence[Flight], lead: str) -> str:
    ways: list[str] = []
    for takes, deed in ((True, "capture on"), (False, "fly to")):
        flights = [flight for flight in mine if bool(state.board[flight.landing]) == takes]
        if flights:
            example = f"`{lead}{notation.write_flight(state.board, flights[0])}`"
            ways.append(f"{deed} {listed_briefly(_names(flight.landing for flight in flights))} ({example})")
    first = not sky.attack and not sky.placing and bool(moves.placings(state, sky.seat))
    return f"It can {' and '.join(ways)}{', after a ship has been put on the board' if first else ''}."


def _lead(sky: Flying) -> str:
    return f"{notation.write_placing(sky.placing)} " if sky.placing else ""


def _names(cells: Iterable[int]) -> tuple[str, ...]:
    return tuple([NAMES[cell] for cell in sorted(set(cells))])
