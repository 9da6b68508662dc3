"""The terms of a challenge: every suggestion can be parsed, for every game, and terms are parsed in any order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.features.challenges.commands import CLOCK, OPTIONS, SEAT
from bot.features.challenges.terms import (
    build_terms,
    label_options,
    parse_options,
    parse_terms,
    suggest_options,
    suggest_seats,
)
from bot.referee.errors import RequestRejected
from games import GAMES
from games.contract import complete_options

if TYPE_CHECKING:
    from games.contract import Info

INFOS = [game.info for game in GAMES.values()]
KEYS = [info.key for info in INFOS]


@pytest.mark.parametrize("info", INFOS, ids=KEYS)
def test_every_option_is_suggested_until_all_are_given(info: Info) -> None:
    typed, left = "", {option.name for option in info.options}
    while left:
        suggested = suggest_options(info, f"{typed} " if typed else "")
        assert {text.split(" ")[-1].split("=")[0] for text in suggested} == left
        for text in suggested:
            complete_options(info, parse_options(text))
        typed = suggested[-1]
        assert typed in suggest_options(info, typed[:-1])
        left -= {typed.split(" ")[-1].split("=")[0]}
    assert suggest_options(info, f"{typed} ") == []


def test_what_a_game_advises_comes_first_with_the_reason() -> None:
    info = GAMES["martian-life"].info
    assert suggest_options(info, "")[:2] == ["target=10", "supply=stash"]
    assert suggest_options(info, "supply=unlimited ")[0] == "supply=unlimited target=10"
    assert label_options(info, "supply=unlimited target=10") == (
        "supply=unlimited target=10 (lively: at 15 two careful players mostly draw)"
    )
    assert label_options(info, "target=15") == "target=15"
    assert label_options(None, "target=10") == "target=10"


@pytest.mark.parametrize(
    ("typed", "name", "words"),
    [
        ("@Bob xong level 2", "@Bob xong", {"level": "2"}),
        ("Level: 2, FILL 1 zyrcan", "zyrcan", {"level": "2", "fill": "1"}),
        ("xero-g seat North 3d", "xero-g", {"seat": "north", "clock": "3d"}),
        ("xero-g level=3 seat=theirs", "xero-g", {"level": "3", "seat": "theirs"}),
        ("xero-g rated", "xero-g", {"rated": "yes"}),
        ("UNRATED xero-g", "xero-g", {"rated": "no"}),
        ("Bob , Levelle and Seaton zyrcan", "Bob , Levelle and Seaton zyrcan", {}),
        ("Bob level xero-g", "Bob level xero-g", {}),
    ],
)
def test_a_level_and_a_seat_need_no_equals_sign(typed: str, name: str, words: dict[str, str]) -> None:
    assert parse_terms(typed) == (name, words)


@pytest.mark.parametrize("info", INFOS, ids=KEYS)
def test_what_a_game_advises_is_one_of_its_values_and_fits_a_list(info: Info) -> None:
    for option in info.options:
        if option.advised is not None:
            advised = f"{option.name}={option.advised}"
            assert complete_options(info, parse_options(advised))[option.name] == option.advised
            assert 0 < len(option.advice) <= 80
            assert option.default != option.advised


def test_options_are_completed_after_commas_and_whatever_was_given_before() -> None:
    info = GAMES["martian-life"].info
    assert suggest_options(info, "supply=unlimited,tar")[:2] == [
        "supply=unlimited target=10",
        "supply=unlimited target=11",
    ]
    assert suggest_options(info, "Supply=stash  TARGET=1")[-1] == "Supply=stash target=19"
    assert suggest_options(info, "nothing") == suggest_options(None, "") == []


@pytest.mark.parametrize("info", INFOS, ids=KEYS)
def test_every_suggested_seat_can_be_parsed(info: Info) -> None:
    for size in range(info.min_players, info.max_players + 1):
        suggested = suggest_seats(info, size, "")
        assert len(suggested) == size + 2
        for number, text in enumerate(suggested):
            terms = build_terms(info, {"seat": text}, size)
            assert (terms.seat, terms.choose_seats) == (number - 1 if number > 1 else None, text == "theirs")
            assert suggest_seats(info, size, text[:-1].upper()) == {text: text}


def test_terms_and_options_of_the_game_are_told_apart_in_any_order() -> None:
    info = GAMES["martian-life"].info
    name, words = parse_terms("target=12 martian-life standing=4 seat=Theirs 3d theme=light supply=stash")
    assert name == "martian-life"
    terms = build_terms(info, words, 2)
    assert (terms.options, terms.display) == ({"target": "12", "supply": "stash"}, {"theme": "light"})
    assert (terms.seat, terms.choose_seats, terms.clock, terms.matches) == (None, True, "3d", 4)
    plain = build_terms(info, {}, 2)
    assert (plain.seat, plain.choose_seats, plain.clock, plain.matches) == (None, False, None, 1)
    with pytest.raises(RequestRejected, match="`theirs` or `random`"):
        build_terms(info, {"seat": "mine"}, 2)


def test_descriptions_are_short_enough_for_discord_to_show_them_whole() -> None:
    assert max(map(len, (CLOCK, OPTIONS, SEAT))) <= 100
