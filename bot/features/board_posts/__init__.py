"""The posts that show a board after each event of a match, and at its end."""

from __future__ import annotations

from bot.client.feature import Feature
from bot.features.board_posts import posts

FEATURE = Feature(
    cogs=[posts.DrawingAhead],
    posts={
        "board": posts.send_board,
        "direct": posts.send_board_directly,
        "finished": posts.send_finished_match,
        "note": posts.send_note,
        "show": posts.send_requested_board,
    },
)
