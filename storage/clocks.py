"""How much time is left in matches that are played by the clock. All calls run in the caller's transaction.

Whoever changes a clock holds its match first, or waits for nothing else while it holds the clock.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from sqlalchemy import Select, insert, select, update

from storage.schema import clocks, matches, seats

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from datetime import datetime

    from sqlalchemy import RowMapping

    from storage.database import Tx

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


async def start(tx: Tx, clock: Clock) -> None:
    """Give a match its clock."""
    await tx.execute(insert(clocks).values(match_id=clock.match_id, control=clock.control, **_changing(clock)))


async def keep(tx: Tx, clock: Clock) -> None:
    """Keep a clock as it now is."""
    await tx.execute(update(clocks).where(clocks.c.match_id == clock.match_id).values(_changing(clock)))


async def of_match(tx: Tx, match_id: int) -> Clock | None:
    """Return the clock of a match, None for one that is played without."""
    return next(iter(await _those(tx, select(clocks).where(clocks.c.match_id == match_id))), None)


async def hold(tx: Tx, match_id: int) -> Clock | None:
    """Return the same; nobody else changes it until the transaction ends."""
    return next(iter(await _those(tx, select(clocks).where(clocks.c.match_id == match_id).with_for_update())), None)


async def of_matches(tx: Tx, match_ids: Collection[int]) -> dict[int, Clock]:
    """Return the clocks of those of some matches that have one, by match."""
    found: dict[int, Clock] = {}
    listed = list(match_ids)
    for start_at in range(0, len(listed), _AT_ONCE):
        query = select(clocks).where(clocks.c.match_id.in_(listed[start_at : start_at + _AT_ONCE]))
        found |= {clock.match_id: clock for clock in await _those(tx, query)}
    return found


async def guilds(tx: Tx) -> set[int]:
    """Return the guilds where a match is played by the clock."""
    query = select(matches.c.guild_id).join(clocks, clocks.c.match_id == matches.c.id)
    return set((await tx.execute(query.where(matches.c.ended_at.is_(None)).distinct())).scalars())


async def hold_all(tx: Tx, guild_id: int) -> list[Clock]:
    """Return the clocks of a guild's matches that go on; nobody else changes them until the transaction ends."""
    here = select(matches.c.id).where(matches.c.ended_at.is_(None), matches.c.guild_id == guild_id)
    return await _held(tx, here)


async def hold_against(tx: Tx, user_id: int) -> list[Clock]:
    """Return the clocks of the matches that wait for a person, held as well."""
    waiting = select(matches.c.id).join(seats, (seats.c.match_id == matches.c.id) & (seats.c.seat == matches.c.to_move))
    return await _held(tx, waiting.where(matches.c.ended_at.is_(None), seats.c.user_id == user_id))


async def any_due(tx: Tx, now: datetime) -> bool:
    """Return whether something is due anywhere."""
    return (await tx.execute(select(clocks.c.match_id).where(clocks.c.due_at <= now).limit(1))).first() is not None


async def take_due(tx: Tx, now: datetime, guild_ids: Iterable[int], limit: int = 100) -> list[Clock]:
    """Return clocks of some guilds at which something is due, the longest first, and that no other process is at.

    They are this process's until the transaction ends.
    """
    here = matches.c.guild_id.in_(list(guild_ids))
    query = select(clocks).join(matches, matches.c.id == clocks.c.match_id).where(clocks.c.due_at <= now, here)
    return await _those(tx, query.order_by(clocks.c.due_at).limit(limit).with_for_update(skip_locked=True, of=clocks))


async def _held(tx: Tx, match_ids: Select[Any]) -> list[Clock]:
    query = select(clocks).where(clocks.c.match_id.in_(match_ids)).order_by(clocks.c.match_id)
    return await _those(tx, query.with_for_update())


async def _those(tx: Tx, query: Select[Any]) -> list[Clock]:
    return [_clock(row) for row in (await tx.execute(query)).mappings()]


def _changing(clock: Clock) -> dict[str, Any]:
    return {
        "left": [each // _MICROSECOND for each in clock.left],
        "since": clock.since,
        "deadline": clock.deadline,
        "due": clock.due,
        "due_at": clock.due_at,
    }


def _clock(row: RowMapping) -> Clock:
    return Clock(
        match_id=row["match_id"],
        control=row["control"],
        left=tuple(each * _MICROSECOND for each in row["left"]),
        since=row["since"],
        deadline=row["deadline"],
        due=row["due"],
        due_at=row["due_at"],
    )
