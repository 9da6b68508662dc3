"""How matches ended, for statistics. All calls run in the caller's transaction.

A row comes in the transaction that ends its match. What the rules say of the end is added later.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, delete, func, insert, select, update

from storage.queries.rows import OPENING_PLIES, Outcome, Tally
from storage.schema import outcomes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from storage.engine.database import Tx
    from storage.queries.rows import Match, MatchEnd

_THIS = outcomes.c.match_id == bindparam("match")
_PENDING = (
    select(outcomes.c.match_id)
    .where(outcomes.c.game == bindparam("game"), outcomes.c.ply_1.is_(None))
    .order_by(outcomes.c.match_id)
    .limit(bindparam("most"))
)
_WHAT = (
    outcomes.c.options,
    outcomes.c.players,
    outcomes.c.computers,
    outcomes.c.ending,
    outcomes.c.winner,
    outcomes.c.moves,
)
_TALLIES = (
    select(*_WHAT, func.count().label("count"))
    .where(outcomes.c.game == bindparam("game"), outcomes.c.ending.is_not(None))
    .group_by(*_WHAT)
    .order_by(*_WHAT)
)


def write_options(match: Match) -> str:
    """Return the options of a match as a row has them: the same text for the same options."""
    return json.dumps(match.options, sort_keys=True, separators=(",", ":"))


def write_leaders(seats: Iterable[int]) -> int:
    """Return the seats in first place as a row has them, as bits.

    >>> write_leaders((1, 3))
    5
    """
    return sum(1 << (seat - 1) for seat in seats)


async def expect(tx: Tx, match: Match) -> None:
    """Note that a match has ended; how will be stored. One that was called off after its end is noted anew."""
    await tx.execute(delete(outcomes).where(_THIS), {"match": match.id})
    row = {
        "match_id": match.id,
        "game": match.game,
        "options": write_options(match),
        "players": len(match.seats),
        "computers": any(person.level for person in match.seats),
    }
    await tx.execute(insert(outcomes).values(row))


async def list_pending(tx: Tx, game: str, most: int) -> list[int]:
    """Return the first matches of a game of which it isn't stored how they began and ended, at most so many."""
    return list((await tx.execute(_PENDING, {"game": game, "most": most})).scalars())


async def count_pending(tx: Tx, game: str) -> int:
    """Return of how many matches of a game it isn't stored how they ended."""
    query = select(func.count()).where(outcomes.c.game == game, outcomes.c.ending.is_(None))
    return (await tx.execute(query)).scalar_one()


async def store(tx: Tx, match_id: int, end: MatchEnd) -> None:
    """Store how a match ended that is noted as ended, and how it began."""
    outcome, (ply_1, ply_2, ply_3, *_) = end.outcome, (*end.opening, *[""] * OPENING_PLIES)
    row = {
        "ending": outcome.ending,
        "winner": outcome.winner,
        "moves": outcome.moves,
        "leaders": write_leaders(end.leaders),
        "ply_1": ply_1,
        "ply_2": ply_2,
        "ply_3": ply_3,
    }
    await tx.execute(update(outcomes).where(outcomes.c.match_id == match_id).values(row))


async def tallies(tx: Tx, game: str) -> list[Tally]:
    """Return how the matches of a game ended, those that are alike together."""
    found = await tx.execute(_TALLIES, {"game": game})
    return [
        Tally(row.options, row.players, row.computers, Outcome(row.ending, row.winner, row.moves), row[-1])
        for row in found
    ]
