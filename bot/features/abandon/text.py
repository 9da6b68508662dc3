"""What managers read when they end a match. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.interactions.own_messages import find_line
from bot.referee import formatting
from bot.referee.abandon import MAX_REASON
from games.translation import gettext as _
from games.translation import gettext_noop as N_

if TYPE_CHECKING:
    from storage.queries.rows import Match

NUMBER_MISSING = N_("Which match? Give its number, for example `#42`.")

_REASON = N_("The reason: {reason}")


def abandon_question(match: Match, title: str, reason: str) -> str:
    """Return the question to a manager who is about to end a match; `reason_in` reads the reason from it."""
    people = ", ".join(formatting.name(person) for person in match.seats)
    question = _("End {title} #{match} ({names})? Nobody wins, and you can't undo this.")
    question = question.format(title=title, match=match.id, names=people)
    return f"{question}\n{_(_REASON).format(reason=formatting.code(reason, MAX_REASON))}" if reason else question


def reason_in(question: str) -> str:
    """Return the reason that such a question holds; empty if it holds none."""
    found = find_line(_REASON, question, reason="`.+`")
    return found["reason"][1:-1] if found else ""


def abandoned(match_id: int) -> str:
    """Return the reply to a manager who ended a match."""
    return _("You ended #{match}.").format(match=match_id)
