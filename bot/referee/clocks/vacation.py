"""Vacations: while somebody is away all clocks stand still that wait for them, some days of every year."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.clocks import clock as clocks
from bot.referee.clocks.intervals import DAY, midnight
from bot.referee.context import lane
from bot.referee.errors import RequestRejected
from bot.referee.job_runner import isolate_job
from bot.referee.people import timezones
from bot.referee.results import AlreadyDone
from storage.tables import clocks as stored
from storage.tables import matches, outbox, people, read_markers, vacations

if TYPE_CHECKING:
    from collections.abc import Iterable
    from zoneinfo import ZoneInfo

    from bot.referee.clocks.intervals import Interval
    from bot.referee.context import Context
    from bot.referee.requests import Request
    from storage.engine.database import Tx

BUDGET = 30
"""Days of a calendar year that each person can be away. A day that has begun counts."""
_DAYS = re.compile(r"(\d{1,4})\s*d(?:ays?)?", re.ASCII)
_DATE = re.compile(r"\d{4}-\d{1,2}-\d{1,2}", re.ASCII)
_MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Vacation:
    """Until when somebody is away, None where they are not, and how many of their days are left in this year."""

    until: datetime | None
    year: int
    left: int


def read_last_day(text: str, today: date) -> date:
    """Read `2026-12-24`, or `10d` from today on, as the last day away, with or without `until`.

    Raises `RequestRejected`.

    >>> read_last_day("until 10d", date(2026, 12, 24))
    datetime.date(2027, 1, 2)
    """
    word = text.lower().strip().removeprefix("until ").strip()
    if found := _DAYS.fullmatch(word):
        if not int(found[1]):
            raise RequestRejected("A vacation has at least 1 day: today.")
        return today + (int(found[1]) - 1) * DAY
    try:
        year, month, day = map(int, word.split("-")) if _DATE.fullmatch(word) else (0, 0, 0)
        last = date(year, month, day)
    except ValueError:
        raise RequestRejected(
            f"I can't read {formatting.code(text)} as a vacation: write your last day away, `until 2026-12-24`, or how "
            "long it is, `10d`. `end` ends it."
        ) from None
    if last < today:
        raise RequestRejected(f"{last} is over: where you are it is {today} now.")
    return last


def days(intervals: Iterable[Interval], zone: ZoneInfo) -> set[date]:
    """Return the days, by the clocks of a zone, of which some part lies in one of some intervals."""
    found: set[date] = set()
    for began, ended in intervals:
        first, last = (each.astimezone(zone).date() for each in (began, max(began, ended - _MICROSECOND)))
        found |= {first + number * DAY for number in range((last - first).days + 1)}
    return found


async def of_person(context: Context, request: Request) -> Vacation:
    """Return how it stands with somebody's vacation."""
    async with context.database.read() as tx:
        zone = await timezones.of_person(tx, request.user_id, request.guild_id)
        return await _state(context, tx, request.user_id, zone)


async def begin(context: Context, request: Request, text: str) -> Vacation | AlreadyDone:
    """Let somebody be away from now on, or, if they are away, until another day. Raises `RequestRejected`."""
    async with context.database.write() as tx:
        if await read_markers.recorded_sources(tx, [request.source_id]):
            return AlreadyDone()
        await people.hold(tx, request.user_id)
        now, zone = context.now(), await timezones.of_person(tx, request.user_id, request.guild_id)
        last = read_last_day(text, now.astimezone(zone).date())
        if (last - now.astimezone(zone).date()).days > 2 * BUDGET:
            raise RequestRejected(f"You can be away for {BUDGET} days of a calendar year, which {last} is beyond.")
        ended = midnight(last + DAY, zone)
        since, before = await _known(context, tx, request.user_id, zone)
        _check_budget(before, days([(since or now, ended)], zone))
        if since:
            await vacations.move_end(tx, request.user_id, now, ended)
        else:
            await vacations.begin(tx, request.user_id, now, ended)
        await _tell(context, tx, request, ended)
        state = await _state(context, tx, request.user_id, zone)
    context.wake.set()
    return state


async def end(context: Context, request: Request) -> Vacation | AlreadyDone:
    """Let somebody be back: the days of their vacation that have not begun are theirs again.

    Raises `RequestRejected`.
    """
    async with context.database.write() as tx:
        if await read_markers.recorded_sources(tx, [request.source_id]):
            return AlreadyDone()
        await people.hold(tx, request.user_id)
        now = context.now()
        if request.user_id not in await vacations.away(tx, [request.user_id], now):
            raise RequestRejected("You are not on vacation.")
        await vacations.move_end(tx, request.user_id, now, now)
        await _tell(context, tx, request, None)
        state = await _state(
            context, tx, request.user_id, await timezones.of_person(tx, request.user_id, request.guild_id)
        )
    context.wake.set()
    return state


async def _known(context: Context, tx: Tx, user_id: int, zone: ZoneInfo) -> tuple[datetime | None, set[date]]:
    """Return since when a person is away, if they are, and the other days that they were away in this year."""
    now = context.now()
    new_year = midnight(date(now.astimezone(zone).year, 1, 1), zone)
    all_of_them = await vacations.after(tx, user_id, new_year)
    since = next((began for began, ended in all_of_them if ended > now), None)
    return since, days([each for each in all_of_them if each[1] <= now], zone)


def _check_budget(before: set[date], wanted: set[date]) -> None:
    used, whole = (Counter(day.year for day in some) for some in (before, before | wanted))
    for year, count in sorted(whole.items()):
        if count > BUDGET:
            left = formatting.counted(BUDGET - used[year], "vacation day")
            more = formatting.counted(count - used[year], "day")
            raise RequestRejected(
                f"That takes {more} of {year}, and you have {left} left in it. {BUDGET} a year is all."
            )


async def _state(context: Context, tx: Tx, user_id: int, zone: ZoneInfo) -> Vacation:
    now = context.now()
    year = now.astimezone(zone).year
    taken = days(await vacations.after(tx, user_id, midnight(date(year, 1, 1), zone)), zone)
    until = (await vacations.away(tx, [user_id], now)).get(user_id)
    return Vacation(until, year, BUDGET - sum(day.year == year for day in taken))


async def _tell(context: Context, tx: Tx, request: Request, until: datetime | None) -> None:
    """Reckon the clocks that wait for a person anew, and say so in each match where that moves the deadline."""
    source_id: int | None = request.source_id
    for match_id in await stored.hold_against(tx, request.user_id):
        async with isolate_job(context, tx, "clock", match_id):
            match, clock = await matches.sure(tx, match_id), await stored.hold(tx, match_id)
            if clock is None or (await clocks.renew(context, tx, match, clock)).deadline == clock.deadline:
                continue
            body = {"user": request.user_id, "until": until and until.isoformat()}
            await outbox.add(
                tx,
                lane=lane(match),
                kind="away",
                body=body,
                at=context.now(),
                match_id=match.id,
                seq=match.seq,
                source_id=source_id,
            )
            source_id = None  # one row is enough to know that this was done
