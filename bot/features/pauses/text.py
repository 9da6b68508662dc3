"""What players read about pauses. Pure: records go in, Discord's Markdown comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting

if TYPE_CHECKING:
    from datetime import datetime

    from storage.queries.rows import Match, Person


def paused_post(match: Match) -> str:
    """Return the post that says that the clock of a match is paused."""
    return f"The clock of #{match.id} is paused, as everyone agreed, until the next move or until a player resumes it."


def resumed_post(match: Match, by: Person, deadline: datetime | None) -> str:
    """Return the post that says that a player ended a pause; `deadline` is None once the match has gone on."""
    mover = formatting.name(match.seats[(match.to_move or 1) - 1])
    until = f": {mover} has until {formatting.until(deadline)}" if deadline else ""
    return f"{formatting.name(by)} ends the pause of #{match.id}{until}."


def resumed(match: Match) -> str:
    """Return the reply to a player who ended a pause."""
    return f"You ended the pause of #{match.id}."
