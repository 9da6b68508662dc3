"""Jobs that become due as time passes: of clocks, reminders, challenges, seats, threads, statistics, events, deletions.

Nothing waits in memory: each round reads from the database what is due. A job and the mark that it is done are one
transaction, so it is done once, by whatever process and in spite of crashes.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.referee.announce import queue_row
from bot.referee.challenges.start import EXPIRED_CHALLENGES
from bot.referee.clocks.clock import recalculate_clock, shift_turn, update_clocks
from bot.referee.clocks.vacations import forget_old_vacations, take_net_day
from bot.referee.context import lane
from bot.referee.crowds import VOTES
from bot.referee.errors import RequestRejected
from bot.referee.guilds.audit_log import forget_old_entries
from bot.referee.guilds.settings import load_settings
from bot.referee.highlights import WEEKLY_MATCHES, forget_old_views
from bot.referee.history.history import OUT_OF_TIME
from bot.referee.job_runner import JobType, isolate_job, run_jobs
from bot.referee.lists import OUTCOMES
from bot.referee.log.append import append_leave
from bot.referee.offers import OFFER_VOTES
from bot.referee.overview import OVERVIEWS
from bot.referee.people.preferences import DIGESTS, load_preferences
from bot.referee.people.sign_in import forget_old_sessions
from bot.referee.privacy import carry_out_deletions
from bot.referee.puzzles import DAILY_PUZZLES
from bot.referee.reminders import REMINDERS, SILENCES
from bot.referee.seats import LONG_OPEN_SEATS
from bot.referee.threads import ARCHIVES
from bot.referee.tournaments.run import advance_tournaments
from storage.queries import clocks, failed_jobs, matches, outages, pairings

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime, timedelta

    from bot.referee.context import Context, ProcessClock
    from storage.engine.database import Tx
    from storage.queries.clocks import Clock
    from storage.queries.rows import Match


JOBS = (
    EXPIRED_CHALLENGES,
    DIGESTS,
    REMINDERS,
    SILENCES,
    DAILY_PUZZLES,
    WEEKLY_MATCHES,
    OVERVIEWS,
    ARCHIVES,
    LONG_OPEN_SEATS,
    OUTCOMES,
    VOTES,
    OFFER_VOTES,
)


async def run_due_jobs(context: Context, reached: Collection[int]) -> None:
    """Run the jobs that are due. Clocks are looked at only in the guilds that this process reaches, `reached`."""
    async with context.database.read() as tx:
        guild_ids = sorted(await clocks.guilds(tx) & set(reached))
    if context.clock and (by := context.clock.compare()):
        await _set_time(context, context.clock, guild_ids, by)
    await run_jobs(context, JOBS)
    await carry_out_deletions(context)
    await advance_tournaments(context)
    await forget_old_views(context)
    await forget_old_vacations(context)
    await forget_old_entries(context)
    await forget_old_sessions(context)
    async with context.database.read() as tx:
        retries = (await failed_jobs.retry_times(tx, "beat"))["beat"]
    ready = [each for each in guild_ids if each not in retries or retries[each] <= context.now()]
    if ready:
        async with context.database.write() as tx:
            for guild_id in ready:
                async with isolate_job(context, tx, "beat", guild_id):
                    await _note_reached(context, tx, guild_id)
                    if guild_id in retries:
                        await failed_jobs.clear(tx, "beat", guild_id)

    async def find_due_clocks(context: Context, tx: Tx) -> list[int]:
        return await _find_due_clocks(tx, context.now(), guild_ids)

    await run_jobs(context, [JobType("clock", find_due_clocks, _run_clock_job, retry=False)])


async def _set_time(context: Context, clock: ProcessClock, guild_ids: Collection[int], by: timedelta) -> None:
    """Set this process's clock, and shift running turns, pauses and outages by as much, so that no time is lost."""
    async with context.database.write() as tx:
        for guild_id in guild_ids:
            for match_id in await clocks.lock_in_guild(tx, guild_id):
                async with isolate_job(context, tx, "clock", match_id):
                    await shift_turn(tx, match_id, by)
            await outages.shift(tx, guild_id, by)
    clock.move(by)
    async with context.database.write() as tx:
        for guild_id in guild_ids:
            await update_clocks(context, tx, await clocks.lock_in_guild(tx, guild_id))


async def _note_reached(context: Context, tx: Tx, guild_id: int) -> None:
    """Store that a guild is reached now. If it wasn't for long, store the outage and recalculate its clocks."""
    now = context.now()
    last = await outages.lock(tx, guild_id, now)
    if now - last > context.outage_after:
        await outages.add(tx, guild_id, last, now)
        await update_clocks(context, tx, await clocks.lock_in_guild(tx, guild_id))
        await outages.delete_before(tx, guild_id, await clocks.oldest_turn(tx, guild_id) or now)
    if now > last:
        await outages.record_beat(tx, guild_id, now)


async def _find_due_clocks(tx: Tx, now: datetime, guild_ids: Collection[int]) -> list[int]:
    """Return the matches of some guilds whose clocks are due or failed before, each once."""
    due = await clocks.due(tx, now, guild_ids)
    others = (await failed_jobs.retry_times(tx, "clock"))["clock"].keys() - set(due)
    return [*due, *[each for each in others if await clocks.guild_of(tx, each) in {None, *guild_ids}]]


async def _run_clock_job(context: Context, tx: Tx, match_id: int) -> None:
    """Recalculate a clock, and do what is due if it still is."""
    await matches.lock(tx, match_id)
    match, stored = await matches.get(tx, match_id), await clocks.lock(tx, match_id)
    if match is None or stored is None:
        return
    clock, now = await recalculate_clock(context, tx, match, stored), context.now()
    if match.to_move is None:
        await clocks.save(tx, replace(clock, deadline=None, due=None, due_at=None))
    elif clock.deadline is None or clock.due_at is None or clock.due_at > now:
        await clocks.save(tx, clock)
    elif clock.deadline > now:
        await _queue_alarm(context, tx, match, clock)
    elif await take_net_day(context, tx, match, clock):
        pass  # the clock is paused for a day
    elif await _leaves_without_claim(context, tx, match):
        await append_leave(context, tx, match, match.to_move, OUT_OF_TIME)
    else:
        await _queue_timeout(context, tx, match, clock)


async def _leaves_without_claim(context: Context, tx: Tx, match: Match) -> bool:
    """Return whether a late seat leaves at once: in an event or by the server's choice, if the rules are installed."""
    with suppress(RequestRejected):
        context.game(match)
        in_tournament = await pairings.of_match(tx, match.id) is not None
        return in_tournament or (await load_settings(tx, match.guild_id)).timeout == "ends"
    return False


async def _queue_alarm(context: Context, tx: Tx, match: Match, clock: Clock) -> None:
    """Tell the player to move that little time is left, by direct message or in the thread, as they prefer."""
    if match.to_move is not None and match.computer_to_move is None:
        user_id = match.seats[match.to_move - 1].id
        way = (await load_preferences(tx, user_id)).alarm
        kind, own_lane = ("nudge", None) if way in {"mention", "silent"} else ("alarm", f"{lane(match)}:{user_id}")
        await queue_row(tx, match, kind, {"user": user_id}, context.now(), own_lane=own_lane)
    await clocks.save(tx, replace(clock, due="timeout", due_at=clock.deadline))


async def _queue_timeout(context: Context, tx: Tx, match: Match, clock: Clock) -> None:
    """Tell the players that the time of the seat to move is up, so that the others can claim it."""
    await queue_row(tx, match, "timeout", {"since": str(clock.deadline)}, context.now())
    await clocks.save(tx, replace(clock, due=None, due_at=None))
