"""How much time is left in matches that are played by the clock. All calls run in the caller's transaction.

Whoever changes a clock holds its match first, or waits for nothing else while it holds the clock.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from sqlalchemy import Select, bindparam, func, insert, or_, select, update

from storage.engine.errors import UnreadableRow
from storage.queries.batches import IDS, fetch_in_batches
from storage.schema import clocks, matches, net_days, open_seats, pauses, seats

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping
    from datetime import datetime

    from sqlalchemy import Executable, Row

    from storage.engine.database import Tx

Due: TypeAlias = Literal["alarm", "timeout"]
_MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a match.

    `control` is the time control as text. `left` holds for each seat the time it had at the start of its current turn,
    or has for its next one. The time of the seat to move runs from `since` and ends at the `deadline`, which is None
    when the match has ended or is paused. `due` is what happens next unless a move comes first, or None; it happens at
    `due_at`, which is None during a pause.
    """

    match_id: int
    control: str
    left: tuple[timedelta, ...]
    since: datetime
    deadline: datetime | None = None
    due: Due | None = None
    due_at: datetime | None = None


_ALL = select(*(clocks.c[each.name] for each in fields(Clock)))
_ACTIVE = matches.c.ended_at.is_(None)
_ADD = insert(clocks)
_SAVE = update(clocks).where(clocks.c.match_id == bindparam("match"))
_OF_MATCH = _ALL.where(clocks.c.match_id == bindparam("match"))
_OF_MATCHES = _ALL.where(clocks.c.match_id.in_(IDS))
_GUILDS = select(matches.c.guild_id).join(clocks, clocks.c.match_id == matches.c.id).where(_ACTIVE).distinct()
_HERE = select(matches.c.id).where(_ACTIVE, matches.c.guild_id == bindparam("guild"))
_WAITING = (
    select(matches.c.id)
    .join(seats, (seats.c.match_id == matches.c.id) & (seats.c.seat == matches.c.to_move))
    .where(_ACTIVE, seats.c.user_id == bindparam("user"))
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
    .where(_ACTIVE, matches.c.id == bindparam("match"))
)
_OLDEST = (
    select(func.min(clocks.c.since))
    .join(matches, matches.c.id == clocks.c.match_id)
    .where(_ACTIVE, matches.c.guild_id == bindparam("guild"))
)


def _lock_clocks(match_ids: Select[Any]) -> Select[Any]:
    query = select(clocks.c.match_id).where(clocks.c.match_id.in_(match_ids))
    return query.order_by(clocks.c.match_id).with_for_update()


_LOCK = _OF_MATCH.with_for_update()
_LOCK_HERE, _LOCK_WAITING = _lock_clocks(_HERE), _lock_clocks(_WAITING)


async def add(tx: Tx, clock: Clock) -> None:
    """Store the clock of a match."""
    await tx.execute(_ADD, {"match_id": clock.match_id, "control": clock.control, **_mutable_columns(clock)})


async def save(tx: Tx, clock: Clock) -> None:
    """Update a stored clock."""
    await tx.execute(_SAVE, {"match": clock.match_id, **_mutable_columns(clock)})


async def of_match(tx: Tx, match_id: int) -> Clock | None:
    """Return the clock of a match, or None."""
    return next(iter(await _fetch(tx, _OF_MATCH, {"match": match_id})), None)


async def lock(tx: Tx, match_id: int) -> Clock | None:
    """Lock the clock of a match until the transaction ends and return it, or None."""
    return next(iter(await _fetch(tx, _LOCK, {"match": match_id})), None)


async def of_matches(tx: Tx, match_ids: Collection[int]) -> dict[int, Clock]:
    """Return the clocks of these matches, by match."""
    return {row.match_id: _clock(row) for row in await fetch_in_batches(tx, _OF_MATCHES, match_ids)}


async def guilds(tx: Tx) -> set[int]:
    """Return the guilds of all active matches with a clock."""
    return set((await tx.execute(_GUILDS)).scalars())


async def lock_in_guild(tx: Tx, guild_id: int) -> list[int]:
    """Lock the clocks of a guild's active matches until the transaction ends, and return the matches."""
    return list((await tx.execute(_LOCK_HERE, {"guild": guild_id})).scalars())


async def lock_waiting_for(tx: Tx, user_id: int) -> list[int]:
    """Lock the clocks of the matches in which a person is to move, and return the matches."""
    return list((await tx.execute(_LOCK_WAITING, {"user": user_id})).scalars())


async def shift_intervals(tx: Tx, match_id: int, moment: datetime, by: timedelta) -> None:
    """Shift the pauses, open seats and net days of a match that go on or end after a moment. Lock its clock first."""
    for table, began, ended in (
        (pauses, pauses.c.began_at, pauses.c.ended_at),
        (open_seats, open_seats.c.opened_at, open_seats.c.closed_at),
        (net_days, net_days.c.began_at, net_days.c.ended_at),
    ):
        later = (table.c.match_id == match_id) & or_(ended.is_(None), ended > moment)
        for number, start, end in (await tx.execute(select(table.c.id, began, ended).where(later))).all():
            moved = {began: start + by, ended: end and end + by}
            await tx.execute(update(table).where(table.c.id == number).values(moved))


async def oldest_turn(tx: Tx, guild_id: int) -> datetime | None:
    """Return when the oldest current turn with a clock in a guild began, or None."""
    return (await tx.execute(_OLDEST, {"guild": guild_id})).scalar_one()


async def due(tx: Tx, now: datetime, guild_ids: Iterable[int]) -> list[int]:
    """Return the matches of these guilds whose clocks have something due, the most overdue first."""
    return list((await tx.execute(_DUE, {"now": now, "guilds": list(guild_ids)})).scalars())


async def guild_of(tx: Tx, match_id: int) -> int | None:
    """Return the guild of an active match with a clock, or None."""
    return (await tx.execute(_GUILD_OF, {"match": match_id})).scalar_one_or_none()


async def _fetch(tx: Tx, query: Executable, given: Mapping[str, Any]) -> list[Clock]:
    return [_clock(row) for row in await tx.execute(query, given)]


def _mutable_columns(clock: Clock) -> dict[str, Any]:
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
