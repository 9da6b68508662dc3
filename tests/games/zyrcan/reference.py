"""Zyrcan a second time, slowly, straight from the rules page; it shares no code with `games`.

The board is a dictionary from a cell's name to the page's two digits (`23`: seat 2, 3 engines).
"""

from __future__ import annotations

WAYS = {"e": (0, 1), "ne": (1, 1), "nw": (1, 0), "w": (0, -1), "sw": (-1, -1), "se": (-1, 0)}
EVERY = {
    "i": "i5 i6 i7 i8 i9",
    "h": "h4 h5 h6 h7 h8 h9",
    "g": "g3 g4 g5 g6 g7 g8 g9",
    "f": "f2 f3 f4 f5 f6 f7 f8 f9",
    "e": "e1 e2 e3 e4 e5 e6 e7 e8 e9",
    "d": "d1 d2 d3 d4 d5 d6 d7 d8",
    "c": "c1 c2 c3 c4 c5 c6 c7",
    "b": "b1 b2 b3 b4 b5 b6",
    "a": "a1 a2 a3 a4 a5",
}
ENDS = [name for row in EVERY.values() for name in (row.split()[0], row.split()[-1])]
OUTER = {*EVERY["a"].split(), *EVERY["i"].split(), *ENDS}
TWELVE = ["a2", "a4", "b1", "b6", "d1", "d8", "f2", "f9", "h4", "h9", "i6", "i8"]


def cells_of(players: int) -> dict[str, list[str]]:
    """The cells in use, row by row from i to a."""
    rows: dict[str, list[str]] = {}
    for letter, names in EVERY.items():
        rows[letter] = []
        for name in names.split():
            if players == 5 or name not in OUTER or (players == 4 and name in TWELVE):
                rows[letter].append(name)
    return rows


def after_step(name: str, way: str) -> str | None:
    up, east = WAYS[way]
    row, number = chr(ord(name[0]) + up), int(name[1:]) + east
    name = f"{row}{number}"
    return name if name in EVERY.get(row, "").split() else None


def line(name: str, way: str, length: int) -> list[str] | None:
    """The cells of a straight flight on the grid of 61, or None if it leaves it."""
    path: list[str] = []
    at: str | None = name
    for _ in range(length):
        at = after_step(at, way) if at else None
        if at is None:
            return None
        path.append(at)
    return path


def steps_from(start: str) -> dict[str, int]:
    """Fewest steps to each of the 61 cells, by spreading out."""
    steps = {start: 0}
    queue = [start]
    for name in queue:
        for way in WAYS:
            near = after_step(name, way)
            if near is not None and near not in steps:
                steps[near] = steps[name] + 1
                queue.append(near)
    return steps


STEPS = {start: steps_from(start) for start in " ".join(EVERY.values()).split()}
LINES = {
    (start, length): [path for way in WAYS if (path := line(start, way, length))]
    for start in " ".join(EVERY.values()).split()
    for length in (1, 2, 3)
}


class Reference:
    """One match; `phase` is a word of the position text, `places` is empty while the match goes on."""

    def __init__(self, players: int, variant: str = "standard", rules: int = 2) -> None:
        self.players, self.variant, self.rules = players, variant, rules
        self.rows = cells_of(players)
        self.cells = [name for row in self.rows.values() for name in row]
        self.board: dict[str, str] = {}
        self.hands = {seat: {1: 4, 2: 6, 3: 2} for seat in range(1, players + 1)}
        self.phase = "deploy"
        self.mover: int | None = 1
        self.left: list[int] = []
        self.someone_placed = False
        self.places: list[int] = []

    def seats(self) -> list[int]:
        return [seat for seat in range(1, self.players + 1) if seat not in self.left]

    def own(self, seat: int) -> list[str]:
        return [name for name, ship in self.board.items() if int(ship[0]) == seat]

    def enemy(self, name: str, seat: int) -> bool:
        return name in self.board and int(self.board[name][0]) != seat

    # What may be played

    def placements(self, seat: int) -> list[tuple[str, int]]:
        found: list[tuple[str, int]] = []
        for engines in (1, 2, 3):
            for name in self.cells:
                if not self.hands[seat][engines] or name in self.board:
                    continue
                near = [STEPS[name][other] for other in self.own(seat)]
                if self.variant == "standard" or all(steps >= engines for steps in near):
                    found.append((name, engines))
        return found

    def flights(self, seat: int, placed: str | None) -> set[str]:
        """Blitzkrieg's phase one; `placed` is on the board already."""
        found: set[str] = set()
        for start in self.own(seat):
            for path in LINES[start, int(self.board[start][1])]:
                end = path[-1]
                if start == placed or end not in self.cells:
                    continue
                if self.rules > 1 and any(name not in self.cells for name in path):
                    continue
                if end not in self.board:
                    found.add(f"{start}-{end}")
                elif self.enemy(end, seat):
                    found.add(f"{start}x{end}")
        return found

    def captures(self, seat: int) -> set[str]:
        found: set[str] = set()
        for start in self.own(seat):
            for path in LINES[start, int(self.board[start][1])]:
                if all(name in self.cells for name in path) and self.enemy(path[-1], seat):
                    found.add(f"{start}x{path[-1]}")
        return found

    def legal(self, seat: int | None = None) -> set[str]:
        seat = seat or self.mover
        if seat is None:
            return set()
        if self.phase in ("attack", "last"):
            return self.captures(seat)
        if self.variant == "standard":
            return {f"{engines}@{name}" for name, engines in self.placements(seat)}
        found: set[str] = set()
        for name, engines in self.placements(seat):
            self.board[name] = f"{seat}{engines}"
            follow = self.flights(seat, name)
            del self.board[name]
            found |= {f"{engines}@{name} {flight}" for flight in follow} or {f"{engines}@{name}"}
        return found or self.flights(seat, None)

    def can_move(self, seat: int) -> bool:
        """Return whether a seat has a legal move, without listing all of them."""
        if self.phase in ("attack", "last"):
            return bool(self.captures(seat))
        return bool(self.placements(seat)) or (self.variant != "standard" and bool(self.flights(seat, None)))

    # Turns and rounds

    def play(self, text: str) -> None:
        seat = self.mover
        assert seat is not None
        for part in text.split():
            if "@" in part:
                engines, name = part.split("@")
                self.board[name] = f"{seat}{engines}"
                self.hands[seat][int(engines)] -= 1
                self.someone_placed = True
            else:
                self.board[part[3:]] = self.board.pop(part[:2])
        self.next_after(seat)

    def leave(self, seat: int) -> None:
        if self.phase == "over" or seat in self.left:
            return
        self.left.append(seat)
        if len(self.seats()) == 1:
            self.end()
        elif seat == self.mover:
            self.next_after(seat)

    def next_after(self, seat: int) -> None:
        for other in range(seat + 1, self.players + 1):
            if other in self.left:
                continue
            if self.can_move(other):
                self.mover = other
                return
            if self.phase == "attack":
                self.phase = "last"
        if self.phase == "last":
            self.end()
            return
        if self.phase == "deploy":
            in_hand = sum(sum(self.hands[other].values()) for other in self.seats())
            if in_hand == 0 or not self.someone_placed:
                self.phase = "attack"
                for other in self.hands:
                    self.hands[other] = {1: 0, 2: 0, 3: 0}
            self.someone_placed = False
        self.next_after(0)

    def score(self, seat: int) -> tuple[int, int]:
        own = self.own(seat)
        return sum(int(self.board[name][1]) for name in own), len(own)

    def end(self) -> None:
        self.phase, self.mover = "over", None
        order = sorted(self.seats(), key=self.score, reverse=True) + list(reversed(self.left))
        self.places = [0] * self.players
        for index, seat in enumerate(order):
            before = order[index - 1]
            tied = index > 0 and seat not in self.left and self.score(before) == self.score(seat)
            self.places[seat - 1] = self.places[before - 1] if tied else index + 1

    def position(self) -> str:
        rows = [",".join(self.board.get(name, "-") for name in names) for names in self.rows.values()]
        hands = ";".join(",".join(str(count) for count in hand.values()) for hand in self.hands.values())
        mover = "-" if self.mover is None else str(self.mover)
        return " ".join(["/".join(rows), hands, self.phase, mover])
