"""What players read about pauses. Pure: records go in, Discord's Markdown comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from games.translation import gettext as _

if TYPE_CHECKING:
    from datetime import datetime

    from storage.queries.rows import Match, Person


def paused_post(match: Match) -> str:
    """Return the post that says that the clock of a match is paused."""
    paused = _("The clock of #{match} is paused, as everyone agreed, until the next move or until a player resumes it.")
    return paused.format(match=match.id)


def past_pause_post(match: Match) -> str:
    """Return the post about a pause that ended before it could be told."""
    return _("The clock of #{match} was paused, as everyone agreed. That pause is over.").format(match=match.id)


def resumed_post(match: Match, by: Person, deadline: datetime | None) -> str:
    """Return the post that says that a player ended a pause; `deadline` is None once the match has gone on."""
    if deadline is None:
        return _("{name} ends the pause of #{match}.").format(name=formatting.name(by), match=match.id)
    return _("{name} ends the pause of #{match}: {mover} has until {time}.").format(
        name=formatting.name(by),
        match=match.id,
        mover=formatting.name(match.player_to_move),
        time=formatting.until(deadline),
    )


def resumed(match: Match) -> str:
    """Return the reply to a player who ended a pause."""
    return _("You ended the pause of #{match}.").format(match=match.id)
