"""What players read when they call a match off. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from games.text import format_list

if TYPE_CHECKING:
    from storage.queries.rows import Match

CALL_OFF = "Call it off"
NOT_YOURS = "Only the player who asked can confirm this."


def sure(match_id: int) -> str:
    """Return the label of the button that confirms it."""
    return f"Call #{match_id} off"


def call_off_question(match: Match, title: str, user_id: int) -> str:
    """Return the question to the winner of a match that was lost on time."""
    late = format_list(formatting.name(person) for person in match.seats if person.id != user_id)
    return f"Call {title} #{match.id} off, which {late} lost on time? Then nobody wins. You can't undo this."


def called_off(match_id: int) -> str:
    """Return the reply to a player who called a match off."""
    return f"#{match_id} is called off: nobody wins."
