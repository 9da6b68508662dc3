"""How much time is left in matches that are played by the clock. All calls run in the caller's transaction.

Whoever changes a clock holds its match first, or waits for nothing else while it holds the clock.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from sqlalchemy import Select, bindparam, func, insert, select, update

from storage.engine.errors import UnreadableRow
from storage.tables.schema import clocks, matches, seats

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping
    from datetime import datetime

    from sqlalchemy import Executable, Row

    from storage.engine.database import Tx

Due: TypeAlias = Literal["alarm", "timeout"]
_AT_ONCE = 500
_MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a match.

    `control` is the time control as it is written. `left` has for each seat what it had when its turn began, or has for
    its next one, time that others gave included. What the seat to move has runs since `since`, and is used up at the
    `deadline`: None where that is not known, as the match is over or stands still until somebody ends that. `due` is
    what happens next unless a move comes first, None when nothing does; at `due_at`, None as long as it stands still.
    """

    match_id: int
    control: str
    left: tuple[timedelta, ...]
    since: datetime
    deadline: datetime | None = None
    due: Due | None = None
    due_at: datetime | None = None


_ALL = select(*(clocks.c[each.name] for each in fields(Clock)))
_GOES_ON = matches.c.ended_at.is_(None)
_START = insert(clocks)
_KEEP = update(clocks).where(clocks.c.match_id == bindparam("match"))
_OF_MATCH = _ALL.where(clocks.c.match_id == bindparam("match"))
_OF_MATCHES = _ALL.where(clocks.c.match_id.in_(bindparam("matches", expanding=True)))
_GUILDS = select(matches.c.guild_id).join(clocks, clocks.c.match_id == matches.c.id).where(_GOES_ON).distinct()
_HERE = select(matches.c.id).where(_GOES_ON, matches.c.guild_id == bindparam("guild"))
_WAITING = (
    select(matches.c.id)
    .join(seats, (seats.c.match_id == matches.c.id) & (seats.c.seat == matches.c.to_move))
    .where(_GOES_ON, seats.c.user_id == bindparam("user"))
)
_DUE = (
    select(clocks.c.match_id)
    .join(matches, matches.c.id == clocks.c.match_id)
    .where(clocks.c.due_at <= bindparam("now"), matches.c.guild_id.in_(bindparam("guilds", expanding=True)))
    .order_by(clocks.c.due_at)
)
_GUILD_OF = (
    select(matches.c.guild_id)
    .join(clocks, clocks.c.match_id == matches.c.id)
    .where(_GOES_ON, matches.c.id == bindparam("match"))
)
_OLDEST = (
    select(func.min(clocks.c.since))
    .join(matches, matches.c.id == clocks.c.match_id)
    .where(_GOES_ON, matches.c.guild_id == bindparam("guild"))
)


def _held(match_ids: Select[Any]) -> Select[Any]:
    held = select(clocks.c.match_id).where(clocks.c.match_id.in_(match_ids))
    return held.order_by(clocks.c.match_id).with_for_update()


_HOLD = _OF_MATCH.with_for_update()
_HOLD_HERE, _HOLD_WAITING = _held(_HERE), _held(_WAITING)


async def add(tx: Tx, clock: Clock) -> None:
    """Give a match its clock."""
    await tx.execute(_START, {"match_id": clock.match_id, "control": clock.control, **_changing(clock)})


async def save(tx: Tx, clock: Clock) -> None:
    """Keep a clock as it now is."""
    await tx.execute(_KEEP, {"match": clock.match_id, **_changing(clock)})


async def of_match(tx: Tx, match_id: int) -> Clock | None:
    """Return the clock of a match, None for one that is played without."""
    return next(iter(await _those(tx, _OF_MATCH, {"match": match_id})), None)


async def lock(tx: Tx, match_id: int) -> Clock | None:
    """Return the same; nobody else changes it until the transaction ends."""
    return next(iter(await _those(tx, _HOLD, {"match": match_id})), None)


async def of_matches(tx: Tx, match_ids: Collection[int]) -> dict[int, Clock]:
    """Return the clocks of those of some matches that have one, by match."""
    found: dict[int, Clock] = {}
    listed = list(match_ids)
    for start_at in range(0, len(listed), _AT_ONCE):
        some = listed[start_at : start_at + _AT_ONCE]
        found |= {clock.match_id: clock for clock in await _those(tx, _OF_MATCHES, {"matches": some})}
    return found


async def guilds(tx: Tx) -> set[int]:
    """Return the guilds where a match is played by the clock."""
    return set((await tx.execute(_GUILDS)).scalars())


async def lock_in_guild(tx: Tx, guild_id: int) -> list[int]:
    """Hold the clocks of a guild's matches that go on until the transaction ends, and return the matches."""
    return list((await tx.execute(_HOLD_HERE, {"guild": guild_id})).scalars())


async def lock_waiting_for(tx: Tx, user_id: int) -> list[int]:
    """Hold the clocks of the matches that wait for a person, and return the matches."""
    return list((await tx.execute(_HOLD_WAITING, {"user": user_id})).scalars())


async def oldest_turn(tx: Tx, guild_id: int) -> datetime | None:
    """Return when the longest turn by the clock that goes on in a guild began, None where there is none."""
    return (await tx.execute(_OLDEST, {"guild": guild_id})).scalar_one()


async def due(tx: Tx, now: datetime, guild_ids: Iterable[int]) -> list[int]:
    """Return the matches of some guilds at whose clocks something is due, the longest first."""
    return list((await tx.execute(_DUE, {"now": now, "guilds": list(guild_ids)})).scalars())


async def guild_of(tx: Tx, match_id: int) -> int | None:
    """Return the guild of a match that goes on by the clock, None for any other."""
    return (await tx.execute(_GUILD_OF, {"match": match_id})).scalar_one_or_none()


async def _those(tx: Tx, query: Executable, given: Mapping[str, Any]) -> list[Clock]:
    return [_clock(row) for row in await tx.execute(query, given)]


def _changing(clock: Clock) -> dict[str, Any]:
    return {
        "left": [each // _MICROSECOND for each in clock.left],
        "since": clock.since,
        "deadline": clock.deadline,
        "due": clock.due,
        "due_at": clock.due_at,
    }


def _clock(row: Row[Any]) -> Clock:
    clock = Clock(*row)
    try:
        return replace(clock, left=tuple(int(each) * _MICROSECOND for each in row.left))
    except (TypeError, ValueError, OverflowError):
        raise UnreadableRow(f"the time that is left on the clock of match {clock.match_id} can't be read") from None
