"""The line of a flight: always the shortest one, however many there are and whichever was typed (ruling R6)."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from games.xero_g.flights import Board, ships
from games.xero_g.names import square_name
from games.xero_g.stages import BASE_BIT, DIRECTIONS, Stage, StagePath, home_direction, stage
from games.xero_g.state import BASE, GRID

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
