"""Days and vacations as people write them, in English and German."""

from __future__ import annotations

from datetime import date

import pytest

from bot import plugins
from bot.referee.clocks.vacations import ends_vacation, parse_last_day
from bot.referee.errors import RequestRejected
from bot.referee.times.dates import format_day, parse_day
from games.translation import in_language

plugins.read()  # with its catalogues
SATURDAY = date(2026, 11, 28)
CHRISTMAS_EVE = date(2026, 12, 24)


@pytest.mark.parametrize(
    "typed",
    [
        "2026-12-24",
        "2026/12/24",
        "2026\N{EN DASH}12\N{EN DASH}24",
        "24.12.2026",
        "24.12.26",
        " 24.12. ",
        "24.12",
        "24/12/2026",
        "12/24/2026",
        "24. Dezember",
        "24. dez 2026",
        "24 December",
        "24th of December",
        "Dec. 24",
        "DECEMBER 24th, 2026",
    ],
)
def test_a_day_is_read_as_people_write_it(typed: str) -> None:
    assert parse_day(typed, SATURDAY) == CHRISTMAS_EVE


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        ("today", SATURDAY),
        ("heute", SATURDAY),
        ("Tomorrow", date(2026, 11, 29)),
        ("morgen", date(2026, 11, 29)),
        ("Friday", date(2026, 12, 4)),
        ("freitag", date(2026, 12, 4)),
        ("son", date(2026, 11, 29)),
        ("28.11.", SATURDAY),
        ("27.11.", date(2027, 11, 27)),
        ("27.11.2026", date(2026, 11, 27)),
        ("3. M\N{LATIN SMALL LETTER A WITH DIAERESIS}rz", date(2027, 3, 3)),
        ("03/03", date(2027, 3, 3)),
        ("29.2.", date(2028, 2, 29)),
        ("1. Sept", date(2027, 9, 1)),
    ],
)
def test_a_day_without_a_year_is_the_next_one(typed: str, day: date) -> None:
    assert parse_day(typed, SATURDAY) == day


@pytest.mark.parametrize(
    "typed",
    ["", "soon", "31.2.2027", "12.24.2026", "0.1.2027", "24", "December", "De 24", "ma 5", "24.12.202", "13/13"],
)
def test_what_names_no_day_is_none(typed: str) -> None:
    assert parse_day(typed, SATURDAY) is None


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("03/04/2026", "can be March 4, 2026 or April 3, 2026: write `2026-03-04` or `2026-04-03`."),
        ("3-4", "can be March 4, 2027 or April 3, 2027: write `2027-03-04` or `2027-04-03`."),
        ("Saturday", "can be November 28, 2026 or December 5, 2026: write `2026-11-28` or `2026-12-05`."),
    ],
)
def test_a_day_that_can_be_two_is_rejected_with_both(typed: str, said: str) -> None:
    with pytest.raises(RequestRejected) as rejection:
        parse_day(typed, SATURDAY)
    assert rejection.value.reason == f"`{typed}` {said}"


def test_both_readings_are_told_in_the_readers_language() -> None:
    with in_language("de"), pytest.raises(RequestRejected) as rejection:
        parse_day("03/04/2026", SATURDAY)
    assert "4. M\N{LATIN SMALL LETTER A WITH DIAERESIS}rz 2026 oder 3. April 2026" in rejection.value.reason
    with in_language("de"):
        assert format_day(CHRISTMAS_EVE) == "24. Dezember 2026"


@pytest.mark.parametrize(
    ("typed", "last"),
    [
        ("2 weeks", date(2026, 12, 11)),
        ("2w", date(2026, 12, 11)),
        ("for a week", date(2026, 12, 4)),
        ("1d", SATURDAY),
        ("1 month", date(2026, 12, 27)),
        ("2 Monate", date(2027, 1, 26)),
        ("3 Tage", date(2026, 11, 30)),
        ("3D", date(2026, 11, 30)),
        ("until 10 d", date(2026, 12, 7)),
        ("eine Woche", date(2026, 12, 4)),
        ("tomorrow", date(2026, 11, 29)),
        ("bis morgen", date(2026, 11, 29)),
        ("bis 24. Dezember", CHRISTMAS_EVE),
        ("bis zum 24.12.", CHRISTMAS_EVE),
        ("until 24.12.2026", CHRISTMAS_EVE),
    ],
)
def test_a_vacation_is_its_last_day_or_its_length(typed: str, last: date) -> None:
    assert parse_last_day(typed, SATURDAY) == last


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("soon", "I can't read `soon` as a vacation"),
        ("3 years", "I can't read `3 years` as a vacation"),
        ("12h", "I can't read `12h` as a vacation"),
        ("24.12. until", "I can't read"),
        ("0 Tage", "A vacation lasts at least 1 day"),
        ("27.11.2026", "November 27, 2026 has passed: where you are it's November 28, 2026."),
        ("03/04/2026", "can be March 4, 2026 or April 3, 2026"),
    ],
)
def test_other_texts_are_no_vacation(typed: str, said: str) -> None:
    with pytest.raises(RequestRejected) as rejection:
        parse_last_day(typed, SATURDAY)
    assert said in rejection.value.reason


def test_a_vacation_ends_by_a_word_in_both_languages() -> None:
    assert all(map(ends_vacation, ("end", " END ", "ende", "Ende")))
    assert not any(map(ends_vacation, ("", "3d", "ended", "until end")))
