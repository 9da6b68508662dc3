"""Sentences of the referee that differ with the match or the request."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from bot.referee import errors
from bot.referee.errors import ended, no_match_found, no_such_match, no_such_move, no_such_moves, progress
from tests.bot.features.match_sample import BOLD_BOB, MATCH, NOON

END = NOON + timedelta(hours=5)
OVER = replace(MATCH, ended_at=END, to_move=None)


def test_a_match_stands_or_ended_at_a_move() -> None:
    assert (progress(MATCH, 7), progress(OVER, 7)) == (
        "#7 stands at move 7.",
        "#7 ended at move 7.",
    )
    assert ended(OVER) == f"#7 ended <t:{int(END.timestamp())}:R>."


def test_a_missing_match_is_told_by_the_place() -> None:
    assert no_such_match(9, on_server=True) == "There is no match #9 on this server."
    assert no_such_match(9, on_server=False) == "There is no match #9 of yours."
    assert no_match_found(to_move=True).startswith("It isn't your move in any match here.")
    assert no_match_found(to_move=False).startswith("You aren't in a match here.")


def test_moves_that_are_missing_are_told_with_their_count() -> None:
    assert no_such_move(MATCH, 9, 1) == "#7 has no move 9: it has 1 move, counted from 1."
    assert no_such_moves(MATCH, 3, 9, 2) == "#7 has no moves `3-9`: it has 2 moves, counted from 1."


SECONDS = int(NOON.timestamp())


def test_the_player_to_move_is_named_with_the_time_of_the_turn() -> None:
    assert errors.not_your_turn(MATCH, "So.") == f"It's {BOLD_BOB}'s turn (since <t:{SECONDS}:R>). So."
    assert errors.not_your_turn(replace(MATCH, to_move=1), "So.").startswith("It's **Ann**'s turn")
