"""The messages of a puzzle tell which moves were played, in whatever language they are."""

from __future__ import annotations

import pytest

from bot.features.puzzle_messages import moves_in

POST = "**Xong-Aufgabe 20**: Rot ist am Zug und gewinnt in zwei Z\u00fcgen.\n"


@pytest.mark.parametrize(
    ("content", "moves"),
    [
        (f"{POST}Line: `c1-c3` `d6-d5`\nRight!", ("c1-c3", "d6-d5")),
        (f"{POST}Zugfolge: ||`c1-c3`||\nRichtig!", ("c1-c3",)),
        (f"{POST}\u7dda: `c1-c3`", ("c1-c3",)),
        (f"{POST}Oder antworte mit deinem Zug, so versteckt: `||dein Zug||`.", ()),
        (f"{POST}Gestern, Xong-Aufgabe 19: ||`c1-c3` `d6-d5`||", ()),
        ("**Puzzle of the day**\nYesterday's, Chomp puzzle 19: ||`c1-c3`||", ()),
    ],
)
def test_a_line_is_read_back_in_any_language_and_nothing_else_is_taken_for_one(
    content: str, moves: tuple[str, ...]
) -> None:
    assert moves_in(content) == moves
