"""Whether the clock of a match is paused now, by agreement or because the player to move is on vacation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.referee.clocks.clock import clock_control
from bot.referee.history.open_seat import can_have_substitutes
from storage.queries import net_days, open_seats, vacations

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from datetime import datetime

    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.queries.clocks import Clock
    from storage.queries.rows import Match, OpenSeat


@dataclass(frozen=True, slots=True)
class PauseStatus:
    """Whether the clock of a match is paused by agreement, or waits for somebody to take an open seat.

    `away` is until when the player to move is, or has a day that the safety net took, or None. `open_seat` is the seat
    of the match that anybody may take.
    """

    paused: bool = False
    away: datetime | None = None
    open_seat: OpenSeat | None = None


NOT_PAUSED = PauseStatus()


async def load_pause_status(
    context: Context, tx: Tx, found: Collection[Match], clocks: Mapping[int, Clock]
) -> dict[int, PauseStatus]:
    """Return the status of each match that goes on, by match. `clocks` are those of the matches that have one."""
    paused = {number for number, clock in clocks.items() if clock.deadline is None}
    movers = {match.id: match.seats[match.to_move - 1].id for match in found if match.to_move}
    away = await vacations.away(tx, set(movers.values()), context.now())
    larger = [match.id for match in found if match.to_move and can_have_substitutes(match)]
    opened = await open_seats.of_matches(tx, larger)
    absent = {number for number, mover in movers.items() if mover in away and not _plays_on(clocks.get(number))}
    netted = await net_days.current(tx, clocks, context.now())
    return {
        number: PauseStatus(
            number in paused, away[mover] if number in absent else netted.get(number), opened.get(number)
        )
        for number, mover in movers.items()
    }


def _plays_on(clock: Clock | None) -> bool:
    """Return whether a clock runs on while the player to move is on vacation."""
    return clock is not None and clock_control(clock).no_vacation
