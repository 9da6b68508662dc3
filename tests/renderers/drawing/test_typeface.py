"""Texts are cut to their space, and the typeface has the characters of all words in pictures."""

from __future__ import annotations

from renderers.drawing.typeface import NAME, SMALLEST, fit, is_drawable, text_width, truncate


def test_a_text_too_wide_is_cut_with_an_ellipsis_that_fits() -> None:
    cut = truncate("Maximilian Alexander", NAME, 200)
    assert cut.endswith("\u2026")
    assert 150 < text_width(cut, NAME) <= 200
    assert truncate("Max", NAME, 200) == "Max"


def test_all_words_of_the_pictures_can_be_drawn() -> None:
    assert is_drawable("\u00b7\u2026+:;,-@1234567890 abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ'")


def test_a_text_that_has_to_fit_gets_as_small_as_it_must_and_is_cut_only_then() -> None:
    text = "Maximilian Alexander"
    wide = text_width(text, NAME)
    assert fit(text, NAME, wide) == (text, NAME)
    whole, smaller = fit(text, NAME, 0.8 * wide)
    assert whole == text
    assert 0.75 * wide < text_width(text, smaller) <= 0.8 * wide
    cut, smallest = fit(text, NAME, 0.5 * wide)
    assert cut.endswith("\u2026")
    assert text_width(cut, smallest) <= 0.5 * wide
    assert SMALLEST * NAME.size <= smallest.size < SMALLEST * NAME.size + 1
