"""Reminders of matches without a clock: who is due for one, of which matches, and never in the night."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.referee.announce import queue_row
from bot.referee.context import lane
from bot.referee.job_runner import JobType
from bot.referee.people.preferences import MOST_WAITING, load_preferences, person_zone
from bot.referee.times.calendar import NO_DIGEST, NO_QUIET_HOURS, StoppedTime, find_deadline, is_quiet
from storage.queries import matches, outbox, people, vacations

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime, tzinfo

    from bot.referee.context import Context
    from bot.referee.people.preferences import Preferences
    from bot.referee.times.calendar import Interval
    from storage.engine.database import Tx
    from storage.queries.rows import Match, Post

DAY = timedelta(days=1)
NIGHT = "22-8"
"""When people sleep who have chosen no quiet hours."""
LONGEST_TURN = timedelta(days=30)
"""Nobody is reminded of a turn that began longer ago."""


@dataclass(frozen=True, slots=True)
class Rhythm:
    """A person is reminded once a match has waited `first` for them, and again when `again` has passed."""

    first: timedelta
    again: timedelta


RHYTHMS: Mapping[str, Rhythm] = {
    "1d": Rhythm(DAY, DAY),
    "2d": Rhythm(2 * DAY, DAY),
    "1w": Rhythm(7 * DAY, 7 * DAY),
}
"""What each value of the preference `reminders` means, but `off`."""
SHORTEST = min(rhythm.first for rhythm in RHYTHMS.values())
LONGEST_PAUSE = max(rhythm.again for rhythm in RHYTHMS.values())


def rhythm_of(preferences: Preferences) -> Rhythm | None:
    """Return when a person is reminded, None for never: a daily list names the same matches."""
    return RHYTHMS.get(preferences.reminders) if preferences.digest == NO_DIGEST else None


def has_waited(since: datetime, now: datetime, length: timedelta, away: Iterable[Interval]) -> bool:
    """Return whether a turn has lasted for a length now, not counting the player's vacations."""
    due = find_deadline(since, length, StoppedTime(tuple(away)))
    return due is not None and due <= now


def is_good_moment(preferences: Preferences, now: datetime, zone: tzinfo, away: Iterable[Interval]) -> bool:
    """Return whether a person is neither in their quiet hours, or else asleep, nor on vacation."""
    quiet_hours = NIGHT if preferences.quiet == NO_QUIET_HOURS else preferences.quiet
    return not is_quiet(quiet_hours, now, zone) and not any(began <= now < ended for began, ended in away)


async def find_due_matches(
    tx: Tx, user_id: int, waiting: Iterable[Match], preferences: Preferences, now: datetime
) -> list[Match]:
    """Return which of the matches that wait for a person they are to be reminded of now, longest turn first."""
    rhythm, found = rhythm_of(preferences), list(waiting)
    if rhythm is None or not found:
        return []
    away = await vacations.ending_after(tx, user_id, min(match.since for match in found))
    if not is_good_moment(preferences, now, await person_zone(tx, user_id), away):
        return []
    return [match for match in found if has_waited(match.since, now, rhythm.first, away)]


async def _was_reminded(tx: Tx, user_ids: Iterable[int], now: datetime) -> dict[int, datetime]:
    return await outbox.last_reminders(tx, sorted(user_ids), now - LONGEST_PAUSE)


def _is_too_soon(rhythm: Rhythm | None, last: datetime | None, now: datetime) -> bool:
    return rhythm is None or (last is not None and now - last < rhythm.again)


async def _find_people(context: Context, tx: Tx) -> list[int]:
    """Return the people who are due for a reminder."""
    now, waiting = context.now(), defaultdict[int, "list[Match]"](list)
    for match in await matches.waiting_without_clock(tx, now - LONGEST_TURN, now - SHORTEST):
        if match.player_to_move.is_reachable:
            waiting[match.player_to_move.id].append(match)
    last = await _was_reminded(tx, waiting, now)
    due: list[int] = []
    for user_id, found in waiting.items():
        preferences = await load_preferences(tx, user_id)
        if _is_too_soon(rhythm_of(preferences), last.get(user_id), now):
            continue
        if await find_due_matches(tx, user_id, found, preferences, now):
            due.append(user_id)
    return due


async def _queue_reminder(context: Context, tx: Tx, user_id: int) -> None:
    """Put a person's reminder into the outbox if it is still due; the row says when they were last reminded."""
    await people.lock(tx, user_id)
    now, preferences = context.now(), await load_preferences(tx, user_id)
    last = await _was_reminded(tx, [user_id], now)
    if _is_too_soon(rhythm_of(preferences), last.get(user_id), now):
        return
    waiting = await matches.waiting_without_clock(tx, now - LONGEST_TURN, now - SHORTEST, user_id)
    found = await find_due_matches(tx, user_id, waiting, preferences, now)
    if found and await outbox.count_waiting(tx, "reminder") < MOST_WAITING:
        await queue_row(tx, found[0], "reminder", {"user": user_id}, now, own_lane=f"{lane(found[0])}:{user_id}")


REMINDERS = JobType("reminder", _find_people, _queue_reminder)
"""Reminders are put into the outbox."""


async def load_reminder(context: Context, post: Post) -> list[Match]:
    """Return the matches that the row of a reminder names: those of its moment in which nobody has moved since."""
    user_id = int(post.body["user"])
    async with context.database.read() as tx:
        preferences = await load_preferences(tx, user_id)
        start = post.created_at - LONGEST_TURN
        waiting = await matches.waiting_without_clock(tx, start, post.created_at - SHORTEST, user_id)
        return await find_due_matches(tx, user_id, waiting, preferences, post.created_at)
