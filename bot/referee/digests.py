"""Once a day, who wants it is told what waits for them.

When the next digest is due is a row. It was worked out by the zone that held then; whether one is due now is judged by
the zone that holds now, so that it matters to nobody when a server's zone changed, or which server a person plays on.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from bot.referee import hours, preferences, zones
from storage import challenges, matches, outbox, people

if TYPE_CHECKING:
    from bot.referee.table import Table
    from storage.database import Tx
    from storage.records import Post

AT_ONCE = 100
LATE = timedelta(hours=6)
"""How long after its time a digest is still worth reading."""


async def tick(table: Table) -> None:
    """Put the digests that are due into the outbox."""
    while await _round(table) == AT_ONCE:
        pass


async def _round(table: Table) -> int:
    """See to at most 100 people, and return to how many."""
    async with table.database.read() as tx:
        if not await people.any_digest(tx, table.now()):
            return 0
    async with table.database.write() as tx:
        found = await people.take_digests(tx, table.now(), AT_ONCE)
        for user_id in found:
            await _due(table, tx, user_id)
    if found:
        table.wake.set()
    return len(found)


async def _due(table: Table, tx: Tx, user_id: int) -> None:
    """Put a person's digest into the outbox if it is time and something waits, and keep when the next one is due."""
    chosen, now = await preferences.chosen(tx, user_id), table.now()
    if chosen.digest != hours.OFF:
        last = hours.last_time(hours.read_time(chosen.digest), now, await zones.of_person(tx, user_id))
        if now - last <= LATE and (await matches.to_move(tx, user_id) or await challenges.open_for(tx, user_id)):
            await outbox.put(tx, lane=f"digest:{user_id}", kind="digest", body={"user": user_id}, at=now)
    await preferences.schedule(table, tx, user_id, chosen)


def is_stale(table: Table, post: Post) -> bool:
    """Return whether the row of a digest could not be sent for so long that it should not be sent any more."""
    return table.now() - post.created_at > LATE


async def stop(table: Table, user_id: int) -> None:
    """Send a person no more digests, as they can't be reached."""
    await preferences.choose(table, user_id, {"digest": hours.OFF})
