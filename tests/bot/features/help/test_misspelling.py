"""A misspelled text command is told from one of another bot."""

from __future__ import annotations

import pytest

from bot.features.help.misspelling import find_meant_command

NAMES = ["accept", "challenge", "challenges", "games", "move", "plan", "resign", "stats", "takeback"]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("challange", "challenge"),
        ("chalenges", "challenges"),
        ("RESING", "resign"),
        ("acept", "accept"),
        ("TakeBak", "takeback"),
    ],
)
def test_the_most_similar_name_is_meant(written: str, meant: str) -> None:
    assert find_meant_command(written, NAMES) == meant


@pytest.mark.parametrize("written", ["play", "moves", "export", "ban", ""])
def test_other_words_mean_none(written: str) -> None:
    assert find_meant_command(written, NAMES) is None
