"""The ended matches of a person, for their profile. All calls run in the caller's transaction."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, select, union

from storage.queries.rows import Outcome
from storage.schema import matches, outcomes, ratings, seats

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from storage.engine.database import Tx


@dataclass(frozen=True, slots=True)
class SeatHolder:
    """A person or a computer player who has a seat at the end of a match, under the name stored there."""

    user_id: int
    name: str


@dataclass(frozen=True, slots=True)
class EndedMatch:
    """A match that has ended: where it was, who has its seats, and how it ended, None if that isn't stored yet.

    `places` are those of a rated match by person, empty for another; they have those who began it.
    """

    id: int
    game: str
    guild_id: int
    channel_id: int
    thread_id: int | None
    ended_at: datetime
    seats: tuple[SeatHolder, ...]
    outcome: Outcome | None
    places: Mapping[int, int]


_USER = bindparam("user", type_=seats.c.user_id.type)
_THEIRS = union(
    select(seats.c.match_id).where(seats.c.user_id == _USER),
    select(ratings.c.match_id).where(ratings.c.user_id == _USER),  # also where somebody else has their seat by now
)
_ENDED = (
    select(
        matches.c.id,
        matches.c.game,
        matches.c.guild_id,
        matches.c.channel_id,
        matches.c.thread_id,
        matches.c.ended_at,
        seats.c.user_id,
        seats.c.name,
        outcomes.c.ending,
        outcomes.c.winner,
        outcomes.c.moves,
    )
    .join(seats, seats.c.match_id == matches.c.id)
    .outerjoin(outcomes, outcomes.c.match_id == matches.c.id)
    .where(matches.c.id.in_(_THEIRS), matches.c.ended_at.is_not(None))
    .order_by(matches.c.ended_at.desc(), matches.c.id.desc(), seats.c.seat)
)
_PLACES = select(ratings.c.match_id, ratings.c.user_id, ratings.c.place).where(ratings.c.match_id.in_(_THEIRS))


async def ended_matches(tx: Tx, user_id: int) -> list[EndedMatch]:
    """Return the ended matches in which a person has a seat or was rated, the latest end first."""
    places: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for row in await tx.execute(_PLACES, {"user": user_id}):
        places[row.match_id][row.user_id] = row.place
    found: list[EndedMatch] = []
    for match_id, group in groupby(await tx.execute(_ENDED, {"user": user_id}), key=lambda row: row.id):
        first, *others = group
        holders = tuple(SeatHolder(row.user_id, row.name) for row in (first, *others))
        outcome = Outcome(first.ending, first.winner, first.moves) if first.ending else None
        where = (first.guild_id, first.channel_id, first.thread_id)
        found.append(EndedMatch(match_id, first.game, *where, first.ended_at, holders, outcome, places[match_id]))
    return found
