"""Positions of Xero-G as bytes and bits, and where a ship can fly.

The rules are those of `games.xero_g.help.md`; a goal is the bit of the base that a seat flies into.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from games.xero_g.stages import BASE_BIT, NORTH, ROW_MASKS, SOUTH, SQUARES, stage_paths

if TYPE_CHECKING:
    from collections.abc import Iterator

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
