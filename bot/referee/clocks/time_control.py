"""Time controls, and lengths of time as they are written and said: pure functions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta

from bot.referee import formatting
from bot.referee.errors import RequestRejected

SHORTEST, LONGEST = timedelta(minutes=10), timedelta(days=60)
NONE = "none"
USUAL = (NONE, "1d", "2d", "3d", "7d", "12h", "2d+12h", "3d+1d", "7d+1d", "2d no weekends", "3d no weekends")
"""What is offered to choose from; any other can be written."""
_UNITS = {"d": ("day", timedelta(days=1)), "h": ("hour", timedelta(hours=1)), "m": ("minute", timedelta(minutes=1))}
_LENGTH = re.compile(r"(\d{1,6})([dhm])", re.ASCII)
_WRITTEN = re.compile(r"([^+]+?)(?:\+(.+?)(?:\s+cap\s+(.+))?)?")
_ONE = r"\d+[a-z]+"
_NO_WEEKENDS = re.compile(r"(?:^|\s+)(?:(?:no|without)\s+weekends?|weekends?\s+off)(?=\s|$)", re.IGNORECASE)
_AMONG = re.compile(
    rf"(?:^|\s)(?:clock=(?P<named>[^\s+]+)|(?P<bare>{_ONE}))(?P<rest>(?:\+\S+)?(?:\s+cap\s+\S+)?)(?=\s|$)"
)


@dataclass(frozen=True, slots=True)
class Control:
    """How much time there is: `time` for each move, or in a bank to which each move adds `increment`, up to `cap`.

    With `no_weekends` nothing of it runs on Saturdays and Sundays.
    """

    time: timedelta
    increment: timedelta | None = None
    cap: timedelta | None = None
    no_weekends: bool = False

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

        >>> str(read_control("72h+1d weekends off"))
        '3d+1d cap 6d no weekends'
        """
        end = " no weekends" if self.no_weekends else ""
        if self.increment is None or self.cap is None:
            return f"{written(self.time)}{end}"
        return f"{written(self.time)}+{written(self.increment)} cap {written(self.cap)}{end}"


def read_control(text: str) -> Control | None:
    """Read `3d` (for each move), `3d+1d` or `3d+1d cap 6d` (a bank); None for `none`. Raises `RequestRejected`.

    A bank without a cap is capped at twice its size. Each can end in `no weekends`.
    """
    word, off = _NO_WEEKENDS.subn("", " ".join(text.lower().split()))
    word = word.strip()
    if off and word in {"", NONE}:
        raise RequestRejected(
            "Without a clock there are no weekends to leave out: write `3d no weekends`, for example."
        )
    if word == NONE:
        return None
    parts = _WRITTEN.fullmatch(word)
    if parts is None:
        raise _unreadable(text)
    first, increment, cap = (part and part.strip() for part in parts.groups())
    time = _bounded(first or "", text)
    if increment is None:
        return Control(time, no_weekends=bool(off))
    more = _bounded(increment, text)
    most = _bounded(cap, text) if cap else min(2 * time, LONGEST)
    if most < time:
        raise RequestRejected(
            f"The cap of the clock, {spoken(most)}, is less than the {spoken(time)} that it begins with."
        )
    return Control(time, more, most, bool(off))


def among(text: str) -> tuple[str, str | None]:
    """Split `xero-g 3d+1d cap 6d`, or the same with `clock=`, into what is no clock, and the clock if there is one.

    >>> among("zyrcan 4 clock=3d+1d cap 6d no weekends target=12")
    ('zyrcan 4 target=12', '3d+1d cap 6d no weekends')
    """
    rest, off = _NO_WEEKENDS.subn(" ", text)
    found = _AMONG.search(rest)
    clock = (found["named"] or found["bare"]) + found["rest"] if found else ""
    if found:
        rest = f"{rest[: found.start()]} {rest[found.end() :]}"
    if off:
        clock = f"{clock} no weekends".strip()
    return (" ".join(rest.split()), clock) if clock else (text, None)


def read_length(text: str) -> timedelta:
    """Read `3d`, `12h` or `90m`, from 10 minutes to 60 days. Raises `RequestRejected`."""
    found = _LENGTH.fullmatch(text.strip().lower())
    if found is None:
        raise RequestRejected(
            f"I can't read {formatting.code(text)} as a time: write `3d` (days), `12h` (hours) or `90m` (minutes)."
        )
    length = int(found[1]) * _UNITS[found[2]][1]
    if not SHORTEST <= length <= LONGEST:
        raise RequestRejected(f"{formatting.code(text)} is not from {spoken(SHORTEST)} to {spoken(LONGEST)}.")
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
    return formatting.counted(number, _UNITS[unit][0])


def described(control: Control) -> str:
    """Return a time control in words.

    >>> described(Control(timedelta(days=3), no_weekends=True))
    '3 days a move, weekends not counted'
    """
    end = ", weekends not counted" if control.no_weekends else ""
    if control.increment is None or control.cap is None:
        return f"{spoken(control.time)} a move{end}"
    more = f"{spoken(control.increment)} more with each move"
    return f"{spoken(control.time)} each, and {more}, up to {spoken(control.cap)}{end}"


def offered(text: str) -> str:
    """Return a time control as it is listed to choose from, in at most 100 characters.

    >>> offered("12h")
    '12h: 12 hours a move'
    """
    control = read_control(text)
    return f"{text}: {described(control)}"[:100] if control else f"{text}: no clock"


def until_alarm(time: timedelta) -> timedelta:
    """Return how much of the time for a turn is used when the alarm comes: 80%."""
    return time * 4 / 5


def _in_units(length: timedelta) -> tuple[int, str]:
    unit = next(unit for unit, (_, one) in _UNITS.items() if not length % one or unit == "m")
    return length // _UNITS[unit][1], unit


def _bounded(part: str, whole: str) -> timedelta:
    if not _LENGTH.fullmatch(part):
        raise _unreadable(whole)
    return read_length(part)


def _unreadable(text: str) -> RequestRejected:
    return RequestRejected(
        f"I can't read the clock {formatting.code(text)}: write `3d` (3 days a move), `12h` (12 hours a move), `3d+1d` (3 "
        "days in the bank, 1 more with each move; `3d+1d cap 6d` says up to how much), each with `no weekends` if you "
        "like, or `none`."
    )
