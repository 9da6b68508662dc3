"""The text of pauses. Pure: records go in, Discord's Markdown comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting

if TYPE_CHECKING:
    from datetime import datetime

    from storage.tables.models import Match, Person


def paused_post(match: Match) -> str:
    """Return what all are told when the clock of a match is paused."""
    return (
        f"The clock of #{match.id} stands still, as all agreed: until the next move, or until a player ends the pause."
    )


def resumed_post(match: Match, by: Person, deadline: datetime | None) -> str:
    """Return what all are told when somebody ends a pause; without a deadline where the match has gone on since."""
    mover = formatting.name(match.seats[(match.to_move or 1) - 1])
    until = f": {mover} has time until {formatting.until(deadline)}" if deadline else ""
    return f"{formatting.name(by)} ends the pause of #{match.id}{until}."
