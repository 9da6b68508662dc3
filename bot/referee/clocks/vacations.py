"""Vacations, in which all clocks of a person are paused, and days that the safety net takes."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.announce import queue_row
from bot.referee.clocks.clock import clock_control, is_late, update_clock
from bot.referee.context import lane
from bot.referee.errors import RequestRejected
from bot.referee.job_runner import isolate_job
from bot.referee.people.preferences import load_preferences, person_zone
from bot.referee.requests import AlreadyDone
from bot.referee.times.calendar import DAY, midnight
from bot.referee.times.dates import any_of, format_day, parse_day, spellings, tidy_typed
from bot.referee.times.time_control import abbreviate
from games.translation import gettext as _, ngettext, pgettext_noop
from storage.engine.database import UnreadableRow
from storage.queries import clocks, matches, net_days, people, read_markers, vacations

if TYPE_CHECKING:
    from collections.abc import Iterable
    from zoneinfo import ZoneInfo

    from bot.referee.context import Context
    from bot.referee.requests import Request
    from bot.referee.times.calendar import Interval
    from storage.engine.database import Tx
    from storage.queries.clocks import Clock
    from storage.queries.rows import Match

MARGIN = timedelta(seconds=1)
"""How long before the deadline such a day begins, so that there is time left after it."""


async def take_net_day(context: Context, tx: Tx, match: Match, clock: Clock) -> Clock | None:
    """Pause the clock of a match for a day if the time of its player to move is up; return it, or None.

    The caller holds both. None if the player has no vacation day left in this year or doesn't want the net, if the
    match is played without it, or a computer player is to move. One day serves all matches of a player that are due
    within it. The day ends with the turn.
    """
    if match.to_move is None or clock.deadline is None or clock_control(clock).no_net:
        return None
    person, now = match.seats[match.to_move - 1], context.now()
    if person.level is not None or (await load_preferences(tx, person.id)).net == "off":
        return None
    zone = await person_zone(tx, person.id, match.guild_id)
    left = await count_days_left(tx, person.id, zone, now)
    ended = await _present_day_end(tx, person.id, zone, now)
    if ended is None:
        if left < 1:
            return None
        ended, left = now + DAY, left - 1
    await net_days.add(tx, match.id, person.id, clock.deadline - MARGIN, ended)
    updated = await update_clock(context, tx, match, clock)
    until = {"user": person.id, "until": ended.isoformat()}
    await queue_row(tx, match, "net", {**until, "left": left}, now, own_lane=f"{lane(match)}:{person.id}")
    await queue_row(tx, match, "away", {**until, "net": True}, now)
    return updated


async def _present_day_end(tx: Tx, user_id: int, zone: ZoneInfo, now: datetime) -> datetime | None:
    """Return when the day ends that the net took last for a player, None if it has ended."""
    windows = await list_net_windows(tx, user_id, zone, now)
    ended = windows[-1] + DAY if windows else now
    return ended if ended > now else None


DAYS_A_YEAR = 30
"""Days of a calendar year that each person can be away. A day that has begun counts."""
KEPT = timedelta(days=730)
"""How long a vacation is kept after its end; the days of this year and the next are counted."""
_DAYS = re.compile(r"(\d{1,4})d", re.ASCII)
END = pgettext_noop("typed", "end")
"""The word that ends a vacation."""
_UNTIL, _FOR = pgettext_noop("typed", "until"), pgettext_noop("typed", "for")
_MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Vacation:
    """Until when a person is away, None if they aren't, and how many vacation days they have left in a year.

    `net` is how many of the others the safety net took. The matches whose clocks it doesn't pause are `late`, where the
    person's time is up already, and `unpaused`, which are played without vacations.
    """

    until: datetime | None
    year: int
    left: int
    net: int = 0
    late: tuple[int, ...] = ()
    unpaused: tuple[int, ...] = ()


def ends_vacation(typed: str) -> bool:
    """Return whether a text is the word that ends a vacation, in any language."""
    return tidy_typed(typed) in spellings(END)


def parse_last_day(typed: str, today: date) -> date:
    """Parse a day, or how long it is from today on (`10d`, `2 weeks`), as the last day away; `until` may stand before.

    Raises `RequestRejected`.

    >>> parse_last_day("until 10d", date(2026, 12, 24))
    datetime.date(2027, 1, 2)
    """
    word = re.sub(rf"^(?:{any_of(spellings(_UNTIL, _FOR))})\s+", "", tidy_typed(typed), count=1)
    if found := _DAYS.fullmatch(abbreviate(word)):
        if not int(found[1]):
            raise RequestRejected(_("A vacation lasts at least 1 day: today."))
        return today + (int(found[1]) - 1) * DAY
    last = parse_day(word, today)
    if last is None:
        raise RequestRejected(
            _(
                "I can't read {typed} as a vacation. It begins at once: write its last day, `until 2026-12-24`, or how "
                "long it is, `10d`. `end` ends it."
            ).format(typed=formatting.code(typed))
        )
    if last < today:
        raise RequestRejected(
            _("{last_day} has passed: where you are it's {today}.").format(
                last_day=format_day(last), today=format_day(today)
            )
        )
    return last


def days_of(intervals: Iterable[Interval], zone: ZoneInfo) -> set[date]:
    """Return the days, in the local time of a zone, that intervals contain or touch."""
    found: set[date] = set()
    for began, ended in intervals:
        first, last = (each.astimezone(zone).date() for each in (began, max(began, ended - _MICROSECOND)))
        found |= {first + number * DAY for number in range((last - first).days + 1)}
    return found


async def load_vacation(context: Context, request: Request) -> Vacation:
    """Return a person's vacation and the days that they have left in this year."""
    async with context.database.read() as tx:
        return await _vacation(context, tx, request)


async def begin_vacation(context: Context, request: Request, typed: str) -> Vacation | AlreadyDone:
    """Begin a person's vacation now, or move its last day if they are away. Raises `RequestRejected`."""
    async with context.write() as tx:
        if await read_markers.recorded_sources(tx, [request.source_id]):
            return AlreadyDone()
        await people.lock(tx, request.user_id)
        now, zone = context.now(), await person_zone(tx, request.user_id, request.guild_id)
        today = now.astimezone(zone).date()
        last = parse_last_day(typed, today)
        if (last - today).days > 2 * DAYS_A_YEAR:
            raise RequestRejected(
                _("You can be away for {days} days a calendar year, and {last_day} is beyond that.").format(
                    days=DAYS_A_YEAR, last_day=format_day(last)
                )
            )
        ended = midnight(last + DAY, zone)
        began, taken = await _days_taken(context, tx, request.user_id, zone)
        net = Counter(day.year for day in await _net_days_taken(tx, request.user_id, zone, now))
        _check_days_left(taken, days_of([(began or now, ended)], zone), net)
        if began:
            await vacations.move_end(tx, request.user_id, now, ended)
        else:
            await vacations.begin(tx, request.user_id, now, ended)
        await _update_clocks(context, tx, request, ended)
        return await _vacation(context, tx, request)


async def end_vacation(context: Context, request: Request) -> Vacation | AlreadyDone:
    """End a person's vacation now: its days that have not begun can be taken again. Raises `RequestRejected`."""
    async with context.write() as tx:
        if await read_markers.recorded_sources(tx, [request.source_id]):
            return AlreadyDone()
        await people.lock(tx, request.user_id)
        now = context.now()
        if request.user_id not in await vacations.away(tx, [request.user_id], now):
            raise RequestRejected(_("You're not on vacation."))
        await vacations.move_end(tx, request.user_id, now, now)
        await _update_clocks(context, tx, request, None)
        return await _vacation(context, tx, request)


async def _days_taken(context: Context, tx: Tx, user_id: int, zone: ZoneInfo) -> tuple[datetime | None, set[date]]:
    """Return when a person's present vacation began, or None, and the days of this year taken by their other ones."""
    now = context.now()
    intervals = await vacations.ending_after(tx, user_id, _new_year(zone, now))
    since = next((began for began, ended in intervals if ended > now), None)
    return since, days_of([each for each in intervals if each[1] <= now], zone)


def _check_days_left(taken: set[date], wanted: set[date], net: Counter[int]) -> None:
    """Raise `RequestRejected` where the days would be more than a person gets in a year; `net` counts more by year."""
    before, after = (Counter(day.year for day in days) + net for days in (taken, taken | wanted))
    for year, count in sorted(after.items()):
        if count > DAYS_A_YEAR:
            left, more = DAYS_A_YEAR - before[year], count - before[year]
            days_left = ngettext("{n} vacation day", "{n} vacation days", left).format(n=left)
            # Translators: {days_left} is for example "2 vacation days"
            need = ngettext(
                "That takes {n} day of {year}, and you have {days_left} left that year.",
                "That takes {n} days of {year}, and you have {days_left} left that year.",
                more,
            ).format(n=more, year=year, days_left=days_left)
            raise RequestRejected(f"{need} " + _("You get {days} a year.").format(days=DAYS_A_YEAR))


async def _vacation(context: Context, tx: Tx, request: Request) -> Vacation:
    now, user_id = context.now(), request.user_id
    zone = await person_zone(tx, user_id, request.guild_id)
    year = now.astimezone(zone).year
    until = (await vacations.away(tx, [user_id], now)).get(user_id)
    net = sum(day.year == year for day in await _net_days_taken(tx, user_id, zone, now))
    left, active = await count_days_left(tx, user_id, zone, now), await matches.of_player(tx, user_id)
    running = await clocks.of_matches(tx, [match.id for match in active])
    late = [
        match.id
        for match in active
        if match.id in running and match.to_move == match.seat_of(user_id) and is_late(running[match.id], now)
    ]
    unpaused = [number for number, clock in running.items() if _runs_on_vacation(clock) and number not in late]
    return Vacation(until, year, left, net, tuple(sorted(late)), tuple(sorted(unpaused)))


def _runs_on_vacation(clock: Clock) -> bool:
    """Return whether a clock knows no vacation; of one that can't be read its match tells."""
    try:
        return clock_control(clock).no_vacation
    except UnreadableRow:
        return False


async def count_days_left(tx: Tx, user_id: int, zone: ZoneInfo, now: datetime) -> int:
    """Return how many vacation days a person has left in the present year of their zone."""
    year = now.astimezone(zone).year
    own = days_of(await vacations.ending_after(tx, user_id, _new_year(zone, now)), zone)
    taken = [*own, *await _net_days_taken(tx, user_id, zone, now)]
    return DAYS_A_YEAR - sum(day.year == year for day in taken)


async def _net_days_taken(tx: Tx, user_id: int, zone: ZoneInfo, now: datetime) -> list[date]:
    """Return the days on which the safety net took one for a person, from the beginning of the present year on."""
    new_year = _new_year(zone, now)
    windows = await list_net_windows(tx, user_id, zone, now)
    return [began.astimezone(zone).date() for began in windows if began >= new_year]


async def list_net_windows(tx: Tx, user_id: int, zone: ZoneInfo, now: datetime) -> list[datetime]:
    """Return when the days that the safety net took for a person began, from the day before the present year on."""
    return net_windows(await net_days.begun_after(tx, user_id, _new_year(zone, now) - DAY))


def _new_year(zone: ZoneInfo, now: datetime) -> datetime:
    """Return when the present year began in a zone."""
    return midnight(date(now.astimezone(zone).year, 1, 1), zone)


def net_windows(begun: Iterable[datetime]) -> list[datetime]:
    """Return when the days that the safety net took began: one serves all matches that are due within 24 hours.

    >>> first = datetime(2026, 3, 1, 12)
    >>> len(net_windows([first, first + timedelta(hours=23), first + timedelta(hours=24)]))
    2
    """
    found: list[datetime] = []
    for began in begun:
        if not found or began >= found[-1] + DAY:
            found.append(began)
    return found


async def _update_clocks(context: Context, tx: Tx, request: Request, until: datetime | None) -> None:
    """Recalculate the clocks that wait for the person, and announce it in each match whose deadline moves."""
    source_id: int | None = request.source_id
    for match_id in await clocks.lock_waiting_for(tx, request.user_id):
        async with isolate_job(context, tx, "clock", match_id):
            match, clock = await matches.require(tx, match_id), await clocks.lock(tx, match_id)
            if clock is None or (await update_clock(context, tx, match, clock)).deadline == clock.deadline:
                continue
            body = {"user": request.user_id, "until": until and until.isoformat()}
            await queue_row(tx, match, "away", body, context.now(), source_id=source_id)
            source_id = None  # one row is enough to know that this request was carried out


async def forget_old_vacations(context: Context) -> None:
    """Forget the vacations that ended long ago. No clock that runs counts them."""
    oldest = context.now() - KEPT
    async with context.database.read() as tx:
        old = await vacations.ended_before(tx, oldest)
    if old:
        async with context.database.write() as tx:
            await vacations.remove(tx, await vacations.ended_before(tx, oldest))
