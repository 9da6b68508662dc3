"""What players read when they call a match off. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from games.text import format_list
from games.translation import gettext as _
from games.translation import gettext_noop as N_

if TYPE_CHECKING:
    from storage.queries.rows import Match

CALL_OFF = N_("Call it off")


def sure(match_id: int) -> str:
    """Return the label of the button that confirms it."""
    return _("Call #{match} off").format(match=match_id)


def call_off_question(match: Match, title: str, user_id: int) -> str:
    """Return the question to the winner of a match that was lost on time."""
    late = format_list(formatting.name(person) for person in match.seats if person.id != user_id)
    question = _("Call {title} #{match} off, which {name} lost on time? Then nobody wins. You can't undo this.")
    return question.format(title=title, match=match.id, name=late)


def called_off(match_id: int) -> str:
    """Return the reply to a player who called a match off."""
    return _("#{match} is called off: nobody wins.").format(match=match_id)
