"""The words that all games share."""

from __future__ import annotations

import pytest

from games.text import MOST_LISTED, clean, format_code_list, format_list, format_short_list, replace_words

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
