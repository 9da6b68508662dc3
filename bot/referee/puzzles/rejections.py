"""Sentences that say why a request about a puzzle is rejected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.text import format_list

if TYPE_CHECKING:
    from collections.abc import Sequence

GONE = "That puzzle isn't here any more. `/my puzzle` shows another one."


def no_puzzles(others: Sequence[str], title: str | None) -> str:
    """Reject a game without puzzles, or any if no game has some; `others` are the titles of games that have some."""
    have = f" {format_list(others)} {'has' if len(others) == 1 else 'have'} some." if others else ""
    return f"There are no puzzles{f' of {title}' if title else ''} here.{have}"
