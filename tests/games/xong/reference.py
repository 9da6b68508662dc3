"""Xong a second time, slowly and straight from the rules page; it shares no code with `games.xong`.

Corners are points of the plane, a leg is a pair of corners, a Xoid a set of legs; turning is multiplying by a sixth
root of one. So that corners can be compared they are kept in halves of a hexagon's width and of its side.
"""

from __future__ import annotations

from cmath import exp, pi
from functools import cache

SIXTH = exp(1j * pi / 3)
WIDTH = 3**0.5 / 2
SIDES = ("e", "ne", "nw", "w", "sw", "se")
STANDARD = "a1-a5, b1-b6, c1-c7, d1-d8, e1-e9, f2-f9, g3-g9, h4-h9, i5-i9"

Corner = tuple[int, int]
Leg = frozenset[Corner]
Legs = frozenset[Leg]


def standard_cells() -> list[str]:
    rows = [row.split("-") for row in STANDARD.split(", ")]
    return [f"{low[0]}{number}" for low, high in rows for number in range(int(low[1]), int(high[1]) + 1)]


def corner(point: complex) -> Corner:
    return round(point.real / WIDTH), round(point.imag * 2)


def place(corner: Corner) -> complex:
    return complex(corner[0] * WIDTH, corner[1] / 2)


def centre(cell: str) -> complex:
    """Where a hexagon with sides of length 1 lies: east adds a width, north-east half a width and 1.5 upwards."""
    row, number = ord(cell[0]) - ord("a"), int(cell[1:])
    return complex((2 * number - row) * WIDTH, row * 1.5)


def sides(cell: str) -> dict[str, Leg]:
    corners = [corner(centre(cell) + exp(1j * pi * (2 * i - 1) / 6)) for i in range(7)]
    return {side: frozenset(corners[i : i + 2]) for i, side in enumerate(SIDES)}


def onward(start: complex, end: complex, turn: str) -> complex:
    """Return where the leg ends that turns left or right at the end of the leg from `start` to `end`."""
    return end + (end - start) * (SIXTH if turn == "L" else SIXTH.conjugate())


def leg_of(start: complex, end: complex) -> Leg:
    return frozenset([corner(start), corner(end)])


def walk(text: str, start: complex, end: complex) -> Legs:
    """Return the legs that a walk lays."""
    legs = walk_within(text, start, end, None)
    assert legs
    return legs


def walk_within(text: str, start: complex, end: complex, vacant: Legs | None) -> Legs | None:
    """Return the legs that a walk lays, or None if one of them isn't `vacant`."""
    legs = {leg_of(start, end)}
    kept: list[tuple[complex, complex]] = []
    for letter in text[1:]:
        if letter == "(":
            kept.append((start, end))
        elif letter == ")":
            start, end = kept.pop()
        else:
            start, end = end, onward(start, end, letter)
            leg = leg_of(start, end)
            if vacant is not None and leg not in vacant:
                return None
            assert leg not in legs, text
            legs.add(leg)
    return frozenset(legs)


def left_first(start: complex, end: complex, unlaid: set[Leg], left: str = "L", right: str = "R") -> str:
    """Return the left-first walk from the end of a leg; mirrored, left and right change places."""
    ways = {turn: onward(start, end, turn) for turn in (left, right)}
    text = ""
    for letter, turn in (("L", left), ("R", right)):
        leg = leg_of(end, ways[turn])
        if leg not in unlaid:
            continue
        unlaid.remove(leg)
        text_on = letter + left_first(end, ways[turn], unlaid, left, right)
        fork = letter == "L" and leg_of(end, ways[right]) in unlaid
        text += f"({text_on})" if fork else text_on
    return text


def text_of(legs: Legs) -> str:
    """Return the shortest, then first, of the 4 n left-first walks that lay every leg."""
    return text_from(settled(legs))


@cache
def text_from(legs: Legs) -> str:
    texts: list[str] = []
    for leg in legs:
        a, b = map(place, leg)
        for start, end in ((a, b), (b, a)):
            for left, right in ("LR", "RL"):
                unlaid = set(legs) - {leg}
                text = "F" + left_first(start, end, unlaid, left, right)
                if not unlaid:
                    texts.append(text)
    return min(texts, key=lambda text: (len(text), text))


def settled(legs: Legs) -> Legs:
    """Return the legs moved so that their lowest, then westernmost corner is the origin."""
    low = min((y, x) for leg in legs for x, y in leg)
    return frozenset(frozenset((x - low[1], y - low[0]) for x, y in leg) for leg in legs)


def grown(legs: Legs, vacant: Legs) -> set[Legs]:
    """Return all connected sets with one vacant leg more."""
    return {legs | {leg} for leg in vacant - legs if any(leg & other for other in legs)}


class Reference:
    def __init__(self, cells: list[str], hand: str = "") -> None:
        """`hand` is the Xoid with which red begins; without one blue begins, and gives it."""
        self.cells = {cell: sides(cell) for cell in cells}
        self.names: dict[Leg, str] = {}
        for order in (SIDES[3:], SIDES[:3]):
            for cell in cells:
                for side in order:
                    self.names[self.cells[cell][side]] = f"{cell}{side}"
        self.by_name = {name: leg for leg, name in self.names.items()}
        self.owned: dict[int, set[Leg]] = {1: set(), 2: set()}
        self.hand = hand
        self.played: set[str] = set()
        self.mover = 1 if hand else 2
        self.over = False
        self.known_places: dict[tuple[str, Legs], set[frozenset[str]]] = {}

    @property
    def vacant(self) -> Legs:
        return frozenset(self.names) - self.owned[1] - self.owned[2]

    def places(self, text: str) -> set[frozenset[str]]:
        """Return the names of the legs of every placement of a Xoid."""
        vacant = self.vacant
        if (text, vacant) in self.known_places:
            return self.known_places[text, vacant]
        found: set[frozenset[str]] = set()
        for leg in vacant:
            a, b = map(place, leg)
            for start, end in ((a, b), (b, a)):
                for mirror in (text, text.translate(str.maketrans("LR", "RL"))):
                    legs = walk_within(mirror, start, end, vacant)
                    if legs:
                        found.add(frozenset(self.names[leg] for leg in legs))
        self.known_places[text, vacant] = found
        return found

    def play(self, text: str) -> None:
        """Play a canonical text, having checked that the rules allow it."""
        assert not self.over
        placing, _, gift = text.partition("give ")
        if self.hand:
            names = placing.split()[1:]
            assert names == sorted(names)
            assert frozenset(names) in self.places(self.hand)
            self.owned[self.mover] |= {self.by_name[name] for name in names}
            self.played.add(self.hand)
        else:
            assert not placing
        if gift:
            assert text_of(walk(gift, 0, 1j)) == gift
            assert gift not in self.played
            assert self.places(gift)
        else:
            assert not self.new_texts()
            self.over = True
        self.last = self.mover
        self.mover = 3 - self.mover
        self.hand = gift

    def new_texts(self) -> set[str]:
        """Return all Xoids of the smallest size of which a new one fits; none if no new one of any size does."""
        level = {frozenset([leg]) for leg in self.vacant}
        while level:
            new = {text_of(legs) for legs in level} - self.played
            if new:
                return new
            level = {more for legs in level for more in grown(legs, self.vacant)}
        return set()

    def touched(self, seat: int) -> set[str]:
        return {cell for cell, around in self.cells.items() if self.owned[seat] & set(around.values())}

    def count_score(self) -> tuple[int, int]:
        points = [0, 0, 0]
        for seat in (1, 2):
            for cell in self.touched(seat) - self.touched(3 - seat):
                points[seat] += 1 if self.vacant & set(self.cells[cell].values()) else 2
        return points[1], points[2]

    def points(self) -> tuple[int, int]:
        """Return the points at the end."""
        red, blue = self.touched(1), self.touched(2)
        return 2 * len(red - blue) + (self.last == 2), 2 * len(blue - red) + (self.last == 1)

    def position(self) -> str:
        red, blue = (",".join(sorted(self.names[leg] for leg in self.owned[seat])) for seat in (1, 2))
        played = ",".join(sorted(self.played, key=lambda text: (len(text), text))) or "-"
        return f"1:{red} 2:{blue} hand:{self.hand or '-'} played:{played} {'-' if self.over else self.mover}"


def free_xoids(size: int) -> set[str]:
    """Return the texts of all Xoids of a size, built leg by leg on an endless board."""
    found = {"F"}
    for _ in range(size - 1):
        larger: set[str] = set()
        for text in found:
            legs = walk(text, 0, 1j)
            for leg in legs:
                a, b = map(place, leg)
                for start, end in ((a, b), (b, a)):
                    for turn in "LR":
                        longer = legs | {leg_of(end, onward(start, end, turn))}
                        if len(longer) > len(legs):
                            larger.add(text_of(longer))
        found = larger
    return found
