"""Advance events: the job that takes up results, starts matches, draws rounds, and ends events and begins seasons.

Each event is advanced in one transaction that holds it, from what is stored alone. So it is the same after a crash, and
by whatever process.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.referee.job_runner import JobType, run_jobs
from bot.referee.tournaments import defaults
from bot.referee.tournaments.begin import begin_tournament
from bot.referee.tournaments.create import open_sign_up
from bot.referee.tournaments.cup_rounds import draw_next_round
from bot.referee.tournaments.queue_posts import queue_post
from bot.referee.tournaments.settle import RESULTS
from bot.referee.tournaments.start_matches import start_matches
from bot.referee.tournaments.withdraw import WITHDRAWALS, settle_without_matches
from storage.queries import pairings, tournaments

if TYPE_CHECKING:
    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.queries.rows import Tournament

KEPT_TERMS = (
    "guild_id",
    "channel_id",
    "name",
    "kind",
    "game",
    "options",
    "clock",
    "size",
    "rounds",
    "at_once",
    "organizer_id",
)
"""What the next season of a league has in common with the one before."""

DAY = timedelta(days=1)
"""How often the page of an event is posted at most."""


async def advance_tournaments(context: Context) -> None:
    """Advance the events in which something is due."""
    while await run_jobs(context, (WITHDRAWALS, RESULTS, TOURNAMENTS)):
        pass  # results make events due, and where many matches begin, each transaction begins a few


async def _advance(context: Context, tx: Tx, tournament_id: int) -> None:
    """Do what is due in an event."""
    tournament, now = await tournaments.lock(tx, tournament_id), context.now()
    if tournament is None or tournament.status in {"finished", "cancelled"}:
        return
    if tournament.status == "open":
        if tournament.starts_at > now:
            return
        await begin_tournament(context, tx, tournament)
    await _go_on(context, tx, await tournaments.require(tx, tournament_id))


TOURNAMENTS = JobType("tournament", lambda context, tx: tournaments.due(tx, context.now()), _advance)
"""Events go on in which something is due."""


async def _go_on(context: Context, tx: Tx, tournament: Tournament) -> None:
    """Start what can be played now, draw the next round, or end the event; and say when something is due again."""
    if tournament.status != "running":
        return
    people, found = await tournaments.people(tx, tournament.id), await pairings.of_tournament(tx, tournament.id)
    while all(pairing.settled_at is not None for pairing in found):
        if tournament.kind != "cup" or not await draw_next_round(tx, tournament, people, found):
            await _finish(context, tx, tournament)
            return
        tournament = await tournaments.require(tx, tournament.id)
        await settle_without_matches(context, tx, tournament, await pairings.of_tournament(tx, tournament.id))
        people, found = await tournaments.people(tx, tournament.id), await pairings.of_tournament(tx, tournament.id)
    now, started = context.now(), await start_matches(context, tx, tournament, people, found)
    changed_at = now if started.matches else tournament.changed_at
    if started.go_on_at is not None:
        await tournaments.change(tx, tournament.id, changed_at=changed_at, due_at=started.go_on_at)
        return
    await _schedule_page(context, tx, replace(tournament, changed_at=changed_at))


async def _schedule_page(context: Context, tx: Tx, tournament: Tournament) -> None:
    """Post the page of an event if it changed and was last posted a day ago, and say when it is due else."""
    now, posted_at, due_at = context.now(), tournament.posted_at, None
    if tournament.changed_at > posted_at:
        due_at = posted_at + DAY
        if due_at <= now:
            await queue_post(context, tx, tournament.id, "tournament_page")
            posted_at, due_at = now, None
    await tournaments.change(tx, tournament.id, changed_at=tournament.changed_at, posted_at=posted_at, due_at=due_at)


async def _finish(context: Context, tx: Tx, tournament: Tournament) -> None:
    """End an event, post its last page, and open sign-up for the next season of a league."""
    now = context.now()
    await tournaments.change(
        tx, tournament.id, status="finished", ended_at=now, due_at=None, changed_at=now, posted_at=now
    )
    await queue_post(context, tx, tournament.id, "tournament_refresh")
    await queue_post(context, tx, tournament.id, "tournament_page")
    if tournament.kind != "league":
        return
    await open_sign_up(
        context,
        tx,
        None,
        defaults.SIGN_UP,
        **{term: getattr(tournament, term) for term in KEPT_TERMS},
        season=tournament.season + 1,
        previous_id=tournament.id,
    )
