"""The turning point of a match that has ended, and the match of the week of a server."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import time, timedelta
from typing import TYPE_CHECKING, Any

from bot.referee.context import rules_outside_transaction, run_rules
from bot.referee.guilds.settings import load_settings
from bot.referee.history.history import mainline
from bot.referee.history.rebuild import apply_event, start_state
from bot.referee.job_runner import JobType
from bot.referee.lists import hour_of
from bot.referee.replays import load_replay_source
from bot.referee.times.calendar import next_occurrence
from storage.queries import events, guilds, matches, outbox, view_counts

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from bot.referee.context import Context
    from bot.referee.guilds.settings import GuildSettings
    from bot.referee.replays import ReplaySource
    from games.contract import Game
    from storage.engine.database import Tx
    from storage.queries.rows import Event, Match

FEWEST_ROUNDS = 2
"""The rounds that a match must have for a turning point."""
BEFORE, AFTER = 2, 2
"""The moves that are shown before a turning point, and after it."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """The move after which the standing changed most.

    `before` and `after` are the lead of its `seat` before and after it: its points less those of the best other seat.
    `plies` are the first and last move of the stretch around it.
    """

    ply: int
    seat: int
    text: str
    before: int
    after: int
    plies: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Highlight:
    """The turning point of a match, and the stretch around it."""

    point: TurningPoint
    source: ReplaySource


@rules_outside_transaction
async def load_highlight(context: Context, match_id: int) -> Highlight | None:
    """Return the highlight of a match that has ended, None if it has no turning point.

    Raises `RequestRejected` if its rules aren't installed or fail.
    """
    async with context.database.read() as tx:
        match = await matches.require(tx, match_id)
        log = await events.of_match(tx, match.id, upto=match.seq)
        await context.state(tx, match, 0)
    point = await run_rules(find_turning_point, context.game(match), match, tuple(log))
    if point is None:
        return None
    async with context.database.read() as tx:
        return Highlight(point, await load_replay_source(context, tx, match, match.seq, point.plies, point.ply))


def find_turning_point(game: Game[Any, Any], match: Match, log: Sequence[Event]) -> TurningPoint | None:
    """Return the turning point of a match with these events, the last one of several that are alike.

    None for a game without points, a match without a result, one of fewer than two full rounds, and one in which the
    lead never changed. The seat is the one whose lead changed most, that of the player who moved if others tie with it.
    """
    if any(event.kind == "end" for event in log):
        return None
    found: list[TurningPoint] = []
    state, ply = start_state(game, match), 0
    for event in mainline(log):
        before, state = state, apply_event(game, state, event)
        if event.kind != "move" or event.seat is None:
            continue
        ply += 1
        point = _compare(game, before, state, event, ply)
        if point is not None:
            found.append(point)
    if ply < FEWEST_ROUNDS * len(match.seats) or not found:
        return None
    best = max(found, key=lambda one: (abs(one.after - one.before), one.before * one.after <= 0, one.ply))
    first, last = max(1, best.ply - BEFORE), min(ply, best.ply + AFTER)
    return TurningPoint(best.ply, best.seat, best.text, best.before, best.after, (first, last))


def _compare(game: Game[Any, Any], before: Any, after: Any, event: Event, ply: int) -> TurningPoint | None:
    """Return a move as a turning point, None if it changed no lead or the game has no points."""
    then, now = game.points(before), game.points(after)
    if then is None or now is None or event.seat is None:
        return None
    leads = [(seat, _lead(then, seat), _lead(now, seat)) for seat in range(1, len(now) + 1)]
    seat, was, became = max(leads, key=lambda one: (abs(one[2] - one[1]), one[0] == event.seat))
    return TurningPoint(ply, seat, event.text, was, became, (ply, ply)) if was != became else None


def _lead(points: Sequence[int], seat: int) -> int:
    """Return by how many points a seat is before the best of the others."""
    return points[seat - 1] - max((*points[: seat - 1], *points[seat:]), default=0)


POSTED_ON, POSTED_AT = 0, time(12)
"""The day of the week, 0 for Monday, and the time of day of the post, by the clocks of the server's time zone."""
WEEK = timedelta(days=7)
KEPT = timedelta(days=15)
"""How long views are kept."""
MOST_CANDIDATES = 10
"""Matches that a post may be about: the first one that everybody in its channel can see."""


def next_weekly_post(after: datetime, settings: GuildSettings) -> datetime:
    """Return when the next match of the week of a server is due."""
    at = next_occurrence(POSTED_AT, after, settings.time_zone)
    while at.astimezone(settings.time_zone).weekday() != POSTED_ON:
        at = next_occurrence(POSTED_AT, at, settings.time_zone)
    return at


async def schedule_weekly_match(context: Context, tx: Tx, guild_id: int, settings: GuildSettings) -> None:
    """Store when the next match of the week of a server is due, whose row the caller has locked."""
    at = next_weekly_post(context.now(), settings) if settings.weekly else None
    await guilds.set_weekly(tx, guild_id, at)


async def forget_old_views(context: Context) -> None:
    """Forget the views that no match of the week counts any more."""
    oldest = hour_of(context.now() - KEPT)
    async with context.database.read() as tx:
        old = await view_counts.exist_before(tx, oldest)
    if old:
        async with context.database.write() as tx:
            await view_counts.forget_before(tx, oldest)


async def _queue_weekly_match(context: Context, tx: Tx, guild_id: int) -> None:
    """Put a server's match of the week into the outbox if it is due, and store when the next one is.

    Nothing is posted if nobody looked at a match. A bot that was away for weeks posts one.
    """
    now = context.now()
    if not await guilds.take_weekly(tx, guild_id, now):
        return
    settings = await load_settings(tx, guild_id)
    # Full hours, so that a view counts for one week. What follows in the hour of the post counts for the next one.
    hours = range(hour_of(now - WEEK), hour_of(now))
    found = await view_counts.most_viewed(tx, guild_id, hours, MOST_CANDIDATES)
    if found and settings.weekly:
        body = {"guild": guild_id, "channel": settings.weekly, "matches": [list(each) for each in found]}
        await outbox.add(tx, lane=f"weekly:{guild_id}", kind="weekly", body=body, at=now)
    await schedule_weekly_match(context, tx, guild_id, settings)


WEEKLY_MATCHES = JobType("weekly", lambda context, tx: guilds.due_weekly(tx, context.now()), _queue_weekly_match)
"""Matches of the week are put into the outbox."""
