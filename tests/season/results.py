"""Results and tables as people read them in posts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

NAME = r"\*\*((?:\\.|[^*\\])+)\*\*"
_NAME = re.compile(NAME)
SEATED = re.compile(r"(\*\*(?:\\.|[^*\\])+\*\*|<@\d+>) \(")
"""Who has a seat in a match, as the first line of its first board says: a name in bold, or a mention."""
_NUMBER = re.compile(r"^-# #(\d+)", re.MULTILINE)
_WON = re.compile(rf"^{NAME} wins \*\*", re.MULTILINE)
_DRAWN = re.compile(r" is drawn\*\*: ")
_OVER = re.compile(r"\bafter \d+ moves? in ", re.IGNORECASE)
_LATE = re.compile(rf"{NAME} ran out of time")
_PLACE = re.compile(rf"^(\d+)\\?\. {NAME}", re.MULTILINE)
_ROW = re.compile(rf"^(?:(\d+)\\\.|\u2013) {NAME} (\d+) points? from (\d+)(?:, (\d+) to play)?$", re.MULTILINE)
_WITHDREW = re.compile(rf"{NAME}(?P<struck> \(results struck\))?")
_WHY = r"(?: as the higher seed| with fewer losses on time)?"
_TIE = re.compile(rf"^{NAME} (\d+):(\d+) {NAME}(?:, {NAME} (goes on|wins the cup){_WHY})?$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended, by the names of its people: their places, and who ran out of time."""

    match: int
    places: dict[str, int]
    late: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a table; place 0 before there are any."""

    place: int
    name: str
    points: int
    played: int
    to_play: int = 0


@dataclass(frozen=True, slots=True)
class Page:
    """A page of an event: its lines, who withdrew, whose results were struck, and in a knock-out its ties."""

    text: str
    lines: tuple[Line, ...]
    withdrew: frozenset[str]
    struck: frozenset[str]
    ties: tuple[tuple[str, str, int, int, str, bool], ...]
    """Two people, their points, who goes on (or nobody yet), and whether that is the winner of the cup."""

    @property
    def order(self) -> list[str]:
        """The people of a group, the best first, those who withdrew last."""
        return [line.name for line in self.lines if line.name not in self.withdrew] + sorted(self.withdrew)


def read_name(written: str) -> str:
    """Return a name without the signs that keep it from being Markdown."""
    return re.sub(r"\\(.)", r"\1", written)


def is_over(boards: Sequence[str]) -> bool:
    """Return whether the last of a match's boards says that it is over."""
    return _OVER.search(boards[-1]) is not None


def read_result(people: Sequence[str], boards: Sequence[str]) -> Result | None:
    """Return what the boards of a match of these people say when it is over; None before, and if nobody won."""
    number, last = _NUMBER.search(boards[-1]), boards[-1]
    if not number or not is_over(boards):
        return None
    late = frozenset(map(read_name, _LATE.findall("\n".join(boards))))
    won = _WON.search(last)
    if len(people) > 2:
        places = {read_name(name): int(place) for place, name in _PLACE.findall(last)}
    elif won:
        places = {name: 1 if name == read_name(won[1]) else 2 for name in people}
    else:
        places = dict.fromkeys(people, 1) if _DRAWN.search(last) else {}
    return Result(int(number[1]), places, late) if places else None


def read_page(text: str) -> Page:
    """Return what a page of an event says."""
    lines = [
        Line(int(place or 0), read_name(name), int(points), int(played), int(left or 0))
        for place, name, points, played, left in _ROW.findall(text)
    ]
    gone = next((line for line in text.splitlines() if line.startswith("Withdrew: ")), "")
    found = list(_WITHDREW.finditer(gone))
    ties = [
        (read_name(high), read_name(low), int(one), int(other), read_name(winner), how == "wins the cup")
        for high, one, other, low, winner, how in _TIE.findall(text)
    ]
    return Page(
        text,
        tuple(lines),
        frozenset(read_name(each[1]) for each in found),
        frozenset(read_name(each[1]) for each in found if each["struck"]),
        tuple(ties),
    )


def names_in(text: str) -> list[str]:
    """Return the names in bold, in the order of a text."""
    return [read_name(name) for name in _NAME.findall(text)]
