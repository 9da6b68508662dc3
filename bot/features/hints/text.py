"""What hints say. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from games.text import format_list

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee.turns.hints import Hint
    from storage.tables.rows import Match

FATAL_KEY = "-# Rings with a dot: it lives. Crosses: it dies at once."
MOST_NAMED = 25
"""Matches that a sentence names."""


def hint_text(hint: Hint) -> str:
    """Return where a piece can go, the key to the marks, and the turn that the hint is for."""
    lines = [f"{hint.turn_note}{hint.destinations.words}"]
    if hint.destinations.fatal:
        lines.append(FATAL_KEY)
    snapshot = hint.snapshot
    lines.append(f"-# #{snapshot.match.id} \u00b7 a hint for move {snapshot.ply + 1}, nothing is played")
    return "\n".join(lines)


def name_one_match(matches: Sequence[Match], place: str) -> str:
    """Return the reply to a player who asks for a hint while it's their turn in several matches."""
    numbers = (formatting.code(f"#{match.id} {place}".strip()) for match in matches[:MOST_NAMED])
    return f"It's your turn in several matches. Name one: {format_list(numbers, 'or')}."
