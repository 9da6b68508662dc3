"""What people of the chaos run make of posts."""

from __future__ import annotations

from tests.chaos import post_parser


def test_a_draw_among_the_remaining_players_ends_a_match() -> None:
    shown = post_parser.board(
        "**Ann** and **Cleo** share first place in **Zyrcan #85**: a draw agreed on by all who were still in, "
        "after 8 moves in 1 hour.\n1. **Ann**\n1. **Cleo**\n3. **Dan**\n-# #85 \u00b7 move 8",
        7,
    )
    assert shown == post_parser.Board("draw", 85, 8, None, None, 7)
