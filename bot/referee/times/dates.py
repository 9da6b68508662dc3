"""Days as people write them, in each language that the bot speaks. Pure."""

from __future__ import annotations

import re
from datetime import date, timedelta
from functools import cache
from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.errors import RequestRejected
from games.text import format_list
from games.translation import (
    ENGLISH,
    current_language,
    gettext as _,
    in_language,
    offered_languages,
    pgettext,
    pgettext_noop,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_TODAY, _TOMORROW = pgettext_noop("typed", "today"), pgettext_noop("typed", "tomorrow")
_NOTHING = pgettext_noop("typed", "none"), pgettext_noop("typed", "off"), pgettext_noop("typed", "never")
_DASHES = re.compile("[\u2010-\u2015\u2212]")
_YEAR_FIRST = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})", re.ASCII)
_NUMBERS = re.compile(r"(\d{1,2})([-/.])(\d{1,2})(?:\2(\d{4}|\d{2})?)?", re.ASCII)
_DAY_FIRST = re.compile(r"([0-9]{1,2})(?:\.|st|nd|rd|th)? *(?:of +)?([^\W\d_]{3,})\.?,?(?: +([0-9]{4}))?")
_MONTH_FIRST = re.compile(r"([^\W\d_]{3,})\.? +([0-9]{1,2})(?:\.|st|nd|rd|th)?(?:,? +([0-9]{4}))?")
_NEXT_YEARS = 9
"""A day without a year is looked for in this year and the next eight: February 29 may be so far off."""


def spellings(*words: str) -> dict[str, str]:
    """Return how words are typed in English and in every language that people can choose, each with the English word.

    Translators give several spellings of a word with commas between them.
    """
    found = {word: word for word in words}
    for language in offered_languages():
        with in_language(language):
            for word in words:
                found |= {spelling.strip(): word for spelling in pgettext("typed", word).lower().split(",")}
    return found


def means_nothing(typed: str) -> bool:
    """Return whether a text is a word for nothing in any language: `none`, `off` or `never`.

    >>> means_nothing("None"), means_nothing("8")
    (True, False)
    """
    return tidy_typed(typed) in spellings(*_NOTHING)


def any_of(words: Iterable[str]) -> str:
    """Return a pattern of any of some words, the longest first."""
    return "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in sorted(words, key=len, reverse=True))


def tidy_typed(typed: str) -> str:
    """Return a text in lower case with single spaces, and a hyphen in place of each dash.

    >>> tidy_typed(" 22 \N{EN DASH}  7")
    '22 - 7'
    """
    return " ".join(_DASHES.sub("-", typed).lower().split())


def parse_day(typed: str, today: date) -> date | None:
    """Return the day that a text names, None if it names none. A day without its year is the next one, perhaps today.

    Raises `RequestRejected` for a text that can mean two days, with both.

    >>> parse_day("24.12.2026", date(2026, 11, 28)), parse_day("tomorrow", date(2026, 11, 28))
    (datetime.date(2026, 12, 24), datetime.date(2026, 11, 29))
    """
    word = tidy_typed(typed)
    relative = spellings(_TODAY, _TOMORROW).get(word)
    if relative is not None:
        return today if relative == _TODAY else today + timedelta(days=1)
    days = sorted({*_readings(word, today)})
    if len(days) > 1:
        raise RequestRejected(
            _("{typed} can be {days}: write {choices}.").format(
                typed=formatting.code(typed.strip()),
                days=format_list(map(format_day, days), "or"),
                choices=format_list((formatting.code(str(day)) for day in days), "or"),
            )
        )
    return days[0] if days else None


def format_day(day: date) -> str:
    """Return a day with its month in words.

    >>> format_day(date(2026, 3, 4))
    'March 4, 2026'
    """
    if current_language() == ENGLISH:
        return f"{day:%B} {day.day}, {day.year}"
    from babel import dates  # noqa: PLC0415 - English needs no Babel

    return dates.format_date(day, "long", locale=current_language())


def _readings(word: str, today: date) -> Iterator[date]:
    """Yield the days that a text can mean, perhaps one of them twice."""
    if found := _YEAR_FIRST.fullmatch(word):
        yield from _days(int(found[4]), int(found[3]), found[1], today)
    elif found := _NUMBERS.fullmatch(word):
        yield from _days(int(found[1]), int(found[3]), found[4], today)
        if found[2] != ".":  # with points the day comes first everywhere
            yield from _days(int(found[3]), int(found[1]), found[4], today)
    elif found := _DAY_FIRST.fullmatch(word):
        for month in _numbers(found[2], _names("months")):
            yield from _days(int(found[1]), month, found[3], today)
    elif found := _MONTH_FIRST.fullmatch(word):
        for month in _numbers(found[1], _names("months")):
            yield from _days(int(found[2]), month, found[3], today)
    else:
        for weekday in _numbers(word, _names("days")):
            ahead = (weekday - today.weekday()) % 7
            yield today + timedelta(days=ahead)
            if not ahead:
                yield today + timedelta(days=7)


def _days(day: int, month: int, year: str | None, today: date) -> Iterator[date]:
    """Yield the day of a month in a year of two or four digits, or else the next one, if there is such a day."""
    years = [int(year) + (2000 if len(year) == 2 else 0)] if year else range(today.year, today.year + _NEXT_YEARS)
    for each in years:
        try:
            found = date(each, month, day)
        except ValueError:
            continue
        if year or found >= today:
            yield found
            return


def _numbers(typed: str, names: Mapping[str, int]) -> set[int]:
    """Return the months or weekdays that a word of three letters or more names or begins."""
    return {number for name, number in names.items() if len(typed) >= 3 and name.startswith(typed)}


def _names(kind: str) -> Mapping[str, int]:
    """Return the names of the months or of the days of the week in all languages, by what they are called there."""
    return _names_in((ENGLISH, *offered_languages()), kind)


@cache
def _names_in(languages: tuple[str, ...], kind: str) -> Mapping[str, int]:
    from babel import Locale  # noqa: PLC0415 - needed only where somebody writes a month or a weekday

    locales = map(Locale.parse, languages)
    named = [locale.months if kind == "months" else locale.days for locale in locales]
    return {name.lower(): number for each in named for number, name in each["format"]["wide"].items()}
