"""Time controls as text."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot import plugins
from bot.referee.errors import RequestRejected
from bot.referee.times import time_control
from bot.referee.times.time_control import (
    COMMON_CONTROLS,
    LONGEST,
    TimeControl,
    describe_choice,
    describe_control,
    parse_control,
    parse_length,
    split_control,
)

plugins.read()  # with its catalogues
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


@pytest.mark.parametrize(
    ("text", "control", "written", "said"),
    [
        ("3d", TimeControl(3 * DAY), "3d", "3 days a move"),
        (" 12H ", TimeControl(12 * HOUR), "12h", "12 hours a move"),
        ("24h", TimeControl(DAY), "1d", "1 day a move"),
        ("3 days a move", TimeControl(3 * DAY), "3d", "3 days a move"),
        ("1 Week", TimeControl(7 * DAY), "7d", "7 days a move"),
        ("2w", TimeControl(14 * DAY), "14d", "14 days a move"),
        ("3 D", TimeControl(3 * DAY), "3d", "3 days a move"),
        ("an hour per move", TimeControl(HOUR), "1h", "1 hour a move"),
        ("3 Tage", TimeControl(3 * DAY), "3d", "3 days a move"),
        ("eine Woche pro Zug", TimeControl(7 * DAY), "7d", "7 days a move"),
        (
            *("12 Stunden + 90 Minuten ohne Netz", TimeControl(12 * HOUR, 90 * MINUTE, DAY, no_net=True)),
            *("12h+90m cap 1d no net", "12 hours each, and 90 minutes more with each move, up to 1 day, no safety net"),
        ),
        (
            *("2 Tage keine Pausen kein Urlaub", TimeControl(2 * DAY, no_vacation=True, no_pauses=True)),
            *("2d no vacation no pauses", "2 days a move, vacations don't stop it, no pauses"),
        ),
        ("90m", TimeControl(90 * MINUTE), "90m", "90 minutes a move"),
        (
            *("3d+1d", TimeControl(3 * DAY, DAY, 6 * DAY), "3d+1d cap 6d"),
            "3 days each, and 1 day more with each move, up to 6 days",
        ),
        (
            *("2d + 36h  cap 5d", TimeControl(2 * DAY, 36 * HOUR, 5 * DAY), "2d+36h cap 5d"),
            "2 days each, and 36 hours more with each move, up to 5 days",
        ),
        (
            *("40d+1d", TimeControl(40 * DAY, DAY, LONGEST), "40d+1d cap 60d"),
            "40 days each, and 1 day more with each move, up to 60 days",
        ),
        (
            "3d no weekends",
            TimeControl(3 * DAY, no_weekends=True),
            "3d no weekends",
            "3 days a move, weekends not counted",
        ),
        (
            *("3D+1D Weekends  off", TimeControl(3 * DAY, DAY, 6 * DAY, no_weekends=True), "3d+1d cap 6d no weekends"),
            "3 days each, and 1 day more with each move, up to 6 days, weekends not counted",
        ),
    ],
)
def test_time_controls_are_read_and_written_back(text: str, control: TimeControl, written: str, said: str) -> None:
    assert parse_control(text) == control
    assert str(control) == written
    assert parse_control(written) == control
    assert describe_control(control) == said


def test_none_is_no_clock_and_all_that_is_offered_can_be_read() -> None:
    for none in ("none", "None", "off", "keine", "no clock", "without a clock", "ohne Uhr"):
        assert parse_control(none) is None
    for text in COMMON_CONTROLS:
        parse_control(text)


def test_a_choice_is_cut_to_what_discord_shows() -> None:
    shown = describe_choice("3 days + 1 day cap 6 days no weekends no vacation no net no pauses")
    assert (len(shown), shown[:37]) == (100, "3 days + 1 day cap 6 days no weekends")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("3", "I can't read the clock `3`"),
        ("", "I can't read the clock"),
        ("3d+", "I can't read the clock"),
        ("+1d", "I can't read the clock"),
        ("3d cap 6d", "I can't read the clock"),
        ("3d+1d+1d", "I can't read the clock"),
        ("3d+1d cap", "I can't read the clock"),
        ("\u0663d", "I can't read the clock"),
        ("9m", "It can be 10 minutes to 60 days, not `9m`"),
        ("61d", "It can be 10 minutes to 60 days, not `61d`"),
        ("3 months", "It can be 10 minutes to 60 days, not `90d`"),
        ("3d+0h", "It can be 10 minutes to 60 days, not `0h`"),
        ("3d+1d cap 2d", "The cap of the clock, 2 days, is less than the 3 days"),
        ("9999999d", "I can't read the clock"),
        ("no weekends", "Without a clock there are no weekends to leave out"),
        ("none without weekends", "Without a clock there are no weekends to leave out"),
        ("3d weekends", "I can't read the clock `3d weekends`"),
    ],
)
def test_an_invalid_time_control_is_rejected_with_a_reason(text: str, why: str) -> None:
    with pytest.raises(RequestRejected) as rejection:
        parse_control(text)
    assert why in rejection.value.reason


def test_a_clock_is_found_among_other_words() -> None:
    assert split_control("xero-g 3d+1d") == ("xero-g", "3d+1d")
    assert split_control("xero-g 3d+1d cap 6d seat=1") == ("xero-g seat=1", "3d+1d cap 6d")
    assert split_control("zyrcan 4 target=12 12h") == ("zyrcan 4 target=12", "12h")
    assert split_control("zyrcan 4 clock=none") == ("zyrcan 4", "none")
    assert split_control("clock=soon xero-g") == ("xero-g", "soon")
    assert split_control("zyrcan 4 target=12") == ("zyrcan 4 target=12", None)
    assert split_control("xero-g 3d no weekends seat=1") == ("xero-g seat=1", "3d no weekends")
    assert split_control("xero-g weekends off clock=3d+1d cap 6d") == ("xero-g", "3d+1d cap 6d no weekends")
    assert split_control("xero-g Without weekends") == ("xero-g", "no weekends")
    assert split_control("xero-g 3D+1D CAP 6D seat=1") == ("xero-g seat=1", "3d+1d CAP 6d")
    assert split_control("xero-g clock: 3 days") == ("xero-g", "3d")
    assert split_control("xero-g none unrated") == ("xero-g unrated", "none")
    assert split_control("xero-g no clock") == ("xero-g", "none")
    assert split_control("Anna xero-g drei 3 Tage ohne Wochenenden") == ("Anna xero-g drei", "3d no weekends")
    assert split_control("a xero-g") == ("a xero-g", None)
    assert split_control("Nonette xero-g ohne") == ("Nonette xero-g ohne", None)


def test_what_is_stored_is_read_in_english_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("the languages were asked for")

    monkeypatch.setattr(time_control, "offered_languages", fail)
    for written in ("3d", "12h+90m cap 1d no weekends no net no vacation no pauses", "none"):
        assert str(parse_control(written) or "none") == written


def test_where_a_clock_is_needed_none_is_not_advised() -> None:
    with pytest.raises(RequestRejected) as optional:
        parse_control("soon")
    with pytest.raises(RequestRejected) as needed:
        parse_control("soon", needed=True)
    assert optional.value.reason == f"{needed.value.reason} `none` is no clock."
    assert "none" not in needed.value.reason


@pytest.mark.parametrize(
    ("typed", "length"),
    [
        ("1 Tag", DAY),
        ("2 weeks", 14 * DAY),
        ("eine Woche", 7 * DAY),
        ("one day", DAY),
        ("90 Min", 90 * MINUTE),
        ("1 month", 30 * DAY),
        ("a month", 30 * DAY),
        ("2 Months", 60 * DAY),
        ("1 Monat", 30 * DAY),
        ("2 Monate", 60 * DAY),
    ],
)
def test_lengths_are_read_in_both_languages(typed: str, length: timedelta) -> None:
    assert parse_length(typed) == length


@pytest.mark.parametrize("typed", ["soon", "2 years", "", "day", "month", "1mo"])
def test_other_texts_are_no_lengths(typed: str) -> None:
    with pytest.raises(RequestRejected, match="I can't read"):
        parse_length(typed)


def test_a_move_gives_the_whole_time_again_or_adds_to_the_bank_up_to_its_cap() -> None:
    assert TimeControl(3 * DAY).after_move(HOUR) == 3 * DAY
    bank = TimeControl(3 * DAY, DAY, 6 * DAY)
    assert bank.after_move(2 * DAY) == 3 * DAY
    assert bank.after_move(5.5 * DAY) == 6 * DAY
    assert bank.after_move(-HOUR) == DAY
    assert bank.after_move(9 * DAY) == 9 * DAY
