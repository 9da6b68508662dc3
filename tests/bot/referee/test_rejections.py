"""Sentences of the referee that differ with the match or the request."""

from __future__ import annotations

from dataclasses import replace

from bot.referee import rejections
from tests.bot.features.match_sample import ANN, BOB, BOLD_BOB, MATCH, NOON

OVER = replace(MATCH, ended_at=NOON, to_move=None)
SECONDS = int(NOON.timestamp())


def test_the_player_to_move_is_named_with_the_time_of_the_turn() -> None:
    assert rejections.not_your_turn(MATCH, "So.") == f"It's {BOLD_BOB}'s turn (since <t:{SECONDS}:R>). So."
    assert rejections.not_your_turn(replace(MATCH, to_move=1), "So.").startswith("It's **Ann**'s turn")


def test_a_match_stands_or_ended_at_a_move() -> None:
    assert (rejections.progress(MATCH, 7), rejections.progress(OVER, 7)) == (
        "#7 stands at move 7.",
        "#7 ended at move 7.",
    )
    assert rejections.ended(OVER) == f"#7 ended <t:{SECONDS}:R>."


def test_a_missing_match_is_told_by_the_place() -> None:
    assert rejections.no_such_match(9, on_server=True) == "There is no match #9 on this server."
    assert rejections.no_such_match(9, on_server=False) == "There is no match #9 of yours."
    assert rejections.no_match_found(to_move=True).startswith("It isn't your move in any match here.")
    assert rejections.no_match_found(to_move=False).startswith("You aren't in a match here.")


def test_moves_that_are_missing_are_told_with_their_count() -> None:
    assert rejections.no_such_move(MATCH, 9, 1) == "#7 has no move 9: it has 1 move, counted from 1."
    assert rejections.no_such_moves(MATCH, 3, 9, 2) == "#7 has no moves `3-9`: it has 2 moves, counted from 1."


def test_an_offer_is_told_with_its_kind_and_the_others() -> None:
    assert rejections.none_open(MATCH, None) == "Nothing is on offer in #7 right now."
    assert rejections.none_open(MATCH, "draw") == "No draw is on offer in #7 right now."
    assert rejections.you_offer(MATCH, "draw", [BOB]).startswith(f"You offer {BOLD_BOB} a draw in #7.")
    assert rejections.you_offer(MATCH, "pause", [ANN, BOB]).startswith(f"You ask **Ann** and {BOLD_BOB} for a pause")
    assert rejections.offer_declined(MATCH, "draw", own=True) == "You withdrew your offer of a draw in #7."
    assert rejections.offer_declined(MATCH, "takeback", own=False) == "You declined a takeback in #7."
    assert rejections.you_agree(MATCH, "draw") == "You agree to a draw in #7."
    assert rejections.you_agree(MATCH, "draw", [ANN]) == "You agree to a draw in #7. It's up to **Ann** now."
