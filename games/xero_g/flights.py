"""Which flights are legal, by outcome, and the line of each: always the shortest one (ruling R6)."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from games.xero_g.state import (
    BASE,
    BASE_BIT,
    DIRECTIONS,
    GRID,
    ROW_MASKS,
    SOUTH,
    Flight,
    Stage,
    StagePath,
    home_direction,
    square_name,
    squares_in,
    stage,
)

Board = tuple[int, ...]


class Fleet(NamedTuple):
    """The ships that may fly now.

    `row` is the row that is flown from (1 to 6), `landings` the mask of landings of each of its ships that can fly,
    `stuck` the occupied rows nearer to the player in which no ship can.
    """

    row: int
    landings: dict[int, int]
    stuck: tuple[int, ...]


def ships(board: Board) -> int:
    """Return the mask of occupied squares."""
    mask = 0
    for square, pips in enumerate(board):
        if pips:
            mask |= 1 << square
    return mask


def rows_from(seat: int) -> tuple[int, ...]:
    """Return the rows, 1 to 6, nearest to a seat first."""
    return (1, 2, 3, 4, 5, 6) if seat == SOUTH else (6, 5, 4, 3, 2, 1)


@lru_cache(maxsize=1024)
def fleet(board: Board, seat: int) -> Fleet | None:
    """Return the ships that a seat may fly (rule 1), or None when it has no flight from any row."""
    taken = ships(board)
    stuck: list[int] = []
    for row in rows_from(seat):
        starts = squares_in(taken & ROW_MASKS[row - 1])
        landings = {start: mask for start in starts if (mask := destinations(board, seat, start))}
        if landings:
            return Fleet(row, landings, tuple(stuck))
        if starts:
            stuck.append(row)
    return None


def movable_fleet(board: Board, seat: int) -> Fleet:
    """Return the ships that the seat to move may fly: `play` and `parse_position` see to it that there are some."""
    flying = fleet(board, seat)
    assert flying is not None, "a seat without a flight is not to move"  # noqa: S101 - see above
    return flying


def legal_flights(board: Board, seat: int) -> list[Flight]:
    """Return every legal flight of a seat, each once, in rising order of start, landing (base first) and sent ship."""
    flying = fleet(board, seat)
    if flying is None:
        return []
    found: list[Flight] = []
    taken = ships(board)
    for start, landings in flying.landings.items():
        if landings & BASE_BIT:
            found.append(Flight(start, BASE))
        other = squares_in(sends(board, seat, start, None))
        same = [square for square in other if square != start]
        for landing in squares_in(landings):
            if taken >> landing & 1:
                row = _reprograms(start, landing)
                found += [row[sent] for sent in (same if board[landing] == board[start] else other)]
            else:
                found.append(Flight(start, landing))
    return found


@cache
def _reprograms(start: int, landing: int) -> tuple[Flight, ...]:
    return tuple(Flight(start, landing, sent) for sent in range(36))


def far_row(board: Board, seat: int, start: int) -> int:
    """Return the opponent's home row, 1 to 6, once the ship from `start` has left and stands on another (R2)."""
    taken = ships(board) & ~(1 << start)
    return next(row for row in reversed(rows_from(seat)) if taken & ROW_MASKS[row - 1])


def sends(board: Board, seat: int, start: int, landing: int | None) -> int:
    """Return the mask of squares to which a flight from `start` may send the ship on `landing` (None: of another size).

    Empty squares that are not beyond the opponent's home row; the starting square among them (R3), unless both ships
    are of one size (R1).
    """
    taken = ships(board) & ~(1 << start)
    if not taken:
        return 0
    last = far_row(board, seat, start)
    within = (1 << 6 * last) - 1 if seat == SOUTH else (1 << 36) - (1 << 6 * (last - 1))
    if landing is not None and board[landing] == board[start]:
        taken |= 1 << start
    return within & ~taken


def destinations(board: Board, seat: int, start: int) -> int:
    """Return the mask of all landings of the ship on `start` that give a legal flight, whatever its row."""
    taken = ships(board) & ~(1 << start)
    landings = _LandingSearch(board, seat, start, taken).landings()
    for landing in squares_in(landings & taken):
        if not sends(board, seat, start, landing):
            landings ^= 1 << landing
    return landings


class _LandingSearch:
    """A search for all landings of one ship, over pairs of the ship underneath and the gates used so far."""

    def __init__(self, board: Board, seat: int, start: int, taken: int) -> None:
        self._board = board
        self._seat = seat
        self._start = start
        self._taken = taken
        self._stages: dict[int, Stage] = {}
        self._known_landings: dict[int, int] = {}

    def landings(self) -> int:
        found = 0
        possible = self._all_landings(self._start) & ~(1 << self._start)
        branches: list[tuple[int, int]] = [(self._start, 0)]
        seen: set[tuple[int, int]] = set()
        while branches and possible & ~found:
            square, used = branches.pop()
            if not self._all_landings(square) & possible & ~found:
                continue
            for gates, bit, end, _, _ in self._stage(square).paths:
                if gates & used:
                    continue
                found |= bit
                if bit & self._taken and (branch := (end, used | gates)) not in seen:
                    seen.add(branch)
                    branches.append(branch)
        return found & possible

    def _stage(self, square: int) -> Stage:
        known = self._stages.get(square)
        if known is None:
            known = self._stages[square] = stage(self._seat, square, self._board[square], self._taken)
        return known

    def _all_landings(self, square: int) -> int:
        """Return every landing from a square on, as if gates could be crossed again: never too few."""
        known = self._known_landings.get(square)
        if known is None:
            known = 0
            ahead = self._stage(square).ends
            while ahead:
                known |= ahead
                ends = 0
                for end in squares_in(ahead & self._taken):
                    ends |= self._stage(end).ends
                ahead = ends & ~known
            self._known_landings[square] = known
        return known


_NEVER = 1 << 10
"""More steps than any flight has: there are 60 borders, and the base."""


class Path(NamedTuple):
    """Squares from start to landing (for the base: to the last square on the board), and the indices of boosts."""

    squares: tuple[int, ...]
    boosts: tuple[int, ...]


@lru_cache(maxsize=4096)
def shortest(board: Board, seat: int, start: int, landing: int) -> Path:
    """Return the path with the fewest steps, and of these the first in the order n, e, s, w step by step.

    Raises `ValueError` when the ship on `start` can't land there at all.
    """
    search = _Search(board, seat, start, landing)
    bound = search.least
    while bound < _NEVER:
        found = search.within(bound)
        if found is not None:
            return _join(start, found)
        bound = search.next_bound
    raise ValueError(f"no flight from {GRID.names[start]} lands on {square_name(landing)}")


def letters(seat: int, squares: tuple[int, ...], landing: int) -> str:
    """Return the steps of a path as letters, as in `nneene`."""
    steps = [DIRECTIONS[GRID.sides[here].index(ahead)] for here, ahead in pairwise(squares)]
    return "".join(steps) + (DIRECTIONS[home_direction(seat)] if landing == BASE else "")


def _join(start: int, flown: list[StagePath]) -> Path:
    squares = [start]
    boosts: list[int] = []
    for number, path in enumerate(flown):
        if number:
            boosts.append(len(squares) - 1)
        squares += path.squares
    return Path(tuple(squares), tuple(boosts))


class _Search:
    """Iterative deepening on steps, in the order of the letters, so that the first path found is the one wanted."""

    def __init__(self, board: Board, seat: int, start: int, landing: int) -> None:
        self._board = board
        self._seat = seat
        self._start = start
        self._taken = ships(board) & ~(1 << start)
        self._goal = BASE_BIT if landing == BASE else 1 << landing
        self._stages: dict[int, Stage] = {}
        self._least_steps: dict[int, int] = {}
        self._dead: set[tuple[int, int]] = set()
        self.least = self._least_from(start)
        self.next_bound = _NEVER

    def within(self, bound: int) -> list[StagePath] | None:
        """Return the first path of `bound` steps, none being shorter; without one, `next_bound` is worth trying next.

        `bound` must be `least` or the last `next_bound`, or a shorter path could be missed.
        """
        self.next_bound = _NEVER
        self._dead.clear()
        return self._fly(self._start, 0, 0, bound)

    def _fly(self, square: int, used: int, flown: int, bound: int) -> list[StagePath] | None:
        steps = flown + self._board[square]
        for path in self._stage(square).paths:
            if path.gates & used:
                continue
            # A goal that holds a ship could also be boosted from, but a path that ends there at once is shorter.
            if path.bit == self._goal:
                return [path]
            if path.bit & self._taken and (branch := (path.end, used | path.gates)) not in self._dead:
                rest = self._go_on(*branch, steps, bound)
                if rest is not None:
                    return [path, *rest]
                self._dead.add(branch)
        return None

    def _go_on(self, square: int, used: int, flown: int, bound: int) -> list[StagePath] | None:
        least = flown + self._least_from(square)
        if least <= bound:
            return self._fly(square, used, flown, bound)
        self.next_bound = min(self.next_bound, least)
        return None

    def _stage(self, square: int) -> Stage:
        known = self._stages.get(square)
        if known is None:
            known = self._stages[square] = stage(self._seat, square, self._board[square], self._taken)
        return known

    def _least_from(self, square: int) -> int:
        """Return the steps from a square to the goal as if gates could be crossed again: never too many."""
        known = self._least_steps.get(square)
        if known is None:
            known = self._least_steps[square] = self._steps(square)
        return known

    def _steps(self, square: int) -> int:
        reached = 1 << square
        fringe = {self._board[square]: [square]}
        for flown in range(1, 3 * len(self._board)):
            for here in fringe.pop(flown, ()):
                for path in self._stage(here).paths:
                    if path.bit == self._goal:
                        return flown
                    if path.bit & self._taken & ~reached:
                        reached |= path.bit
                        fringe.setdefault(flown + self._board[path.end], []).append(path.end)
            if not fringe:
                break
        return _NEVER
