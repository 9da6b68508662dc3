"""Sentences that say why a match lost on time isn't called off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.translation import gettext as _

if TYPE_CHECKING:
    from storage.queries.rows import Match


def nothing_to_call_off(match: Match) -> str:
    """Say that a match wasn't lost on time."""
    return _("#{match} wasn't lost on time. Only such a match of two can be called off, by its winner.").format(
        match=match.id
    )


def winner_calls_off(match: Match) -> str:
    """Say to the player who ran out of time that the other one decides."""
    return _("You ran out of time in #{match}. Only the winner can call it off.").format(match=match.id)


def called_off_already(match: Match) -> str:
    """Say that a match is called off."""
    return _("#{match} is called off already.").format(match=match.id)


def too_late_to_call_off(match: Match, days: int) -> str:
    """Say that a match ended too long ago."""
    return _("#{match} ended more than {days} days ago, so its result stands.").format(match=match.id, days=days)


def event_decides(match_id: int) -> str:
    """Reject calling a match of an event off."""
    return _("#{match} belongs to an event, so only its organizers can change the result.").format(match=match_id)
