"""What a player could type next: whole moves, or the next part of one where moves are many."""

from __future__ import annotations

import re
from itertools import islice, permutations
from typing import TYPE_CHECKING

from games.contract import IllegalMove
from games.xero_g import notation
from games.xero_g.flights import Board, Fleet, ready, sends, ships
from games.xero_g.position import FULL_ROW
from games.xero_g.routes import follow, ways_on
from games.xero_g.state import BASE, GRID, Flight
from games.xero_g.trails import BASE_BIT, SOUTH, squares_in
from games.xero_g.words import square_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from games.xero_g.state import State

_LIKED = ("321123", "123321", "312213", "213312", "132231", "231132")
"""Layouts that are even on both wings; the others follow."""
LAYOUTS = tuple(
    dict.fromkeys((*_LIKED, *("".join(map(str, row)) for row in sorted(set(permutations(FULL_ROW)), reverse=True))))
)
_TYPED = re.compile(r"([a-f]?)|([a-f][1-6])(b(?:as?|ase)|#|[a-f]?)|([a-f][1-6])([a-f][1-6])([a-f]?[1-6]?)")


def suggest(state: State, text: str, limit: int) -> list[str]:
    """Return up to `limit` texts that begin a legal move and could follow the half-typed `text`, best first."""
    tidy = notation.tidy(text)
    if tidy is None or state.mover is None:
        return []
    found = _setups(tidy) if state.laid < 2 else _flights(state.board, state.mover, tidy)
    return list(islice(found, max(0, limit)))


def _setups(text: str) -> Iterator[str]:
    prefix = text.replace(" ", "").translate(str.maketrans("sml", "123"))
    return (layout for layout in LAYOUTS if layout.startswith(prefix))


def _flights(board: Board, seat: int, text: str) -> Iterator[str]:
    flying = ready(board, seat)
    if ":" in text:
        yield from _along(board, seat, flying, text)
        return
    match = _TYPED.fullmatch(re.sub(r"[ @x-]", "", text))
    if match is None:
        return
    column, start, part, exact_start, landing, sent = match.groups()
    if exact_start is not None:
        yield from _sent(board, seat, flying, GRID.numbers[exact_start], GRID.numbers[landing], sent)
    elif start is not None:
        yield from _landings(board, seat, flying, GRID.numbers[start], "base" if part == "#" else part)
    else:
        yield from _starts(flying, column)


def _starts(flying: Fleet, column: str) -> Iterator[str]:
    ready = {start: mask for start, mask in flying.landings.items() if GRID.names[start].startswith(column)}
    for start, mask in ready.items():
        if mask & BASE_BIT:
            yield notation.write(Flight(start, BASE))
    for start in ready:
        yield GRID.names[start]


def _landings(board: Board, seat: int, flying: Fleet, start: int, part: str) -> Iterator[str]:
    mask = flying.landings.get(start, 0)
    ends = ([BASE] if mask & BASE_BIT else []) + squares_in(mask)
    yield from _written(board, seat, start, (end for end in ends if square_name(end).startswith(part)))


def _written(board: Board, seat: int, start: int, ends: Iterable[int]) -> Iterator[str]:
    """Write flights to some landings, the base first and then the rows nearest to it."""
    taken = ships(board) & ~(1 << start)
    forward = 1 if seat == SOUTH else -1
    for end in sorted(ends, key=lambda end: (end != BASE, -forward * GRID.row(end), end)):
        yield notation.write(Flight(start, end), onto_ship=end != BASE and bool(taken >> end & 1))


def _sent(board: Board, seat: int, flying: Fleet, start: int, landing: int, sent: str) -> Iterator[str]:
    if not flying.landings.get(start, 0) >> landing & 1:
        return
    if not ships(board) & ~(1 << start) & 1 << landing:
        if not sent:
            yield notation.write(Flight(start, landing))
        return
    for square in reversed(squares_in(sends(board, seat, start, landing))):
        if GRID.names[square].startswith(sent):
            yield notation.write(Flight(start, landing, square))


def _along(board: Board, seat: int, flying: Fleet, text: str) -> Iterator[str]:
    """Follow a half-typed path, and offer what its present stage can end in."""
    typed = notation.read_flight(text)
    if typed is None or typed.path is None or (start := GRID.numbers.get(typed.start, -1)) not in flying.landings:
        return
    try:
        route = follow(board, seat, start, typed.path)
    except IllegalMove:
        return
    if not route.landed:
        ends = set[int]().union(*ways_on(board, seat, start, route).values())
        yield from _written(board, seat, start, (end for end in ends if _lands(flying, start, end)))
    elif route.square == BASE:
        yield notation.write(Flight(start, BASE))
    else:
        yield from _sent(board, seat, flying, start, route.square, typed.sent or "")


def _lands(flying: Fleet, start: int, end: int) -> bool:
    return bool(flying.landings[start] & (BASE_BIT if end == BASE else 1 << end))
