"""A second Xero-G, slow and plain, written from the rules page alone: it flies every path there is, step by step.

Squares are (column, row) pairs from (1, 1), a gate is the set of its two squares, a board maps squares to pips.
"""

from __future__ import annotations

Square = tuple[int, int]
Board = dict[Square, int]
Gates = frozenset[frozenset[Square]]
Line = tuple[str, tuple[int, ...]]

WAYS = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}


class TooManyPathsError(Exception):
    """The position has more paths than the budget."""


def name(square: Square) -> str:
    return "abcdef"[square[0] - 1] + str(square[1])


def board_of(text: str) -> Board:
    rows = text.split(" ", maxsplit=1)[0].split("/")
    return {
        (column, 6 - number): int(pips)
        for number, row in enumerate(rows)
        for column, pips in enumerate(row, 1)
        if pips != "."
    }


def text_of(board: Board, mover: str) -> str:
    rows = ["".join(str(board.get((column, row), ".")) for column in range(1, 7)) for row in range(6, 0, -1)]
    return f"{'/'.join(rows)} play {mover}"


class Pilot:
    """All flights of one seat; `budget` is the number of steps that may be flown to find them."""

    def __init__(self, board: Board, seat: int, budget: int) -> None:
        self.board = board
        self.seat = seat
        self.budget = budget
        self.lines: dict[str, Line] = {}
        rows = range(1, 7) if seat == 1 else range(6, 0, -1)
        for row in rows:
            for square in [square for square in board if square[1] == row]:
                self.fly(square, square, board[square], "", (), frozenset())
            if self.lines:
                break

    def fly(self, start: Square, here: Square, left: int, path: str, boosts: tuple[int, ...], gates: Gates) -> None:
        for letter, (east, north) in WAYS.items():
            self.budget -= 1
            if self.budget < 0:
                raise TooManyPathsError
            ahead = (here[0] + east, here[1] + north)
            gate = frozenset({here, ahead})
            if ahead[1] == (7 if self.seat == 1 else 0) and left == 1:
                self.keep(f"{name(start)}-base", path + letter, boosts)
            elif min(ahead) >= 1 and max(ahead) <= 6 and gate not in gates:
                self.enter(start, ahead, left - 1, path + letter, boosts, gates | {gate})

    def enter(self, start: Square, here: Square, left: int, path: str, boosts: tuple[int, ...], gates: Gates) -> None:
        beneath = 0 if here == start else self.board.get(here, 0)
        if left:
            if not beneath:
                self.fly(start, here, left, path, boosts, gates)
        elif beneath:
            self.reprogram(start, here, path, boosts)
            self.fly(start, here, beneath, path, (*boosts, len(path)), gates)
        elif here != start:
            self.keep(f"{name(start)}-{name(here)}", path, boosts)

    def reprogram(self, start: Square, landing: Square, path: str, boosts: tuple[int, ...]) -> None:
        after = dict(self.board)
        flying = after.pop(start)
        beneath = after[landing]
        after[landing] = flying
        rows = [row for _, row in after]
        for column in range(1, 7):
            for row in range(1, 7):
                beyond = row > max(rows) if self.seat == 1 else row < min(rows)
                sent = (column, row)
                if sent in after or beyond or {**after, sent: beneath} == self.board:
                    continue
                self.keep(f"{name(start)}x{name(landing)}@{name(sent)}", path, boosts)

    def keep(self, move: str, path: str, boosts: tuple[int, ...]) -> None:
        known = self.lines.get(move)
        if known is None or (len(path), ["nesw".index(step) for step in path]) < (
            len(known[0]),
            ["nesw".index(step) for step in known[0]],
        ):
            self.lines[move] = (path, boosts)


def played(board: Board, move: str) -> Board:
    """Return the board after a move in canonical notation."""
    squares = {name((column, row)): (column, row) for column in range(1, 7) for row in range(1, 7)}
    after = dict(board)
    pips = after.pop(squares[move[:2]])
    if move.endswith("base"):
        return after
    landing = squares[move[3:5]]
    if "@" in move:
        after[squares[move[-2:]]] = after[landing]
    after[landing] = pips
    return after
