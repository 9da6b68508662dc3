"""A match with all its rows in the record, at one moment."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.match_files.log_checks import SKEW
from bot.referee.clocks.clock import recorded_stopped_time
from bot.referee.errors import RequestRejected
from storage import schema
from storage.backup import archive
from storage.engine.database import UnreadableRow
from storage.queries import clocks, inspection, outages

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from datetime import datetime

    from bot.referee.times.calendar import StoppedTime
    from storage.engine.database import Tx
    from storage.queries.clocks import Clock
    from storage.queries.inspection import Row
    from storage.queries.rows import Event, Match


@dataclass(frozen=True, slots=True)
class Stored:
    """A match, its log, and the rows of other tables that belong to it.

    `stopped` is the time for which its clock stands in the present turn, None if it can't be read; `last_reached` is
    when its guild was last reached. `invited` are the rows of the people of its challenge. `pairings` has the one of an
    event that it is the match of, if any, and `paired` the rows of its people.
    """

    match: Match
    log: Sequence[Event]
    clock: Clock | None = None
    stopped: StoppedTime | None = None
    last_reached: datetime | None = None
    challenge: Row | None = None
    invited: Sequence[Row] = ()
    posts: Sequence[Row] = ()
    offers: Sequence[Row] = ()
    notes: Sequence[Row] = ()
    pauses: Sequence[Row] = ()
    queues: Sequence[Row] = ()
    plans: Sequence[Row] = ()
    analyses: Sequence[Row] = ()
    net_days: Sequence[Row] = ()
    reviews: Sequence[Row] = ()
    archives: Sequence[Row] = ()
    watchers: Sequence[Row] = ()
    open_seats: Sequence[Row] = ()
    outcomes: Sequence[Row] = ()
    views: Sequence[Row] = ()
    pairings: Sequence[Row] = ()
    paired: Sequence[Row] = ()
    corrections: Sequence[Row] = ()
    saved_states: Sequence[Row] = ()
    times: Sequence[datetime] = field(default=(), init=False)
    """When the match began and when each event was, so an event's number is its index."""

    def __post_init__(self) -> None:
        """Compute the times."""
        object.__setattr__(self, "times", (self.match.created_at, *(event.at for event in self.log)))

    def posted(self, *kinds: str) -> list[Row]:
        """Return the outbox rows of some kinds."""
        return [post for post in self.posts if post["kind"] in kinds]


async def read_after(tx: Tx, match_id: int, limit: int, excluded: Collection[int]) -> list[Stored]:
    """Return the first `limit` matches whose ids are above `match_id`, in order, without the excluded ones."""
    found = await archive.read_after(tx, match_id, limit, excluded=excluded)
    ids = [match.id for match, _ in found]
    invited_by = [match.challenge_id for match, _ in found if match.challenge_id is not None]
    running = await clocks.of_matches(tx, ids)
    challenges = await inspection.rows_by(tx, schema.challenges.c.id, invited_by)
    people = await inspection.rows_by(tx, schema.challenge_people.c.challenge_id, invited_by)
    posts = await inspection.rows_by(tx, schema.outbox.c.match_id, ids)
    offers = await inspection.rows_by(tx, schema.offers.c.match_id, ids)
    notes = await inspection.rows_by(tx, schema.notes.c.match_id, ids)
    pauses = await inspection.rows_by(tx, schema.pauses.c.match_id, ids)
    queues = await inspection.rows_by(tx, schema.queued_moves.c.match_id, ids)
    plans = await inspection.rows_by(tx, schema.plans.c.match_id, ids)
    analyses = await inspection.rows_by(tx, schema.analyses.c.match_id, ids)
    netted = await inspection.rows_by(tx, schema.net_days.c.match_id, ids)
    reviews = await inspection.rows_by(tx, schema.reviews.c.match_id, ids)
    archives = await inspection.rows_by(tx, schema.thread_archives.c.match_id, ids)
    watchers = await inspection.rows_by(tx, schema.watchers.c.match_id, ids)
    opened = await inspection.rows_by(tx, schema.open_seats.c.match_id, ids)
    ends = await inspection.rows_by(tx, schema.outcomes.c.match_id, ids)
    views = await inspection.rows_by(tx, schema.match_views.c.match_id, ids)
    pairings = await inspection.rows_by(tx, schema.pairings.c.match_id, ids)
    match_of = {row["id"]: number for number, rows in pairings.items() for row in rows}
    seated = await inspection.rows_by(tx, schema.pairing_people.c.pairing_id, list(match_of))
    paired = {match_of[pairing_id]: rows for pairing_id, rows in seated.items()}
    corrected = await inspection.rows_by(tx, schema.corrections.c.match_id, ids)
    saved = await inspection.rows_by(tx, schema.saved_states.c.match_id, ids)
    of_seats = (watchers, opened, ends, views, pairings, paired, corrected, saved)
    tables = (posts, offers, notes, pauses, queues, plans, analyses, netted, reviews, archives, *of_seats)
    complete: list[Stored] = []
    for match, log in found:
        clock, issued = running.get(match.id), match.challenge_id or 0
        stop_times = await _read_stopped_time(tx, match, clock) if clock else (None, None)
        challenge = next(iter(challenges.get(issued, ())), None)
        rows = [each.get(match.id, ()) for each in tables]
        complete.append(Stored(match, log, clock, *stop_times, challenge, people.get(issued, ()), *rows))
    return complete


async def _read_stopped_time(tx: Tx, match: Match, clock: Clock) -> tuple[StoppedTime | None, datetime | None]:
    """Return for how long a clock stands and when its guild was last reached, or None for what can't be read."""
    # Other checks report what can't be read.
    with suppress(RequestRejected, UnreadableRow, ValueError, TypeError, AttributeError, OverflowError, IndexError):
        return await recorded_stopped_time(tx, match, clock), await outages.last_reached(tx, match.guild_id)
    return None, None


def near(one: datetime, other: datetime) -> bool:
    """Return whether two times can be of one moment, by the clocks of two processes."""
    return abs(one - other) <= SKEW


def stood_after(stored: Stored, seq: int, at: datetime) -> bool:
    """Return whether a match stood after an event at a time."""
    later = stored.times[seq + 1] if seq + 1 < len(stored.times) else None
    return stored.times[seq] - SKEW <= at and (later is None or at <= later + SKEW)
