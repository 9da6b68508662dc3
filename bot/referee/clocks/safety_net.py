"""The safety net: when the time of a player is up who has vacation days left, it takes one, and the clock is paused."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from bot.referee.clocks.clock import clock_control, update_clock
from bot.referee.clocks.vacations import count_days_left, list_net_windows
from bot.referee.context import lane
from bot.referee.people.preferences import load_preferences
from bot.referee.people.timezones import person_zone
from bot.referee.times.stopped_time import DAY
from storage.queries import net_days, outbox

if TYPE_CHECKING:
    from datetime import datetime
    from zoneinfo import ZoneInfo

    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.queries.clocks import Clock
    from storage.queries.rows import Match

MARGIN = timedelta(seconds=1)
"""How long before the deadline such a day begins, so that there is time left after it."""


async def take_net_day(context: Context, tx: Tx, match: Match, clock: Clock) -> Clock | None:
    """Pause the clock of a match for a day if the time of its player to move is up; return it, or None.

    The caller holds both. None if the player has no vacation day left in this year or doesn't want the net, if the
    match is played without it, or a computer player is to move. One day serves all matches of a player that are due
    within it. The day ends with the turn.
    """
    if match.to_move is None or clock.deadline is None or clock_control(clock).no_net:
        return None
    person, now = match.seats[match.to_move - 1], context.now()
    if person.level is not None or (await load_preferences(tx, person.id)).net == "off":
        return None
    zone = await person_zone(tx, person.id, match.guild_id)
    left = await count_days_left(tx, person.id, zone, now)
    ended = await _present_day_end(tx, person.id, zone, now)
    if ended is None:
        if left < 1:
            return None
        ended, left = now + DAY, left - 1
    await net_days.add(tx, match.id, person.id, clock.deadline - MARGIN, ended)
    updated = await update_clock(context, tx, match, clock)
    until = {"user": person.id, "until": ended.isoformat()}
    row: dict[str, Any] = {"at": now, "match_id": match.id, "seq": match.seq}
    await outbox.add(tx, lane=f"{lane(match)}:{person.id}", kind="net", body={**until, "left": left}, **row)
    await outbox.add(tx, lane=lane(match), kind="away", body={**until, "net": True}, **row)
    return updated


async def _present_day_end(tx: Tx, user_id: int, zone: ZoneInfo, now: datetime) -> datetime | None:
    """Return when the day ends that the net took last for a player, None if it has ended."""
    windows = await list_net_windows(tx, user_id, zone, now)
    ended = windows[-1] + DAY if windows else now
    return ended if ended > now else None
