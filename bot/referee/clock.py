"""Time controls, and what they come to: pure functions of lengths, moments, and the intervals in which nothing runs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, TypeAlias

from bot.referee import words
from bot.referee.answers import Refused

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    Interval: TypeAlias = tuple[datetime, datetime]

SHORTEST, LONGEST = timedelta(minutes=10), timedelta(days=60)
NONE = "none"
USUAL = (NONE, "1d", "2d", "3d", "7d", "12h", "2d+12h", "3d+1d", "7d+1d")
"""What is offered to choose from; any other can be written."""
_UNITS = {"d": ("day", timedelta(days=1)), "h": ("hour", timedelta(hours=1)), "m": ("minute", timedelta(minutes=1))}
_LENGTH = re.compile(r"(\d{1,6})([dhm])", re.ASCII)
_WRITTEN = re.compile(r"([^+]+?)(?:\+(.+?)(?:\s+cap\s+(.+))?)?")
_ONE = r"\d+[a-z]+"
_AMONG = re.compile(
    rf"(?:^|\s)(?:clock=(?P<named>[^\s+]+)|(?P<bare>{_ONE}))(?P<rest>(?:\+\S+)?(?:\s+cap\s+\S+)?)(?=\s|$)"
)


@dataclass(frozen=True, slots=True)
class Control:
    """How much time there is: `time` for each move, or in a bank to which each move adds `increment`, up to `cap`."""

    time: timedelta
    increment: timedelta | None = None
    cap: timedelta | None = None

    def after_move(self, left: timedelta) -> timedelta:
        """Return what a seat has for its next turn, which after its move has `left`, negative if it was late.

        What others gave beyond the cap stays; the increment adds nothing to it.
        """
        if self.increment is None or self.cap is None:
            return self.time
        kept = max(left, timedelta())
        return max(kept, min(kept + self.increment, self.cap))

    def __str__(self) -> str:
        """Return it as it is written.

        >>> str(read_control("72h+1d"))
        '3d+1d cap 6d'
        """
        if self.increment is None or self.cap is None:
            return written(self.time)
        return f"{written(self.time)}+{written(self.increment)} cap {written(self.cap)}"


def read_control(text: str) -> Control | None:
    """Read `3d` (for each move), `3d+1d` or `3d+1d cap 6d` (a bank); None for `none`. Raises `Refused`.

    A bank without a cap is capped at twice its size.
    """
    word = " ".join(text.lower().split())
    if word == NONE:
        return None
    parts = _WRITTEN.fullmatch(word)
    if parts is None:
        raise _unreadable(text)
    first, increment, cap = (part and part.strip() for part in parts.groups())
    time = _bounded(first or "", text)
    if increment is None:
        return Control(time)
    more = _bounded(increment, text)
    most = _bounded(cap, text) if cap else min(2 * time, LONGEST)
    if most < time:
        raise Refused(f"The cap of the clock, {spoken(most)}, is less than the {spoken(time)} that it begins with.")
    return Control(time, more, most)


def among(text: str) -> tuple[str, str | None]:
    """Split `xero-g 3d+1d cap 6d`, or the same with `clock=`, into what is no clock, and the clock if there is one.

    >>> among("zyrcan 4 clock=3d+1d cap 6d target=12")
    ('zyrcan 4 target=12', '3d+1d cap 6d')
    """
    found = _AMONG.search(text)
    if found is None:
        return text, None
    rest = f"{text[: found.start()]} {text[found.end() :]}"
    return " ".join(rest.split()), (found["named"] or found["bare"]) + found["rest"]


def read_length(text: str) -> timedelta:
    """Read `3d`, `12h` or `90m`, from 10 minutes to 60 days. Raises `Refused`."""
    found = _LENGTH.fullmatch(text.strip().lower())
    if found is None:
        raise Refused(
            f"I can't read {words.code(text)} as a time: write `3d` (days), `12h` (hours) or `90m` (minutes)."
        )
    length = int(found[1]) * _UNITS[found[2]][1]
    if not SHORTEST <= length <= LONGEST:
        raise Refused(f"{words.code(text)} is not from {spoken(SHORTEST)} to {spoken(LONGEST)}.")
    return length


def written(length: timedelta) -> str:
    """Return a length of whole minutes as it is read, in the largest unit that fits.

    >>> written(timedelta(hours=36))
    '36h'
    """
    number, unit = _in_units(length)
    return f"{number}{unit}"


def spoken(length: timedelta) -> str:
    """Return a length of whole minutes in words.

    >>> spoken(timedelta(days=1))
    '1 day'
    """
    number, unit = _in_units(length)
    return words.counted(number, _UNITS[unit][0])


def described(control: Control) -> str:
    """Return a time control in words.

    >>> described(Control(timedelta(days=3)))
    '3 days a move'
    """
    if control.increment is None or control.cap is None:
        return f"{spoken(control.time)} a move"
    more = f"{spoken(control.increment)} more with each move"
    return f"{spoken(control.time)} each, and {more}, up to {spoken(control.cap)}"


def offered(text: str) -> str:
    """Return a time control as it is listed to choose from.

    >>> offered("12h")
    '12h: 12 hours a move'
    """
    control = read_control(text)
    return f"{text}: {described(control)}" if control else f"{text}: no clock"


def until_alarm(time: timedelta) -> timedelta:
    """Return how much of the time for a turn is used when the alarm comes: 80%."""
    return time * 4 / 5


def ran(since: datetime, until: datetime, pauses: Iterable[Interval]) -> timedelta:
    """Return how much of the time between two moments ran; nothing where the second comes first."""
    total = max(until - since, timedelta())
    for began, ended in apart(pauses):
        total -= max(min(ended, until) - max(began, since), timedelta())
    return total


def when(since: datetime, running: timedelta, pauses: Iterable[Interval]) -> datetime:
    """Return the first moment by which so much time has run since another."""
    moment, left = since, running
    for began, ended in apart(pauses):
        if ended <= moment:
            continue
        before = max(began - moment, timedelta())
        if left <= before:
            break
        moment, left = ended, left - before
    return moment + left


def apart(pauses: Iterable[Interval]) -> list[Interval]:
    """Return the same time as intervals in order that neither touch nor overlap; empty ones are left out."""
    joined: list[Interval] = []
    for began, ended in sorted(pauses):
        if began >= ended:
            continue
        if joined and began <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], ended))
        else:
            joined.append((began, ended))
    return joined


def _in_units(length: timedelta) -> tuple[int, str]:
    unit = next(unit for unit, (_, one) in _UNITS.items() if not length % one or unit == "m")
    return length // _UNITS[unit][1], unit


def _bounded(part: str, whole: str) -> timedelta:
    if not _LENGTH.fullmatch(part):
        raise _unreadable(whole)
    return read_length(part)


def _unreadable(text: str) -> Refused:
    return Refused(
        f"I can't read the clock {words.code(text)}: write `3d` (3 days a move), `12h` (12 hours a move), `3d+1d` (3 "
        "days in the bank, 1 more with each move; `3d+1d cap 6d` says up to how much) or `none`."
    )
