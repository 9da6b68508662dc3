"""Texts are cut to their space, and the typeface has the characters of all words in pictures."""

from __future__ import annotations

from renderers.drawing.typeface import NAME, is_drawable, text_width, truncate


def test_a_text_too_wide_is_cut_with_an_ellipsis_that_fits() -> None:
    cut = truncate("Maximilian Alexander", NAME, 200)
    assert cut.endswith("\u2026")
    assert 150 < text_width(cut, NAME) <= 200
    assert truncate("Max", NAME, 200) == "Max"


def test_all_words_of_the_pictures_can_be_drawn() -> None:
    assert is_drawable("\u00b7\u2026+:;,-@1234567890 abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ'")
