"""Time controls and lengths of time: how they are written, parsed, put into words and rejected. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.errors import RequestRejected
from bot.referee.times.dates import any_of, means_nothing, spellings, tidy_typed
from games.translation import gettext as _, gettext_noop as N_, ngettext, offered_languages, pgettext_noop

if TYPE_CHECKING:
    from collections.abc import Mapping

_LEFT_OUT = {
    "weekends": N_("Without a clock there are no weekends to leave out: write `3d no weekends`, for example."),
    "net": N_("Without a clock there's no safety net to leave out: write `3d no net`, for example."),
    "vacation": N_("Without a clock there's no vacation to leave out: write `3d no vacation`, for example."),
    "pauses": N_("Without a clock there are no pauses to leave out: write `3d no pauses`, for example."),
}


def unreadable_control(typed: str, *, needed: bool) -> str:
    """Reject what isn't a time control, where one is `needed` or where `none` would do."""
    sentence = _(
        "I can't read the clock {typed}: write `3d` (3 days a move), `12h` (12 hours a move), "
        "`3d+1d` (3 days in the bank, 1 more with each move; `3d+1d cap 6d` says up to how much), each with "
        "`no weekends` if you like."
    ).format(typed=formatting.code(typed))
    return sentence if needed else sentence + " " + _("`none` is no clock.")


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
_UNIT_WORDS = (
    pgettext_noop("typed", "day"),
    pgettext_noop("typed", "days"),
    pgettext_noop("typed", "hour"),
    pgettext_noop("typed", "hours"),
    pgettext_noop("typed", "minute"),
    pgettext_noop("typed", "minutes"),
    pgettext_noop("typed", "week"),
    pgettext_noop("typed", "weeks"),
    pgettext_noop("typed", "month"),
    pgettext_noop("typed", "months"),
)
_IN_DAYS = {"w": 7, "mo": 30}
"""How many days are in units that clocks don't count in, by their short form."""
_SHORT_UNITS = {each: each[0] for each in ("d", "h", "m", "w", "hr", "hrs", "min", "mins", "wk", "wks")}
_ONE = pgettext_noop("typed", "a"), pgettext_noop("typed", "an")
_PER_MOVE = pgettext_noop("typed", "per move")
_PLUS = re.compile(r"(?<=\d[dhm]) *\+ *(?=\d+[dhm])")
_CONTROL = re.compile(r"([^+]+?)(?:\+(.+?)(?:\s+cap\s+(.+))?)?")
_ONE_LENGTH = r"\d+[a-z]+"
_NO, _WITHOUT, _CLOCK = pgettext_noop("typed", "no"), pgettext_noop("typed", "without"), pgettext_noop("typed", "clock")
_WEEKENDS_OFF = re.compile(r"(?<!\S)weekends?\s+off(?!\S)", re.IGNORECASE)
_LEAVES_OUT = {
    "no_weekends": (pgettext_noop("typed", "weekend"), pgettext_noop("typed", "weekends")),
    "no_net": (pgettext_noop("typed", "net"), pgettext_noop("typed", "safety net")),
    "no_vacation": (pgettext_noop("typed", "vacation"), pgettext_noop("typed", "vacations")),
    "no_pauses": (pgettext_noop("typed", "pause"), pgettext_noop("typed", "pauses")),
}
"""What can be left out, by the field that says so, in the order of the fields."""
_IN_CLAUSES = {
    "no_weekends": N_("weekends not counted"),
    "no_net": N_("no safety net"),
    "no_vacation": N_("vacations don't stop it"),
    "no_pauses": N_("no pauses"),
}
_EXCEPTION = re.compile(r"(?:^|\s+)no (weekends|net|vacation|pauses)(?=\s|$)")
_STORED = re.compile(r"none|\d+[dhm](?:\+\d+[dhm] cap \d+[dhm])?(?: no (?:weekends|net|vacation|pauses))*", re.ASCII)
_CONTROL_IN_TEXT = re.compile(
    rf"(?:^|\s)(?:clock=(?P<named>[^\s+]+)|(?:clock[\s:]+)?(?P<bare>{_ONE_LENGTH}|{NO_CLOCK}))"
    r"(?P<rest>(?:\+\S+)?(?:\s+cap\s+\S+)?)(?=\s|$)",
    re.IGNORECASE,
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
        return [name for name in _LEAVES_OUT if getattr(self, name)]

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


def parse_control(typed: str, *, needed: bool = False) -> TimeControl | None:
    """Parse `3d` (for each move), `3d+1d` or `3d+1d cap 6d` (a bank); return None for `none`. Raises `RequestRejected`.

    A bank without a cap is capped at twice its size. Each can end in `no weekends`, `no net`, `no vacation` and `no
    pauses`. Where a clock is `needed`, the rejection doesn't advise `none`.
    """
    # What is stored is read at every move, and needs no other language.
    word, without = _split_exceptions(typed if _STORED.fullmatch(typed) else tidy_typed(abbreviate(typed)))
    word = word.strip()
    if without and word in {"", NO_CLOCK}:
        raise RequestRejected(_(_LEFT_OUT[without[0].removeprefix("no_")]))
    if word == NO_CLOCK or (word.isalpha() and means_nothing(word)):
        return None
    parts = _CONTROL.fullmatch(word)
    lengths = [part and part.strip() for part in parts.groups()] if parts else []
    if not lengths or any(part is not None and not _LENGTH.fullmatch(part) for part in lengths):
        raise RequestRejected(unreadable_control(typed, needed=needed))
    first, more, most = lengths
    time, exceptions = parse_length(first or ""), [name in without for name in _LEAVES_OUT]
    if more is None:
        return TimeControl(time, None, None, *exceptions)
    increment = parse_length(more)
    cap = parse_length(most) if most else min(2 * time, LONGEST)
    if cap < time:
        raise RequestRejected(
            _("The cap of the clock, {cap}, is less than the {time} that it begins with.").format(
                cap=describe_length(cap), time=describe_length(time)
            )
        )
    return TimeControl(time, increment, cap, *exceptions)


def _split_exceptions(typed: str) -> tuple[str, list[str]]:
    """Return a text without what it leaves out, and the fields that say so."""
    found = set(_EXCEPTION.findall(typed))
    return _EXCEPTION.sub(" ", typed), [name for name in _LEAVES_OUT if name.removeprefix("no_") in found]


def split_control(typed: str) -> tuple[str, str | None]:
    """Split `chomp 3d+1d cap 6d`, or the same with `clock=`, into the other words, and the time control if any.

    >>> split_control("chomp 4 clock=3d+1d cap 6d no weekends rows=6")
    ('chomp 4 rows=6', '3d+1d cap 6d no weekends')
    """
    rest, without = _split_exceptions(abbreviate(typed))
    found = _CONTROL_IN_TEXT.search(rest)
    control = (found["named"] or found["bare"]) + found["rest"] if found else ""
    if found:
        rest = f"{rest[: found.start()]} {rest[found.end() :]}"
    control = " ".join([*([control] if control else []), *(name.replace("_", " ") for name in without)])
    return (" ".join(rest.split()), control) if control else (typed, None)


def parse_length(typed: str) -> timedelta:
    """Parse `3d`, `12h`, `90m` or `3 days`, from 10 minutes to 60 days. Raises `RequestRejected`."""
    found = _LENGTH.fullmatch(typed) or _LENGTH.fullmatch(abbreviate(typed).strip().lower())
    if found is None:
        raise RequestRejected(
            _("I can't read {typed} as a time: write `3d` (days), `12h` (hours) or `90m` (minutes).").format(
                typed=formatting.code(typed)
            )
        )
    length = int(found[1]) * _UNITS[found[2]]
    if not SHORTEST <= length <= LONGEST:
        raise RequestRejected(
            _("It can be {shortest} to {longest}, not {typed}.").format(
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


@dataclass(frozen=True, slots=True)
class _Written:
    """How people write a time control in all languages.

    `length` finds a number and its unit, of which `units` knows the short form; `no_clock` and each of the
    `exceptions`, by the field, find what leaves something out.
    """

    length: re.Pattern[str]
    units: Mapping[str, str]
    no_clock: re.Pattern[str]
    exceptions: Mapping[str, re.Pattern[str]]


@cache
def _written(languages: tuple[str, ...]) -> _Written:
    """Return how a time control is written in English and other languages."""
    del languages  # for the cache alone
    in_full = {
        written: "mo" if word.startswith("month") else word[0] for written, word in spellings(*_UNIT_WORDS).items()
    }
    units = _SHORT_UNITS | in_full
    per_move = rf"(?:a|per|each)\s+(?:move|turn)|{any_of(spellings(_PER_MOVE))}"
    no = rf"(?<!\S)(?:{any_of(spellings(_NO, _WITHOUT))})(?:\s+(?:the|a))?\s+"
    return _Written(
        re.compile(
            rf"\b(?:([0-9]{{1,6}})\s*({any_of(units)})|(?:one|{any_of(spellings(*_ONE))})\s+({any_of(in_full)}))\b"
            rf"(?:\s+(?:{per_move})\b)?",
            re.IGNORECASE,
        ),
        units,
        re.compile(rf"{no}(?:{any_of(spellings(_CLOCK))})(?!\S)", re.IGNORECASE),
        {
            name: re.compile(rf"{no}(?:{any_of(spellings(*words))})(?!\S)", re.IGNORECASE)
            for name, words in _LEAVES_OUT.items()
        },
    )


def abbreviate(typed: str) -> str:
    """Return a text with lengths of time as `3d` in place of `3 days` or `3 days a move`, in any language.

    What is left out becomes `no weekends` and so on, and `no clock` becomes `none`.

    >>> abbreviate("chomp 3 Days a move + 1 week")
    'chomp 3d+7d'
    """
    written = _written(tuple(offered_languages()))

    def abbreviate_one(found: re.Match[str]) -> str:
        number, unit = int(found[1] or 1), written.units[(found[2] or found[3]).lower()]
        return f"{_IN_DAYS[unit] * number}d" if unit in _IN_DAYS else f"{number}{unit}"

    typed = _WEEKENDS_OFF.sub("no weekends", typed)
    for name, exception in written.exceptions.items():
        typed = exception.sub(name.replace("_", " "), typed)
    return _PLUS.sub("+", written.no_clock.sub(NO_CLOCK, written.length.sub(abbreviate_one, typed)))


def _in_units(length: timedelta) -> tuple[int, str]:
    unit = next(unit for unit, one in _UNITS.items() if not length % one or unit == "m")
    return length // _UNITS[unit], unit
