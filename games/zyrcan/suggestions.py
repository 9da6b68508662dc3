"""What a player could type next: whole moves, or in Blitzkrieg the placing first; in the order of the board."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from games.text import clean
from games.zyrcan import moves
from games.zyrcan.field import NAMES
from games.zyrcan.notation import LONGEST, write_flight, write_placing
from games.zyrcan.parser import flying

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from games.zyrcan.state import Board, Flight, Placing, State

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
    places = moves.placings(state, seat) if state.phase == "deploy" else []
    if not places:
        yield from _flights(state.board, flying(state, seat, None).flights, "", typed)
        return
    found = _PLACED.match(typed) if state.blitzkrieg else None
    if found is None:
        yield from (write_placing(placing) for placing in sorted(places) if _begins(placing, typed))
        return
    kind, cell = found[1] or found[4], found[2] or found[3]
    placing = next((one for one in places if (str(one.engines), NAMES[one.cell]) == (kind, cell)), None)
    if placing is None:
        return
    flights = flying(state, seat, placing).flights
    rest = typed[found.end() :]
    if flights:
        yield from _flights(state.board, flights, f"{write_placing(placing)} ", rest)
    elif not rest:
        yield write_placing(placing)


def _flights(board: Board, flights: Iterable[Flight], lead: str, typed: str) -> Iterator[str]:
    for flight in sorted(flights):
        if f"{NAMES[flight.start]}{NAMES[flight.landing]}".startswith(typed):
            yield f"{lead}{write_flight(board, flight)}"


def _begins(placing: Placing, typed: str) -> bool:
    cell, engines = NAMES[placing.cell], str(placing.engines)
    return f"{engines}{cell}".startswith(typed) or f"{cell}{engines}".startswith(typed)
