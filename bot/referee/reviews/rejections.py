"""Sentences that say why a review is rejected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from games.text import format_list
from games.translation import gettext as _

if TYPE_CHECKING:
    from storage.queries.rows import Match


def review_for_players(match: Match) -> str:
    """Say who can ask for the review of a match."""
    people = format_list((formatting.name(person) for person in match.seats if person.level is None), "or")
    return _("Only {people} can ask for the review of #{match}.").format(people=people, match=match.id)


def review_too_soon(match: Match) -> str:
    """Say that only finished matches are reviewed."""
    return _("#{match} isn't over yet. You can have it reviewed when it is.").format(match=match.id)


def nothing_to_review(match: Match) -> str:
    """Say that no move has been played."""
    return _("Nothing was played in #{match}, so there is nothing to review.").format(match=match.id)
