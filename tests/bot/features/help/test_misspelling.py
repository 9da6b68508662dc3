"""A misspelled text command is told from one of another bot."""

from __future__ import annotations

import pytest

from bot.features.help import find_meant_command, find_similar_command

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
    assert find_similar_command(written, NAMES) == meant
    assert find_meant_command(written, NAMES) == meant


@pytest.mark.parametrize("written", ["play", "moves", "export", "ban", ""])
def test_other_words_are_like_none(written: str) -> None:
    assert find_similar_command(written, NAMES) is None


@pytest.mark.parametrize(("written", "meant"), [("Surrender", "resign"), ("play", "challenge"), ("moves", None)])
def test_a_name_that_is_common_elsewhere_means_ours(written: str, meant: str | None) -> None:
    assert find_meant_command(written, NAMES) == meant
