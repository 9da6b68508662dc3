"""Vacations: while somebody is away all clocks stand still that wait for them, some days of every year."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

from bot.referee import clocks, words, zones
from bot.referee.answers import Again, Refused
from bot.referee.jobs import apart
from bot.referee.stops import DAY, midnight
from bot.referee.table import lane
from storage import clocks as stored
from storage import heard, matches, outbox, people, vacations

if TYPE_CHECKING:
    from collections.abc import Iterable
    from zoneinfo import ZoneInfo

    from bot.referee.asked import Asked
    from bot.referee.stops import Interval
    from bot.referee.table import Table
    from storage.database import Tx

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
    """Read `2026-12-24`, or `10d` from today on, as the last day away, with or without `until`. Raises `Refused`.

    >>> read_last_day("until 10d", date(2026, 12, 24))
    datetime.date(2027, 1, 2)
    """
    word = text.lower().strip().removeprefix("until ").strip()
    if found := _DAYS.fullmatch(word):
        if not int(found[1]):
            raise Refused("A vacation has at least 1 day: today.")
        return today + (int(found[1]) - 1) * DAY
    try:
        year, month, day = map(int, word.split("-")) if _DATE.fullmatch(word) else (0, 0, 0)
        last = date(year, month, day)
    except ValueError:
        raise Refused(
            f"I can't read {words.code(text)} as a vacation: write your last day away, `until 2026-12-24`, or how long "
            "it is, `10d`. `end` ends it."
        ) from None
    if last < today:
        raise Refused(f"{last} is over: where you are it is {today} now.")
    return last


def days(intervals: Iterable[Interval], zone: ZoneInfo) -> set[date]:
    """Return the days, by the clocks of a zone, of which some part lies in one of some intervals."""
    found: set[date] = set()
    for began, ended in intervals:
        first, last = (each.astimezone(zone).date() for each in (began, max(began, ended - _MICROSECOND)))
        found |= {first + number * DAY for number in range((last - first).days + 1)}
    return found


async def of_person(table: Table, asked: Asked) -> Vacation:
    """Return how it stands with somebody's vacation."""
    async with table.database.read() as tx:
        zone = await zones.of_person(tx, asked.user_id, asked.guild_id)
        return await _state(table, tx, asked.user_id, zone)


async def begin(table: Table, asked: Asked, text: str) -> Vacation | Again:
    """Let somebody be away from now on, or, if they are away, until another day. Raises `Refused`."""
    async with table.database.write() as tx:
        if await heard.acted_on(tx, [asked.source_id]):
            return Again()
        await people.hold(tx, asked.user_id)
        now, zone = table.now(), await zones.of_person(tx, asked.user_id, asked.guild_id)
        last = read_last_day(text, now.astimezone(zone).date())
        if (last - now.astimezone(zone).date()).days > 2 * BUDGET:
            raise Refused(f"You can be away for {BUDGET} days of a calendar year, which {last} is beyond.")
        ended = midnight(last + DAY, zone)
        since, before = await _known(table, tx, asked.user_id, zone)
        _check_budget(before, days([(since or now, ended)], zone))
        if since:
            await vacations.move_end(tx, asked.user_id, now, ended)
        else:
            await vacations.begin(tx, asked.user_id, now, ended)
        await _tell(table, tx, asked, ended)
        state = await _state(table, tx, asked.user_id, zone)
    table.wake.set()
    return state


async def end(table: Table, asked: Asked) -> Vacation | Again:
    """Let somebody be back: the days of their vacation that have not begun are theirs again. Raises `Refused`."""
    async with table.database.write() as tx:
        if await heard.acted_on(tx, [asked.source_id]):
            return Again()
        await people.hold(tx, asked.user_id)
        now = table.now()
        if asked.user_id not in await vacations.away(tx, [asked.user_id], now):
            raise Refused("You are not on vacation.")
        await vacations.move_end(tx, asked.user_id, now, now)
        await _tell(table, tx, asked, None)
        state = await _state(table, tx, asked.user_id, await zones.of_person(tx, asked.user_id, asked.guild_id))
    table.wake.set()
    return state


async def _known(table: Table, tx: Tx, user_id: int, zone: ZoneInfo) -> tuple[datetime | None, set[date]]:
    """Return since when a person is away, if they are, and the other days that they were away in this year."""
    now = table.now()
    new_year = midnight(date(now.astimezone(zone).year, 1, 1), zone)
    all_of_them = await vacations.after(tx, user_id, new_year)
    since = next((began for began, ended in all_of_them if ended > now), None)
    return since, days([each for each in all_of_them if each[1] <= now], zone)


def _check_budget(before: set[date], wanted: set[date]) -> None:
    used, whole = (Counter(day.year for day in some) for some in (before, before | wanted))
    for year, count in sorted(whole.items()):
        if count > BUDGET:
            left = words.counted(BUDGET - used[year], "vacation day")
            more = words.counted(count - used[year], "day")
            raise Refused(f"That takes {more} of {year}, and you have {left} left in it. {BUDGET} a year is all.")


async def _state(table: Table, tx: Tx, user_id: int, zone: ZoneInfo) -> Vacation:
    now = table.now()
    year = now.astimezone(zone).year
    taken = days(await vacations.after(tx, user_id, midnight(date(year, 1, 1), zone)), zone)
    until = (await vacations.away(tx, [user_id], now)).get(user_id)
    return Vacation(until, year, BUDGET - sum(day.year == year for day in taken))


async def _tell(table: Table, tx: Tx, asked: Asked, until: datetime | None) -> None:
    """Reckon the clocks that wait for a person anew, and say so in each match where that moves the deadline."""
    source_id: int | None = asked.source_id
    for match_id in await stored.hold_against(tx, asked.user_id):
        async with apart(table, tx, "clock", match_id):
            match, clock = await matches.sure(tx, match_id), await stored.hold(tx, match_id)
            if clock is None or (await clocks.renew(table, tx, match, clock)).deadline == clock.deadline:
                continue
            body = {"user": asked.user_id, "until": until and until.isoformat()}
            await outbox.put(
                tx,
                lane=lane(match),
                kind="away",
                body=body,
                at=table.now(),
                match_id=match.id,
                seq=match.seq,
                source_id=source_id,
            )
            source_id = None  # one row is enough to know that this was done
