"""What players read when they resign. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.history.open_seat import can_have_substitutes
from games.text import format_list
from games.translation import gettext as _

if TYPE_CHECKING:
    from storage.queries.rows import Match


def resign_question(match: Match, title: str, user_id: int) -> str:
    """Return the question to a player who is about to resign."""
    opponents = format_list(formatting.name(person) for person in match.seats if person.id != user_id)
    question = _("Resign {title} #{match} against {names}? You can't undo this.")
    question = question.format(title=title, match=match.id, names=opponents)
    if not can_have_substitutes(match):
        return question
    if match.is_direct:
        instead = _("With `/match substitute #{match}` I play on for you, if the others agree.")
    else:
        instead = _("With `/match substitute #{match}` I play on for you, or anybody does, if the others agree.")
    return f"{question} {instead.format(match=match.id)}"


def resigned(match_id: int) -> str:
    """Return the reply to a player who resigned."""
    return _("You resigned #{match}.").format(match=match_id)
