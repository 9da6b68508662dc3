"""What a player could type next: whole moves, or in Blitzkrieg the placing first; the best come first."""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain, islice, zip_longest
from typing import TYPE_CHECKING, NamedTuple

from games.contract import clean
from games.zyrcan import moves
from games.zyrcan.field import ENGINES, NAMES, field
from games.zyrcan.notation import LONGEST, write_flight, write_placing
from games.zyrcan.reading import flying
from games.zyrcan.standing import fleets

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from games.zyrcan.state import Board, Flight, Placing, State

_PLACED = re.compile(r"([123])([a-i][1-9])|([a-i][1-9])([123])")


class _View(NamedTuple):
    """What the worth of a move is judged by: `attackers` counts the enemies that can reach a cell in one flight."""

    seat: int
    board: Board
    players: int
    attackers: Counter[int]
    engines: tuple[int, ...]


def suggest(state: State, text: str, limit: int) -> list[str]:
    """Return up to `limit` texts that begin a legal move and could follow the half-typed `text`, best first."""
    if state.mover is None or len(text) > LONGEST:
        return []
    typed = clean(text).lower()
    if typed.startswith(("@", "=", "x", "-")):
        return []
    typed = re.sub("[ @=x-]", "", typed)
    return list(islice(_fitting(state, state.mover, typed), max(0, limit)))


def _fitting(state: State, seat: int, typed: str) -> Iterator[str]:
    view = _view(state, seat)
    places = moves.placings(state, seat) if state.phase == "deploy" else []
    if not places:
        yield from _flights(view, flying(state, seat, None).flights, "", typed)
        return
    found = _PLACED.match(typed) if state.blitzkrieg else None
    if found is None:
        yield from _placings(view, places, typed)
        return
    kind, cell = found[1] or found[4], found[2] or found[3]
    placing = next((one for one in places if (str(one.engines), NAMES[one.cell]) == (kind, cell)), None)
    if placing is None:
        return
    flights = flying(state, seat, placing).flights
    rest = typed[found.end() :]
    if flights:
        yield from _flights(view, flights, f"{write_placing(placing)} ", rest)
    elif not rest:
        yield write_placing(placing)


def _view(state: State, seat: int) -> _View:
    reach = field(state.players).lines
    attackers = Counter(
        chain.from_iterable(
            reach[ship.engines][cell]
            for cell, ship in enumerate(state.board)
            if ship and ship.seat != seat and ship.seat not in state.out
        )
    )
    return _View(seat, state.board, state.players, attackers, tuple([fleet.engines for fleet in fleets(state)]))


def _flights(view: _View, flights: Iterable[Flight], lead: str, typed: str) -> Iterator[str]:
    fitting = [one for one in flights if f"{NAMES[one.start]}{NAMES[one.landing]}".startswith(typed)]
    for flight in sorted(fitting, key=lambda one: _worth_of_flight(view, one)):
        yield f"{lead}{write_flight(view.board, flight)}"


def _worth_of_flight(view: _View, flight: Flight) -> tuple[int, int, int, int, Flight]:
    """Sort key: the biggest capture, then out of danger, then the strongest victim, then targets ahead."""
    ship, target = view.board[flight.start], view.board[flight.landing]
    engines = ship.engines if ship else 0
    danger = (view.attackers[flight.landing] > 0) - (view.attackers[flight.start] > 0)
    taken, victim = (target.engines, view.engines[target.seat - 1]) if target else (0, 0)
    return -taken, danger * engines, -victim, -_targets(view, engines, flight.landing), flight


def _targets(view: _View, engines: int, cell: int) -> int:
    """Return how many engines of others a ship would aim at from a cell."""
    ships = [view.board[landing] for landing in field(view.players).lines[engines][cell]]
    return sum([ship.engines for ship in ships if ship and ship.seat != view.seat])


def _placings(view: _View, places: Sequence[Placing], typed: str) -> Iterator[str]:
    """Write the best placings of each kind of ship in turn, the big ships first."""
    kinds = [
        sorted(
            (one for one in places if one.engines == engines and _begins(one, typed)),
            key=lambda one: _worth_of_placing(view, one),
        )
        for engines in reversed(ENGINES)
    ]
    for placing in chain.from_iterable(zip_longest(*kinds)):
        if placing:
            yield write_placing(placing)


def _begins(placing: Placing, typed: str) -> bool:
    cell, engines = NAMES[placing.cell], str(placing.engines)
    return f"{engines}{cell}".startswith(typed) or f"{cell}{engines}".startswith(typed)


def _worth_of_placing(view: _View, placing: Placing) -> tuple[int, int, int]:
    """Sort key: engines aimed at less those at risk, then room to fly, then the cell."""
    at_risk = placing.engines if view.attackers[placing.cell] else 0
    room = len(field(view.players).lines[placing.engines][placing.cell])
    return 2 * at_risk - _targets(view, placing.engines, placing.cell), -room, placing.cell
