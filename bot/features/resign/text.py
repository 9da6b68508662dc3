"""What players read when they resign. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.substitutes import can_have_substitutes
from games.text import format_list

if TYPE_CHECKING:
    from storage.queries.rows import Match

NOT_YOURS = "Only the player who asked can confirm this."
"""The reply to another person who presses the button."""


def resign_question(match: Match, title: str, user_id: int) -> str:
    """Return the question to a player who is about to resign."""
    opponents = format_list(formatting.name(person) for person in match.seats if person.id != user_id)
    question = f"Resign {title} #{match.id} against {opponents}? You can't undo this."
    if not can_have_substitutes(match):
        return question
    anybody = "" if match.is_direct else ", or anybody does"
    return f"{question} With `/match substitute #{match.id}` I play on for you{anybody}, if the others agree."


def resigned(match_id: int) -> str:
    """Return the reply to a player who resigned."""
    return f"You resigned #{match_id}."
