"""Sentences about moves that differ with the match."""

from __future__ import annotations

from dataclasses import replace

from bot.referee import errors
from tests.bot.features.match_sample import BOLD_BOB, MATCH, NOON

SECONDS = int(NOON.timestamp())


def test_the_player_to_move_is_named_with_the_time_of_the_turn() -> None:
    assert errors.not_your_turn(MATCH, "So.") == f"It's {BOLD_BOB}'s turn (since <t:{SECONDS}:R>). So."
    assert errors.not_your_turn(replace(MATCH, to_move=1), "So.").startswith("It's **Ann**'s turn")
