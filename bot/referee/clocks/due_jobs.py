"""What time alone brings about: clocks that stood still, alarms, time that is up, digests, challenges not taken up.

Nothing waits in memory: each round asks the record what is due. What is done about each job and that it is no longer
due are one transaction, so that it is done once, whoever does it and whatever happens in between.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.referee.challenges import create
from bot.referee.clocks import claim
from bot.referee.clocks import clock as clocks
from bot.referee.context import lane
from bot.referee.errors import RequestRejected
from bot.referee.guilds import settings
from bot.referee.job_runner import isolate_job, run_jobs
from bot.referee.people import digest, preferences
from storage.tables import clocks as stored
from storage.tables import failed_jobs, matches, outages, outbox

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import timedelta

    from bot.referee.context import Clock as ClockOfTable
    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.tables.clocks import Clock
    from storage.tables.models import Match


async def tick(context: Context, reached: Collection[int]) -> None:
    """Do what is due by now. `reached` are the guilds that this process reaches at this moment: others' clocks wait."""
    async with context.database.read() as tx:
        mine = sorted(await stored.guilds(tx) & set(reached))
    if context.clock and (by := context.clock.compare()):
        await _move(context, context.clock, mine, by)
    await create.expire(context)
    await digest.tick(context)
    async with context.database.read() as tx:
        retries = await failed_jobs.retry_times(tx, "beat")
    ready = [each for each in mine if each not in retries or retries[each] <= context.now()]
    if ready:
        async with context.database.write() as tx:
            for guild_id in ready:
                async with isolate_job(context, tx, "beat", guild_id):
                    await _beat(context, tx, guild_id)
                    if guild_id in retries:
                        await failed_jobs.clear(tx, "beat", guild_id)
    await run_jobs(context, "clock", await _clocks_due(context, mine), _due)


async def _move(context: Context, clock: ClockOfTable, guild_ids: Collection[int], by: timedelta) -> None:
    """Set the time, and move along with it the turns that run and what stopped them: nobody gains or loses by it."""
    async with context.database.write() as tx:
        for guild_id in guild_ids:
            for match_id in await stored.hold_all(tx, guild_id):
                async with isolate_job(context, tx, "clock", match_id):
                    await clocks.move(tx, match_id, by)
            await outages.move(tx, guild_id, by)
    clock.move(by)
    async with context.database.write() as tx:
        for guild_id in guild_ids:
            await clocks.reckon(context, tx, await stored.hold_all(tx, guild_id))


async def _beat(context: Context, tx: Tx, guild_id: int) -> None:
    """Note that a guild is reached; if it was not for longer than a while, the clocks there get that time back."""
    now = context.now()
    last = await outages.hold(tx, guild_id, now)
    if now - last > context.outage_after:
        await outages.add(tx, guild_id, last, now)
        await clocks.reckon(context, tx, await stored.hold_all(tx, guild_id))
        await outages.forget(tx, guild_id, await stored.oldest(tx, guild_id) or now)
    if now > last:
        await outages.beat(tx, guild_id, now)


async def _clocks_due(context: Context, guild_ids: Collection[int]) -> list[int]:
    """Return the matches of some guilds at whose clocks something is due, or that were set aside, each once."""
    async with context.database.read() as tx:
        due = await stored.due(tx, context.now(), guild_ids)
        others = (await failed_jobs.retry_times(tx, "clock")).keys() - set(due)
        here = [each for each in others if await stored.guild_of(tx, each) in {None, *guild_ids}]
    return [*due, *here]


async def _due(context: Context, tx: Tx, match_id: int) -> None:
    """Do what is due at a clock, if it is so by what is known now."""
    await matches.hold(tx, match_id)
    match, known = await matches.get(tx, match_id), await stored.hold(tx, match_id)
    if match is None or known is None:
        return
    clock, now = await clocks.anew(context, tx, match, known), context.now()
    if match.to_move is None:
        await stored.keep(tx, replace(clock, deadline=None, due=None, due_at=None))
    elif clock.deadline is None or clock.due_at is None or clock.due_at > now:
        await stored.keep(tx, clock)
    elif clock.deadline > now:
        await _alarm(context, tx, match, clock)
    elif await _ends_at_once(context, tx, match):
        await claim.leave_late(context, tx, match, match.to_move)
    else:
        await _time_is_up(context, tx, match, clock)


async def _ends_at_once(context: Context, tx: Tx, match: Match) -> bool:
    """Return whether a late seat leaves unclaimed: if the server wants it, and the rules are here that it takes."""
    with suppress(RequestRejected):
        context.game(match)
        return (await settings.chosen(tx, match.guild_id)).timeout == "ends"
    return False


async def _alarm(context: Context, tx: Tx, match: Match, clock: Clock) -> None:
    """Tell the player to move that little time is left: directly or in the thread, as they like it."""
    if match.to_move is not None:
        user_id = match.seats[match.to_move - 1].id
        how = "alarm" if (await preferences.chosen(tx, user_id)).alarm == "direct" else "nudge"
        await outbox.add(
            tx,
            lane=f"{lane(match)}:{user_id}" if how == "alarm" else lane(match),
            kind=how,
            body={"user": user_id},
            at=context.now(),
            match_id=match.id,
            seq=match.seq,
        )
    await stored.keep(tx, replace(clock, due="timeout", due_at=clock.deadline))


async def _time_is_up(context: Context, tx: Tx, match: Match, clock: Clock) -> None:
    """Tell all that the time of the seat to move is up, so that the others can claim it."""
    body = {"since": str(clock.deadline)}
    await outbox.add(
        tx, lane=lane(match), kind="timeout", body=body, at=context.now(), match_id=match.id, seq=match.seq
    )
    await stored.keep(tx, replace(clock, due=None, due_at=None))
