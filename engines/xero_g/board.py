"""Positions of Xero-G as bytes and bits, the legal flights, and the positions after them."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from games.xero_g.notation import write
from games.xero_g.position import read
from games.xero_g.rules import play
from games.xero_g.state import BASE, BASE_BIT, NORTH, ROW_MASKS, SOUTH, SQUARES, Flight, stage_paths

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from games.xero_g.state import State

GOALS = (0, BASE_BIT, BASE_BIT << 1)
"""For each seat the bit of the base that it flies into; seat 0 there is none."""
ANY_BOOSTS = 99
"""A limit on boosts that no flight reaches: there are 60 gates."""
SQUARES_MASK = BASE_BIT - 1


class Position(NamedTuple):
    """Who moves, the pips of the ship on each square, and the mask of squares that hold one."""

    mover: int
    pips: bytes
    taken: int


class _Path(NamedTuple):
    """A way to fly a stage: the gates it crosses, the bit of its end, and that square."""

    gates: int
    bit: int
    end: int


class _Stage(NamedTuple):
    """All free ways to fly a stage, and the mask of their ends."""

    ends: int
    paths: tuple[_Path, ...]


def compact(state: State) -> Position:
    """Return the position of a state in which both setups are done."""
    return Position(state.mover or SOUTH, bytes(state.board), mask_of(state.board))


def mask_of(board: bytes | tuple[int, ...]) -> int:
    """Return the mask of the squares that hold a ship."""
    return sum(1 << square for square, pips in enumerate(board) if pips)


def squares_of(mask: int) -> Iterator[int]:
    """Yield the squares of a mask in rising order, without bases."""
    mask &= SQUARES_MASK
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def rows_with_ships(taken: int, seat: int) -> Iterator[int]:
    """Yield the ships of each occupied row, nearest to a seat first: a seat flies from the first one where it can."""
    for row in ROW_MASKS if seat == SOUTH else reversed(ROW_MASKS):
        if taken & row:
            yield taken & row


def reach(pips: bytes, taken: int, start: int, boosts: int = ANY_BOOSTS) -> int:
    """Return where the ship on `start` could end with at most so many boosts if gates could be crossed again.

    That is never less than where it can end, and costs a tenth; `start` itself may be among the squares.
    """
    taken ^= 1 << start
    found = ahead = _stage(start, pips[start], taken & _NEAR[start][pips[start]]).ends
    while boosts > 0 and (ahead := ahead & taken):
        boosts, ends = boosts - 1, 0
        while ahead:
            low = ahead & -ahead
            ahead ^= low
            square = low.bit_length() - 1
            ends |= _stage(square, pips[square], taken & _NEAR[square][pips[square]]).ends
        ahead = ends & ~found
        found |= ahead
    return found


def first_ends(pips: bytes, taken: int, start: int) -> int:
    """Return where the ship on `start` can end without a boost."""
    return _stage(start, pips[start], (taken ^ 1 << start) & _NEAR[start][pips[start]]).ends


def landings(pips: bytes, taken: int, start: int, wanted: int, boosts: int = ANY_BOOSTS) -> int:
    """Return those of the `wanted` squares and bases where the ship on `start` can end with at most so many boosts.

    Whether a ship that it lands on can be sent anywhere isn't asked.
    """
    wanted &= reach(pips, taken, start, boosts) & ~(1 << start)
    taken ^= 1 << start
    found, ahead, seen = 0, [(start, 0)], set[tuple[int, int]]()
    while ahead and boosts >= 0 and wanted & ~found:
        boosts, branches = boosts - 1, ahead
        ahead = list[tuple[int, int]]()
        for square, used in branches:
            for gates, bit, end in _stage(square, pips[square], taken & _NEAR[square][pips[square]]).paths:
                if gates & used:
                    continue
                found |= bit
                if bit & taken and (branch := (end, used | gates)) not in seen:
                    seen.add(branch)
                    ahead.append(branch)
    return found & wanted


def mobility(position: Position, boosts: int = ANY_BOOSTS) -> int:
    """Return how many more squares the mover's nearest ships reach than the opponent's: each ship's squares count.

    It is an estimate: gates may be crossed again, and a ship's own square counts as taken.
    """
    mover, pips, taken = position
    ends = [0] * 36
    for square in squares_of(taken):
        ends[square] = _stage(square, pips[square], taken & _NEAR[square][pips[square]]).ends & SQUARES_MASK
    return _row_mobility(ends, taken, mover, boosts) - _row_mobility(ends, taken, 3 - mover, boosts)


def _row_mobility(ends: list[int], taken: int, seat: int, boosts: int) -> int:
    """Return the number of squares that a seat's nearest ships reach by the stages of all ships."""
    total = 0
    for start in squares_of(next(rows_with_ships(taken, seat))):
        found = ahead = ends[start]
        left = boosts
        while left > 0 and (ahead := ahead & taken):
            left, further = left - 1, 0
            while ahead:
                low = ahead & -ahead
                ahead ^= low
                further |= ends[low.bit_length() - 1]
            ahead = further & ~found
            found |= ahead
        total += found.bit_count()
    return total


def _paths(square: int, pips: int) -> tuple[tuple[_Path, int], ...]:
    """Return every way to fly so many steps from a square, with the mask of squares that must be free for it."""
    south = stage_paths(SOUTH, square, pips)
    north = [path for path in stage_paths(NORTH, square, pips) if path.bit == BASE_BIT]
    return (
        *[(_Path(path.gates, path.bit, path.end), path.inner) for path in south],
        *[(_Path(path.gates, GOALS[NORTH], path.end), path.inner) for path in north],
    )


_PATHS = [[_paths(square, pips) if pips else () for pips in range(4)] for square in SQUARES]


def _passed(paths: tuple[tuple[_Path, int], ...]) -> int:
    mask = 0
    for _, inner in paths:
        mask |= inner
    return mask


_NEAR = [[_passed(paths) for paths in by_pips] for by_pips in _PATHS]
"""The squares on which a ship can be in the way of another one, by its square and pips."""


# Only ships near the square matter, so a few thousand keys come back again and again.
@lru_cache(maxsize=1 << 15)
def _stage(square: int, pips: int, near: int) -> _Stage:
    paths = tuple(path for path, inner in _PATHS[square][pips] if not inner & near)
    ends = 0
    for path in paths:
        ends |= path.bit
    return _Stage(ends, paths)


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


def texts_of(state: State, line: Iterable[Flight]) -> tuple[str, ...]:
    """Return the canonical texts of flights that follow each other, up to the end of the match."""
    texts: list[str] = []
    for flight in line:
        if state.mover is None:
            break
        texts.append(write(flight))
        state = play(state, flight)
    return tuple(texts)


def positions_before(state: State, times: int) -> set[Position]:
    """Return the positions of a match that have stood at least so many times."""
    return {compact(read(text)) for text, count in Counter(state.seen).items() if count >= times}
