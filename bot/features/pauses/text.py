"""The words of what lets clocks stand still: pauses, vacations. Pure: records go in, Discord's Markdown comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting

if TYPE_CHECKING:
    from datetime import datetime

    from bot.referee.clocks.standstill import Standing
    from storage.tables.models import Match, Person


def standing_line(match: Match, standing: Standing, *, timed: bool) -> str:
    """Return why nobody need hurry in a match that goes on, as a line; often empty. `timed`: it has a deadline."""
    if standing.paused:
        return f"The clock is paused by agreement, until the next move or `/resume #{match.id}`."
    if standing.away is None:
        return ""
    stands = ", and the clock stands still until then" if timed else ""
    return (
        f"{formatting.name(match.seats[(match.to_move or 1) - 1])} is away until "
        f"{formatting.until(standing.away)}{stands}."
    )


def time_listed(match: Match, until: datetime | None, standing: Standing) -> str:
    """Return how it stands with the time of a match, for a list."""
    if standing.paused:
        return "paused by agreement"
    when = f"until {formatting.until(until)}" if until else f"since {formatting.ago(match.since)}"
    if standing.away is None:
        return when
    away = f"<t:{int(standing.away.timestamp())}:f>"
    return f"{when} ({formatting.name(match.seats[(match.to_move or 1) - 1])} is away until {away})"


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
