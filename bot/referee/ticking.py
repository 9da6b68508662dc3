"""What time alone brings about: clocks that stood still, alarms, time that is up, digests, challenges not taken up.

Nothing waits in memory: each round asks the record what is due. What is done about it and that it is no longer due are
one transaction, so that it is done once, whoever does it and whatever happens in between.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.referee import challenges, claiming, clocks, digests, preferences, servers
from bot.referee.answers import Refused
from bot.referee.table import lane
from storage import clocks as stored
from storage import matches, outages, outbox

if TYPE_CHECKING:
    from collections.abc import Collection

    from bot.referee.table import Table
    from storage.clocks import Clock
    from storage.database import Tx
    from storage.records import Match

AT_ONCE = 100


async def tick(table: Table, reached: Collection[int]) -> None:
    """Do what is due by now. `reached` are the guilds that this process reaches at this moment: others' clocks wait."""
    await challenges.expire(table)
    await digests.tick(table)
    async with table.database.read() as tx:
        mine = sorted(await stored.guilds(tx) & set(reached))
    if not mine:
        return
    async with table.database.write() as tx:
        for guild_id in mine:
            await _beat(table, tx, guild_id)
    while await _round(table, mine) == AT_ONCE:
        pass


async def _beat(table: Table, tx: Tx, guild_id: int) -> None:
    """Note that a guild is reached; if it was not for longer than a while, the clocks there get that time back."""
    now = table.now()
    last = await outages.hold(tx, guild_id, now)
    if now - last > table.silence:
        await outages.add(tx, guild_id, last, now)
        held = await stored.hold_all(tx, guild_id)
        await clocks.reckon(table, tx, held)
        await outages.forget(tx, guild_id, min((clock.since for clock in held), default=now))
    if now > last:
        await outages.beat(tx, guild_id, now)


async def _round(table: Table, guild_ids: Collection[int]) -> int:
    """Do at most 100 of the things that are due in some guilds, and return how many were done."""
    async with table.database.read() as tx:
        if not await stored.any_due(tx, table.now()):
            return 0
    async with table.database.write() as tx:
        found = await stored.take_due(tx, table.now(), guild_ids, AT_ONCE)
        late = [clock.match_id for clock in found if await _due(table, tx, clock)]
    if found:
        table.wake.set()
    await _end_all(table, late)
    return len(found)


async def _end_all(table: Table, late: Collection[int]) -> None:
    """Let the late seats of some matches leave, each in a transaction of its own: a match is held before its clock.

    They stay due until it is done. A match that can't be ended keeps none of the others waiting.
    """
    troubles: list[Exception] = []
    for match_id in late:
        try:
            await claiming.end_late(table, match_id)
        except Exception as trouble:  # noqa: BLE001 - raised below
            troubles.append(trouble)
    if troubles:
        raise troubles[0]


async def _due(table: Table, tx: Tx, known: Clock) -> bool:
    """Do what is due at a clock, if it is so by what is known now; return whether the late seat is to leave at once.

    Two processes may write down at the same moment that somebody is away, and that it is their move.
    """
    match, now = await matches.sure(tx, known.match_id), table.now()
    clock = await clocks.anew(table, tx, match, known)
    if clock.deadline is None or clock.due_at is None or clock.due_at > now:
        await stored.keep(tx, clock)
    elif clock.deadline > now:
        await _alarm(table, tx, match, clock)
    elif await _ends_at_once(table, tx, match):
        return True
    else:
        await _time_is_up(table, tx, match, clock)
    return False


async def _ends_at_once(table: Table, tx: Tx, match: Match) -> bool:
    """Return whether a late seat leaves unclaimed: if the server wants it, and the rules are here that it takes."""
    with suppress(Refused):
        table.game(match)
        return (await servers.chosen(tx, match.guild_id)).timeout == "ends"
    return False


async def _alarm(table: Table, tx: Tx, match: Match, clock: Clock) -> None:
    """Tell the player to move that little time is left: directly or in the thread, as they like it."""
    if match.to_move is not None:
        user_id = match.seats[match.to_move - 1].id
        how = "alarm" if (await preferences.chosen(tx, user_id)).alarm == "direct" else "nudge"
        await outbox.put(
            tx,
            lane=f"{lane(match)}:{user_id}" if how == "alarm" else lane(match),
            kind=how,
            body={"user": user_id},
            at=table.now(),
            match_id=match.id,
            seq=match.seq,
        )
    await stored.keep(tx, replace(clock, due="timeout", due_at=clock.deadline))


async def _time_is_up(table: Table, tx: Tx, match: Match, clock: Clock) -> None:
    """Tell all that the time of the seat to move is up, so that the others can claim it."""
    body = {"since": str(clock.deadline)}
    await outbox.put(tx, lane=lane(match), kind="timeout", body=body, at=table.now(), match_id=match.id, seq=match.seq)
    await stored.keep(tx, replace(clock, due=None, due_at=None))
