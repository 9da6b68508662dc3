"""Time controls and lengths of time: how they are written, parsed, put into words and rejected. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta

from bot.referee import formatting
from bot.referee.errors import RequestRejected
from games.translation import gettext as _, gettext_noop as N_, ngettext

_LEFT_OUT = {
    "weekends": N_("Without a clock there are no weekends to leave out: write `3d no weekends`, for example."),
    "net": N_("Without a clock there is no safety net to leave out: write `3d no net`, for example."),
    "vacation": N_("Without a clock there is no vacation to leave out: write `3d no vacation`, for example."),
    "pauses": N_("Without a clock there are no pauses to leave out: write `3d no pauses`, for example."),
}


def unreadable_control(typed: str) -> str:
    """Reject what isn't a time control."""
    return _(
        "I can't read the clock {typed}: write `3d` (3 days a move), `12h` (12 hours a move), "
        "`3d+1d` (3 days in the bank, 1 more with each move; `3d+1d cap 6d` says up to how much), each with "
        "`no weekends` if you like, or `none`."
    ).format(typed=formatting.code(typed))


SHORTEST, LONGEST = timedelta(minutes=10), timedelta(days=60)
NO_CLOCK = "none"
COMMON_CONTROLS = (
    NO_CLOCK,
    "1d",
    "2d",
    "3d",
    "7d",
    "12h",
    "2d+12h",
    "3d+1d",
    "7d+1d",
    "2d no weekends",
    "3d no weekends",
)
"""Time controls to suggest; a player can write any other."""
_UNITS = {"d": timedelta(days=1), "h": timedelta(hours=1), "m": timedelta(minutes=1)}
_LENGTH = re.compile(r"(\d{1,6})([dhm])", re.ASCII)
_IN_WORDS = re.compile(
    r"\b(\d{1,6}) *(day|hour|hr|minute|min|week)s?\b(?: +(?:a|per|each) +(?:move|turn)\b)?", re.IGNORECASE
)
_PLUS = re.compile(r"(?<=\d[dhm]) *\+ *(?=\d+[dhm])")
_CONTROL = re.compile(r"([^+]+?)(?:\+(.+?)(?:\s+cap\s+(.+))?)?")
_ONE_LENGTH = r"\d+[a-z]+"
_NO = r"(?:^|\s+)(?:no|without(?:\s+the)?)\s+"
_EXCEPTIONS = {
    "no_weekends": re.compile(rf"(?:{_NO}weekends?|(?:^|\s+)weekends?\s+off)(?=\s|$)", re.IGNORECASE),
    "no_net": re.compile(rf"{_NO}(?:safety\s+)?net(?=\s|$)", re.IGNORECASE),
    "no_vacation": re.compile(rf"{_NO}vacations?(?=\s|$)", re.IGNORECASE),
    "no_pauses": re.compile(rf"{_NO}pauses?(?=\s|$)", re.IGNORECASE),
}
"""What can be left out, by the field that says so, in the order of the fields."""
_IN_CLAUSES = {
    "no_weekends": N_("weekends not counted"),
    "no_net": N_("no safety net"),
    "no_vacation": N_("vacations don't stop it"),
    "no_pauses": N_("no pauses"),
}
_CONTROL_IN_TEXT = re.compile(
    rf"(?:^|\s)(?:clock=(?P<named>[^\s+]+)|(?P<bare>{_ONE_LENGTH}))(?P<rest>(?:\+\S+)?(?:\s+cap\s+\S+)?)(?=\s|$)"
)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time a seat has: `time` for each move, or a bank that grows by `increment` with each move, up to `cap`.

    With `no_weekends` the clock is paused on Saturdays and Sundays. With `no_net` the safety net takes no vacation days
    for players whose time is up, with `no_vacation` the clock runs on while they are away, and with `no_pauses` players
    can't agree to pause it.
    """

    time: timedelta
    increment: timedelta | None = None
    cap: timedelta | None = None
    no_weekends: bool = False
    no_net: bool = False
    no_vacation: bool = False
    no_pauses: bool = False

    @property
    def exceptions(self) -> list[str]:
        """The names of the fields that leave something out."""
        return [name for name in _EXCEPTIONS if getattr(self, name)]

    def after_move(self, left: timedelta) -> timedelta:
        """Return the time for a seat's next turn when it has `left` after its move, which is negative if it was late.

        Time that others gave beyond the cap stays; the increment adds nothing to it.
        """
        if self.increment is None or self.cap is None:
            return self.time
        kept = max(left, timedelta())
        return max(kept, min(kept + self.increment, self.cap))

    def __str__(self) -> str:
        """Return the time control as players write it.

        >>> str(parse_control("72h+1d weekends off"))
        '3d+1d cap 6d no weekends'
        """
        end = "".join(f" {name.replace('_', ' ')}" for name in self.exceptions)
        if self.increment is None or self.cap is None:
            return f"{format_length(self.time)}{end}"
        return f"{format_length(self.time)}+{format_length(self.increment)} cap {format_length(self.cap)}{end}"


def parse_control(typed: str) -> TimeControl | None:
    """Parse `3d` (for each move), `3d+1d` or `3d+1d cap 6d` (a bank); return None for `none`. Raises `RequestRejected`.

    A bank without a cap is capped at twice its size. Each can end in `no weekends`, `no net`, `no vacation` and `no
    pauses`.
    """
    word, without = _split_exceptions(" ".join(_abbreviate(typed).lower().split()))
    word = word.strip()
    if without and word in {"", NO_CLOCK}:
        raise RequestRejected(_(_LEFT_OUT[without[0].removeprefix("no_")]))
    if word == NO_CLOCK:
        return None
    parts = _CONTROL.fullmatch(word)
    if parts is None:
        raise RequestRejected(unreadable_control(typed))
    first, more, most = (part and part.strip() for part in parts.groups())
    time, exceptions = _parse_part(first or "", typed), [name in without for name in _EXCEPTIONS]
    if more is None:
        return TimeControl(time, None, None, *exceptions)
    increment = _parse_part(more, typed)
    cap = _parse_part(most, typed) if most else min(2 * time, LONGEST)
    if cap < time:
        raise RequestRejected(
            _("The cap of the clock, {cap}, is less than the {time} that it begins with.").format(
                cap=describe_length(cap), time=describe_length(time)
            )
        )
    return TimeControl(time, increment, cap, *exceptions)


def _split_exceptions(typed: str) -> tuple[str, list[str]]:
    """Return a text without what it leaves out, and the fields that say so."""
    without: list[str] = []
    for name, exception in _EXCEPTIONS.items():
        typed, found = exception.subn(" ", typed)
        without += [name] * bool(found)
    return typed, without


def split_control(typed: str) -> tuple[str, str | None]:
    """Split `chomp 3d+1d cap 6d`, or the same with `clock=`, into the other words, and the time control if any.

    >>> split_control("chomp 4 clock=3d+1d cap 6d no weekends rows=6")
    ('chomp 4 rows=6', '3d+1d cap 6d no weekends')
    """
    rest, without = _split_exceptions(_abbreviate(typed))
    found = _CONTROL_IN_TEXT.search(rest)
    control = (found["named"] or found["bare"]) + found["rest"] if found else ""
    if found:
        rest = f"{rest[: found.start()]} {rest[found.end() :]}"
    control = " ".join([*([control] if control else []), *(name.replace("_", " ") for name in without)])
    return (" ".join(rest.split()), control) if control else (typed, None)


def parse_length(typed: str) -> timedelta:
    """Parse `3d`, `12h`, `90m` or `3 days`, from 10 minutes to 60 days. Raises `RequestRejected`."""
    found = _LENGTH.fullmatch(_abbreviate(typed).strip().lower())
    if found is None:
        raise RequestRejected(
            _("I can't read {typed} as a time: write `3d` (days), `12h` (hours) or `90m` (minutes).").format(
                typed=formatting.code(typed)
            )
        )
    length = int(found[1]) * _UNITS[found[2]]
    if not SHORTEST <= length <= LONGEST:
        raise RequestRejected(
            _("{typed} is not from {shortest} to {longest}.").format(
                typed=formatting.code(typed), shortest=describe_length(SHORTEST), longest=describe_length(LONGEST)
            )
        )
    return length


def format_length(length: timedelta) -> str:
    """Return a length of whole minutes as players write it, in the largest unit that fits.

    >>> format_length(timedelta(hours=36))
    '36h'
    """
    number, unit = _in_units(length)
    return f"{number}{unit}"


def describe_length(length: timedelta) -> str:
    """Return a length of whole minutes in words, in the nominative where a language has cases.

    >>> describe_length(timedelta(days=1))
    '1 day'
    """
    number, unit = _in_units(length)
    match unit:
        case "d":
            text = ngettext("{n} day", "{n} days", number)
        case "h":
            text = ngettext("{n} hour", "{n} hours", number)
        case _:
            text = ngettext("{n} minute", "{n} minutes", number)
    return text.format(n=number)


def describe_control(control: TimeControl) -> str:
    """Return a time control in words.

    >>> describe_control(TimeControl(timedelta(days=3), no_weekends=True))
    '3 days a move, weekends not counted'
    """
    if control.increment is None or control.cap is None:
        time = _("{time} a move").format(time=describe_length(control.time))
    else:
        time = _("{time} each, and {increment} more with each move, up to {cap}").format(
            time=describe_length(control.time),
            increment=describe_length(control.increment),
            cap=describe_length(control.cap),
        )
    return ", ".join([time, *(_(_IN_CLAUSES[name]) for name in control.exceptions)])


def describe_choice(typed: str) -> str:
    """Return a time control as a list of suggestions shows it, in at most 100 characters. Raises `RequestRejected`.

    >>> describe_choice("12h")
    '12h: 12 hours a move'
    """
    control = parse_control(typed)
    meaning = describe_control(control) if control else _("no clock")
    return f"{typed}: {meaning}"[:100]


def _abbreviate(typed: str) -> str:
    """Return a text with lengths of time as `3d` in place of `3 days` or `3 days a move`.

    >>> _abbreviate("chomp 3 Days a move + 1 day")
    'chomp 3d+1d'
    """
    return _PLUS.sub("+", _IN_WORDS.sub(_abbreviate_one, typed))


def _abbreviate_one(found: re.Match[str]) -> str:
    number, unit = int(found[1]), found[2][0].lower()
    return f"{7 * number}d" if unit == "w" else f"{number}{unit}"


def _in_units(length: timedelta) -> tuple[int, str]:
    unit = next(unit for unit, one in _UNITS.items() if not length % one or unit == "m")
    return length // _UNITS[unit], unit


def _parse_part(part: str, whole: str) -> timedelta:
    if not _LENGTH.fullmatch(part):
        raise RequestRejected(unreadable_control(whole))
    return parse_length(part)
