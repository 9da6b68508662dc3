"""What admins read when they end a match. Pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.abandon import MAX_REASON

if TYPE_CHECKING:
    from storage.queries.rows import Match

NUMBER_MISSING = "Which match? Give its number, for example `#42`."
NOT_YOURS = "Only the admin who asked can confirm this."
"""The reply to another person who presses the button."""

_REASON = re.compile(r"^The reason: `(.+)`$", re.MULTILINE)


def abandon_question(match: Match, title: str, reason: str) -> str:
    """Return the question to an admin who is about to end a match; `reason_in` reads the reason from it."""
    people = ", ".join(formatting.name(person) for person in match.seats)
    question = f"End {title} #{match.id} ({people})? Nobody wins, and you can't undo this."
    return f"{question}\nThe reason: {formatting.code(reason, MAX_REASON)}" if reason else question


def reason_in(question: str) -> str:
    """Return the reason that such a question holds; empty if it holds none."""
    found = _REASON.search(question)
    return found[1] if found else ""


def abandoned(match_id: int) -> str:
    """Return the reply to an admin who ended a match."""
    return f"You ended #{match_id}."
