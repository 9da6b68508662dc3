"""Lists of a server's matches, a page at a time. All calls run in the caller's transaction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import func, select

from storage.queries import matches as stored_matches
from storage.schema import clocks, matches, seats

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from sqlalchemy import ColumnElement

    from storage.engine.database import Tx
    from storage.queries.rows import Match


@dataclass(frozen=True, slots=True)
class ServerFilter:
    """Which matches of a server to list: those in these channels, of a person, of a game (by its key).

    A person's matches include those that they left and in which somebody else plays on in their seat. With
    `of_computers` only those in which a computer player has a seat.
    """

    guild_id: int
    channels: Collection[int]
    user_id: int | None = None
    game: str | None = None
    of_computers: bool = False

    def conditions(self, *, active: bool) -> list[ColumnElement[bool]]:
        """Return what the rows of the active or of the ended matches meet."""
        ended = matches.c.ended_at
        found = [matches.c.guild_id == self.guild_id, ended.is_(None) if active else ended.is_not(None)]
        found.append(matches.c.channel_id.in_(self.channels))
        if self.user_id is not None:
            found.append(stored_matches.played_by(self.user_id))
        if self.of_computers:
            found.append(matches.c.id.in_(select(seats.c.match_id).where(seats.c.user_id < 0)))
        if self.game is not None:
            found.append(matches.c.game == self.game)
        return found


async def count(tx: Tx, wanted: ServerFilter, *, active: bool) -> int:
    """Return how many active or ended matches there are."""
    query = select(func.count()).select_from(matches).where(*wanted.conditions(active=active))
    return (await tx.execute(query)).scalar_one()


async def running(tx: Tx, guild_id: int) -> list[tuple[int, int, int | None, datetime | None]]:
    """Return the active matches of a server, each with its seq, its thread and the deadline of its turn, by number."""
    query = (
        select(matches.c.id, matches.c.seq, matches.c.thread_id, clocks.c.deadline)
        .outerjoin(clocks, clocks.c.match_id == matches.c.id)
        .where(matches.c.guild_id == guild_id, matches.c.ended_at.is_(None))
        .order_by(matches.c.id)
    )
    return [tuple(row) for row in await tx.execute(query)]


async def most_urgent(tx: Tx, wanted: ServerFilter, limit: int) -> list[Match]:
    """Return some of the active matches: by deadline, then those without one, the longest turn first."""
    query = (
        select(matches.c.id)
        .outerjoin(clocks, clocks.c.match_id == matches.c.id)
        .where(*wanted.conditions(active=True))
        .order_by(clocks.c.deadline.is_(None), clocks.c.deadline, matches.c.since, matches.c.id)
    )
    return await _find(tx, list((await tx.execute(query.limit(limit))).scalars()))


async def page(tx: Tx, wanted: ServerFilter, *, active: bool, offset: int, limit: int) -> list[Match]:
    """Return some of the active or ended matches, those with the latest turn or end first."""
    newest = matches.c.since if active else matches.c.ended_at
    query = select(matches.c.id).where(*wanted.conditions(active=active)).order_by(newest.desc(), matches.c.id.desc())
    return await _find(tx, list((await tx.execute(query.offset(offset).limit(limit))).scalars()))


async def _find(tx: Tx, ids: list[int]) -> list[Match]:
    """Return matches in the order of their numbers given."""
    found = {match.id: match for match in await stored_matches.find(tx, matches.c.id.in_(ids))} if ids else {}
    return [found[match_id] for match_id in ids]
