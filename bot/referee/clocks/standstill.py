"""Why nobody need hurry in a match at this moment, for those who look at it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from storage.tables import vacations

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from datetime import datetime

    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.tables.clocks import Clock
    from storage.tables.models import Match


@dataclass(frozen=True, slots=True)
class Standing:
    """Whether the clock of a match is paused by agreement, and until when whoever is to move is away, if they are."""

    paused: bool = False
    away: datetime | None = None


NO_REASON = Standing()


async def of_matches(
    context: Context, tx: Tx, found: Collection[Match], running: Mapping[int, Clock]
) -> dict[int, Standing]:
    """Return how it stands with each of some matches, by match. `running` holds the clocks of those that have one."""
    paused = {number for number, clock in running.items() if clock.deadline is None}
    movers = {match.id: match.seats[match.to_move - 1].id for match in found if match.to_move}
    away = await vacations.away(tx, set(movers.values()), context.now())
    return {number: Standing(number in paused, away.get(mover)) for number, mover in movers.items()}
