"""Replies that are longer than a message."""

from __future__ import annotations

import pytest

from bot.interactions.replies import split_text


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", [""]),
        ("one two", ["one two"]),
        ("one two th", ["one two th"]),
        ("one two thr", ["one two", "thr"]),
        ("one\ntwo three", ["one", "two three"]),
        ("one\n\nt\nw o three", ["one", "t", "w o three"]),
        ("x" * 21, ["x" * 10, "x" * 10, "x"]),
        (" " + "x" * 10, [" " + "x" * 9, "x"]),
    ],
)
def test_a_text_is_cut_only_where_it_must_be_at_its_largest_break(text: str, parts: list[str]) -> None:
    assert list(split_text(text, 10)) == parts
