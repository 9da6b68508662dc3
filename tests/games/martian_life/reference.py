"""Martian Life a second time, slowly, straight from the rules page; it shares no code with `games`.

The board is a dictionary from square name to the page's letter: `s m l` red, `S M L` yellow.
"""

from __future__ import annotations

from collections import Counter

COLUMNS = "abcdefgh"
NEEDS = {"s": (1, 3), "m": (3, 5), "l": (5, 7)}
POINTS = {"s": 1, "m": 2, "l": 3}
NEXT = {"s": "m", "m": "l", "S": "M", "M": "L"}


class Reference:
    """One match; `winner` is a seat, 0 for a draw, None while it goes on."""

    def __init__(self, supply: str = "stash", target: int = 15) -> None:
        self.supply, self.target = supply, target
        self.board = {"d5": "s", "e4": "s", "e5": "S", "d4": "S"}
        self.mover = 1
        self.winner: int | None = None
        self.last_culls: list[set[str]] = []
        self.stood = Counter([self.position()])

    def position(self) -> str:
        rows: list[str] = []
        for number in range(8, 0, -1):
            row = ""
            for letter in COLUMNS:
                row += self.board.get(f"{letter}{number}", ".")
            rows.append(row)
        return "/".join(rows) + (f" {self.mover}" if self.winner is None else " -")

    def legal(self, seat: int | None = None) -> set[str]:
        seat = self.mover if seat is None else seat
        found: set[str] = set()
        if self.winner is not None:
            return found
        for letter in COLUMNS:
            for number in range(1, 9):
                square = f"{letter}{number}"
                stands = self.board.get(square)
                if stands is None and self.has("s", seat):
                    found.add(square)
                if stands in NEXT and owner(stands) == seat and self.has(NEXT[stands], seat):
                    found.add(square + "+")
        return found

    def has(self, size: str, seat: int) -> bool:
        letter = size.lower() if seat == 1 else size.upper()
        return self.supply == "unlimited" or list(self.board.values()).count(letter) < 5

    def play(self, text: str) -> None:
        square = text[:2]
        if text.endswith("+"):
            self.board[square] = NEXT[self.board[square]]
        else:
            self.board[square] = "s" if self.mover == 1 else "S"
        self.cull()
        self.end_turn()

    def cull(self) -> None:
        self.last_culls = []
        while True:
            dying = {square for square in self.board if self.dies(square)}
            if not dying:
                return
            self.last_culls.append(dying)
            for square in dying:
                del self.board[square]

    def dies(self, square: str) -> bool:
        column, number = COLUMNS.index(square[0]), int(square[1])
        neighbours = 0
        for other in self.board:
            across, up = abs(COLUMNS.index(other[0]) - column), abs(int(other[1]) - number)
            if max(across, up) == 1:
                neighbours += 1
        fewest, most = NEEDS[self.board[square].lower()]
        return neighbours < fewest or neighbours > most

    def points(self, seat: int) -> int:
        return sum(POINTS[letter.lower()] for letter in self.board.values() if owner(letter) == seat)

    def end_turn(self) -> None:
        red, yellow = self.points(1), self.points(2)
        if red > self.target and red > yellow:
            self.winner = 1
        elif yellow > self.target and yellow > red:
            self.winner = 2
        elif not self.board:
            self.winner = 0
        else:
            other = 2 if self.mover == 1 else 1
            if self.legal(other):
                self.mover = other
            elif not self.legal(self.mover):
                self.winner = 0
        if self.winner is None:
            self.stood[self.position()] += 1
            if self.stood[self.position()] == 3:
                self.winner = 0

    def copy(self) -> Reference:
        other = Reference(self.supply, self.target)
        other.board, other.mover, other.winner = dict(self.board), self.mover, self.winner
        other.stood = Counter(self.stood)
        return other


def owner(letter: str) -> int:
    return 1 if letter.islower() else 2


def perft(reference: Reference, depth: int) -> int:
    """Number of move sequences of exactly `depth` moves, counted one by one."""
    if depth == 0:
        return 1
    total = 0
    for text in reference.legal():
        after = reference.copy()
        after.play(text)
        total += perft(after, depth - 1)
    return total
