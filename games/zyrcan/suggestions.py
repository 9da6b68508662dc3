"""What a player could type next: whole moves, or in Blitzkrieg the placement first; in the order of the board."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from games.text import clean
from games.zyrcan import moves
from games.zyrcan.field import NAMES
from games.zyrcan.notation import write_flight, write_placement
from games.zyrcan.parser import LONGEST, flight_options

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from games.zyrcan.state import Board, Flight, Placement, State

_PLACED = re.compile(r"([123])([a-i][1-9])|([a-i][1-9])([123])")


def suggest(state: State, text: str, limit: int) -> list[str]:
    """Return up to `limit` texts that begin a legal move and could follow the half-typed `text`, from a1 to i9."""
    if state.mover is None or len(text) > LONGEST:
        return []
    typed = clean(text).lower()
    if typed.startswith(("@", "=", "x", "-")):
        return []
    typed = re.sub("[ @=x-]", "", typed)
    return list(islice(_fitting(state, state.mover, typed), max(0, limit)))


def _fitting(state: State, seat: int, typed: str) -> Iterator[str]:
    places = moves.placements(state, seat) if state.phase == "deploy" else []
    if not places:
        yield from _flights(state.board, flight_options(state, seat, None).flights, "", typed)
        return
    found = _PLACED.match(typed) if state.blitzkrieg else None
    if found is None:
        yield from (write_placement(placement) for placement in sorted(places) if _is_begun_by(placement, typed))
        return
    kind, cell = found[1] or found[4], found[2] or found[3]
    placement = next((one for one in places if (str(one.engines), NAMES[one.cell]) == (kind, cell)), None)
    if placement is None:
        return
    flights = flight_options(state, seat, placement).flights
    rest = typed[found.end() :]
    if flights:
        yield from _flights(state.board, flights, f"{write_placement(placement)} ", rest)
    elif not rest:
        yield write_placement(placement)


def _flights(board: Board, flights: Iterable[Flight], lead: str, typed: str) -> Iterator[str]:
    for flight in sorted(flights):
        if f"{NAMES[flight.start]}{NAMES[flight.landing]}".startswith(typed):
            yield f"{lead}{write_flight(board, flight)}"


def _is_begun_by(placement: Placement, typed: str) -> bool:
    cell, engines = NAMES[placement.cell], str(placement.engines)
    return f"{engines}{cell}".startswith(typed) or f"{cell}{engines}".startswith(typed)
