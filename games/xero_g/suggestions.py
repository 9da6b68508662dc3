"""What a player could type next: whole moves, or the next part of one where moves are many."""

from __future__ import annotations

import re
from itertools import islice, permutations
from typing import TYPE_CHECKING

from games.xero_g.flights import movable_fleet
from games.xero_g.parser import normalize, read_flight
from games.xero_g.position import FULL_ROW
from games.xero_g.ship import Ship
from games.xero_g.stages import BASE_BIT, squares_in
from games.xero_g.state import BASE, GRID
from games.xero_g.typed_path import BadPath, follow, ways_on

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.xero_g.flights import Board, Fleet
    from games.xero_g.state import State

LAYOUTS = tuple("".join(map(str, row)) for row in sorted(set(permutations(FULL_ROW))))
_TYPED = re.compile(r"([a-f]?)|([a-f][1-6])(?:(base|bas?|#|[a-f]?)|([a-f][1-6])((?:[a-f][1-6]?)?))")
"""A half-typed flight without its signs: a column, or a start and part of a landing, or of the square sent to."""


def suggest(state: State, text: str, limit: int) -> list[str]:
    """Return up to `limit` texts that begin a legal move and could follow the half-typed `text`, from a1 to f6."""
    normalized = normalize(text)
    if normalized is None or state.mover is None:
        return []
    found = _setups(normalized) if state.laid < 2 else _flights(state.board, state.mover, normalized)
    return list(islice(found, max(0, limit)))


def _setups(text: str) -> Iterator[str]:
    prefix = text.replace(" ", "").translate(str.maketrans("sml", "123"))
    return (layout for layout in LAYOUTS if layout.startswith(prefix))


def _flights(board: Board, seat: int, text: str) -> Iterator[str]:
    flying = movable_fleet(board, seat)
    typed = read_flight(text) if ":" in text else None
    if typed is not None and typed.path is not None:
        start = GRID.numbers.get(typed.start)
        if start in flying.landings:
            yield from _follow_path(Ship(board, seat, start), flying.landings[start], typed.path, typed.sent or "")
        return
    match = _TYPED.fullmatch(re.sub(r"[ @x-]", "", text))
    if match is None:
        return
    column, name, part, landing, sent = match.groups()
    if name is None:
        yield from _starts(flying, column)
    elif (start := GRID.numbers[name]) in flying.landings:
        ship, landings = Ship(board, seat, start), flying.landings[start]
        if landing is None:
            yield from _landings(ship, landings, "base" if part == "#" else part)
        elif landings >> GRID.numbers[landing] & 1:
            yield from _end_flight(ship, GRID.numbers[landing], sent)


def _starts(flying: Fleet, column: str) -> Iterator[str]:
    return (GRID.names[start] for start in sorted(flying.landings) if GRID.names[start].startswith(column))


def _landings(ship: Ship, landings: int, part: str) -> Iterator[str]:
    """Write flights to landings, the base last."""
    for end in sorted(squares_in(landings)):
        if GRID.names[end].startswith(part):
            yield ship.text(end)
    if landings & BASE_BIT and "base".startswith(part):
        yield ship.text(BASE)


def _end_flight(ship: Ship, landing: int, sent: str) -> Iterator[str]:
    """Write the flight that ends on a square, or the reprograms of the ship there."""
    if not ship.beneath(landing):
        if not sent:
            yield ship.text(landing)
        return
    for square in sorted(ship.sends(landing)):
        if GRID.names[square].startswith(sent):
            yield ship.text(landing, square)


def _follow_path(ship: Ship, landings: int, path: str, sent: str) -> Iterator[str]:
    """Follow a half-typed path, and offer what its present stage can end in."""
    try:
        progress = follow(ship, path)
    except BadPath:
        return
    if not progress.landed:
        ends = set[int]().union(*ways_on(ship, progress).values())
        mask = sum(BASE_BIT if end == BASE else 1 << end for end in ends)
        yield from _landings(ship, mask & landings, "")
    elif progress.square == BASE:
        yield ship.text(BASE)
    elif landings >> progress.square & 1:
        yield from _end_flight(ship, progress.square, sent)
