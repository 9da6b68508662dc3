"""Reminders of matches without a clock: of whoever is to move, never in the night; then the others are asked."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.referee.announce import queue_row
from bot.referee.context import lane
from bot.referee.errors import RequestRejected
from bot.referee.find_match import get_active_seat, get_match
from bot.referee.job_runner import JobType
from bot.referee.people.preferences import MOST_WAITING, load_preferences, person_zone
from bot.referee.requests import AlreadyDone, idempotent
from bot.referee.times.calendar import NO_DIGEST, NO_QUIET_HOURS, StoppedTime, find_deadline, is_quiet
from games.translation import gettext as _
from storage.queries import matches, outbox, people, read_markers, vacations

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime, tzinfo

    from bot.referee.context import Context
    from bot.referee.people.preferences import Preferences
    from bot.referee.requests import Request
    from bot.referee.times.calendar import Interval
    from storage.engine.database import Tx
    from storage.queries.rows import Match, Person, Post

DAY = timedelta(days=1)
NIGHT = "22-8"
"""When people sleep who have chosen no quiet hours."""
SILENCE = timedelta(days=5)
"""After how long without a move the others in a match without a clock are asked what to do."""
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
"""What each value of the preference `remind_after` means."""
SHORTEST = min(rhythm.first for rhythm in RHYTHMS.values())
LONGEST_PAUSE = max(rhythm.again for rhythm in RHYTHMS.values())


def rhythm_of(preferences: Preferences) -> Rhythm | None:
    """Return when a person is reminded, None for never: a daily list names the same matches."""
    wanted = preferences.reminders != "nothing" and preferences.digest == NO_DIGEST
    return RHYTHMS[preferences.remind_after] if wanted else None


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
    """Put a person's reminder into the outbox if it is still due; the row says when they were last reminded.

    It names all their matches: directly, or in the thread of the one that has waited longest.
    """
    await people.lock(tx, user_id)
    now, preferences = context.now(), await load_preferences(tx, user_id)
    last = await _was_reminded(tx, [user_id], now)
    if _is_too_soon(rhythm_of(preferences), last.get(user_id), now):
        return
    waiting = await matches.waiting_without_clock(tx, now - LONGEST_TURN, now - SHORTEST, user_id)
    found = await find_due_matches(tx, user_id, waiting, preferences, now)
    if not found or await outbox.count_waiting(tx, "reminder") >= MOST_WAITING:
        return
    if preferences.reminders == "direct" or found[0].is_direct:
        await queue_row(tx, found[0], "reminder", {"user": user_id}, now, own_lane=f"{lane(found[0])}:{user_id}")
    else:
        await queue_row(tx, found[0], "reminder", {"user": user_id, "in_thread": True}, now)


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


def people_to_ask(match: Match) -> list[Person]:
    """Return the people who wait in a match for the player to move: the others who are still in."""
    others = (person for seat, person in enumerate(match.seats, 1) if seat not in {match.to_move, *match.gone})
    return [person for person in others if person.is_reachable]


async def is_silent(tx: Tx, match: Match, now: datetime) -> bool:
    """Return whether the person to move has let a match without a clock wait for `SILENCE`, and isn't on vacation."""
    if match.to_move is None or match.computer_to_move:
        return False
    away = await vacations.ending_after(tx, match.player_to_move.id, match.since)
    return has_waited(match.since, now, SILENCE, away) and not any(began <= now < ended for began, ended in away)


def is_question_due(rows: Sequence[Post], now: datetime) -> bool:
    """Return whether the others are to be asked, from the rows of this turn: for the first time, or as one waits on."""
    return not rows or (rows[-1].kind == "waited" and now - rows[-1].created_at >= SILENCE)


async def _find_silent(context: Context, tx: Tx) -> list[int]:
    """Return the matches in which the others are to be asked."""
    now, rows = context.now(), defaultdict[int, "list[Post]"](list)
    found = await matches.waiting_without_clock(tx, now - LONGEST_TURN, now - SILENCE)
    for row in await outbox.silences(tx, [match.id for match in found]):
        rows[row.match_id or 0].append(row)
    due = [match for match in found if people_to_ask(match) and is_question_due(rows[match.id], now)]
    return [match.id for match in due if await is_silent(tx, match, now)]


async def _queue_question(context: Context, tx: Tx, match_id: int) -> None:
    """Ask the others in a match, in its thread or each directly, if that is still due."""
    await matches.lock(tx, match_id)
    match, now = await matches.require(tx, match_id), context.now()
    if not await is_silent(tx, match, now) or not is_question_due(await outbox.silences(tx, [match_id]), now):
        return
    if not match.is_direct:
        await queue_row(tx, match, "silence", {}, now)
        return
    for person in people_to_ask(match):
        await queue_row(tx, match, "silence", {"user": person.id}, now, own_lane=f"{lane(match)}:{person.id}")


SILENCES = JobType("silence", _find_silent, _queue_question)
"""The others in a match are asked what to do."""


@idempotent
async def wait_on(context: Context, request: Request, match_id: int, seq: int) -> Match | AlreadyDone:
    """Let a player wait on for the one to move after event `seq`: the question comes again after `SILENCE`.

    Raises `RequestRejected`.
    """
    async with context.write() as tx:
        if await read_markers.recorded_sources(tx, [request.source_id]):
            return AlreadyDone()
        await matches.lock(tx, match_id)
        match = await get_match(tx, request, match_id)
        if get_active_seat(match, request.user_id) == match.to_move:
            raise RequestRejected(_("It's your own move in #{match}: the others wait for you.").format(match=match.id))
        if match.seq != seq:
            raise RequestRejected(_("#{match} has moved on since then. Look at its last board.").format(match=match.id))
        body = {"by": request.user_id}
        await queue_row(tx, match, "waited", body, context.now(), source_id=request.source_id)
    return match
