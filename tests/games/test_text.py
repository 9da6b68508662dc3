"""The words that all games share."""

from __future__ import annotations

import re
import sys
import unicodedata

import pytest

from bot.interactions.replies import split_text
from games import GAMES
from games.help import translate_help
from games.text import (
    MOST_LISTED,
    clean,
    fold,
    foreign_letter,
    format_code_list,
    format_list,
    format_short_list,
    replace_words,
    with_plain_letters,
)
from games.translation import in_language

NAMES = [f"n{number}" for number in range(MOST_LISTED + 2)]


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("`b1\u2013e4`", "b1-e4"),
        ("  b1 \u2212  e4 ", "b1 - e4"),
        ("e5\u00d7g7", "e5xg7"),
        ("``c4``", "c4"),
        ("", ""),
        ("C4", "C4"),
    ],
)
def test_clean_undoes_what_chat_does_to_notation(text: str, cleaned: str) -> None:
    assert clean(text) == cleaned


UNSEEN = [
    chr(code)
    for code in range(sys.maxunicode + 1)
    if unicodedata.category(chr(code)) == "Cf" or 0xFE00 <= code <= 0xFE0F or 0xE0100 <= code <= 0xE01EF
]


def test_characters_that_nobody_sees_are_folded_away() -> None:
    assert len(UNSEEN) > 400
    kept = [each for each in UNSEEN if fold(f"{each}a{each}8{each}") != "a8"]
    assert kept == []
    assert [fold(f"a{each}8") for each in "\u034f\u115f\u1160\u2800\u3164\uffa0"] == ["a8"] * 6


def test_other_forms_of_ascii_are_folded() -> None:
    signs = "".join(map(chr, range(ord("!"), ord("~") + 1)))
    assert fold("".join(chr(ord(each) + 0xFEE0) for each in signs)) == signs
    assert fold("\u2460\u00a0\U0001d41a\u2488") == "1 a1."


@pytest.mark.parametrize(
    "name",
    [
        "\U0001f468\u200d\U0001f469\u200d\U0001f467 Cup",
        "\u2764\ufe0f",
        "1\ufe0f\u20e3 first",
        "\u2122\ufe0f",
        "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "Gr\u00fc\u00dfe \u3141\u3141 \u00bd \u0434\u0430",
    ],
)
def test_emoji_and_letters_of_other_scripts_stay_as_they_are(name: str) -> None:
    assert fold(name) == name


def test_a_letter_of_another_script_is_found_and_replaced() -> None:
    assert foreign_letter("e4, e5 \u2013 \U0001f44d") is None
    assert foreign_letter("e4\u00e4\u0435") == "\u00e4"
    assert with_plain_letters("\u0435\u0664-e\u2013", "b") == "b4-e\u2013"


def test_names_are_listed_as_in_prose() -> None:
    assert format_list([]) == ""
    assert format_list(["a1"]) == "a1"
    assert format_list(["a1", "b1"], "or") == "a1 or b1"
    assert format_list(iter(["a1", "b1", "c1"])) == "a1, b1 and c1"
    assert format_code_list(["a1", "b1"]) == "`a1` or `b1`"
    assert format_code_list(["a1", "b1"], "and") == "`a1` and `b1`"


def test_a_brief_list_counts_the_names_beyond_the_most_that_it_lists() -> None:
    assert format_short_list(NAMES[:MOST_LISTED], "or") == format_list(NAMES[:MOST_LISTED], "or")
    assert format_short_list(NAMES) == f"{', '.join(NAMES[:MOST_LISTED])} and 2 more"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("f1 to f4", "f1 - f4"),
        ("f1 and f4.", "f1 f4"),
        ("2 to 1", "2 to 1"),
        ("toad on f1", "toad on f1"),
        ("", ""),
    ],
)
def test_words_stand_for_signs_only_beside_a_place(text: str, written: str) -> None:
    assert replace_words(text, {"to": "-", "and": ""}) == written


@pytest.mark.parametrize("key", GAMES)
def test_a_task_in_german_orders_nobody_as_others_read_it_too(key: str) -> None:
    state = GAMES[key].start(GAMES[key].info.min_players, {}, 0)
    with in_language("de"):
        task = GAMES[key].task(state)
    assert not re.match(r"(brich|flieg|gib|lass|leg|nimm|schlag|setz|stell|vergrößer)e? ", task), task
    assert not re.search(r"\bdein", task)


@pytest.mark.parametrize(
    ("key", "fact"),
    [
        ("force-field-factions", "points doubled, and again by a second"),
        ("force-field-factions", "short of one of its size; else it just takes"),
        ("zyrcan", "The cells for four are our reading of the designer's picture"),
    ],
)
def test_a_page_tells_what_players_missed_in_it(key: str, fact: str) -> None:
    assert fact in GAMES[key].info.help


@pytest.mark.parametrize("language", ["en", "de"])
def test_all_rules_of_force_field_factions_take_two_messages_with_room(language: str) -> None:
    with in_language(language):
        parts = [*split_text(translate_help(GAMES["force-field-factions"].info.help), 1900)]
    assert len(parts) == 2
