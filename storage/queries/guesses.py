"""Guesses who wins a match, one row a person and match. All calls run in the caller's transaction."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Any

from sqlalchemy import bindparam, insert, select, update

from storage.schema import corrections, crowd_members, events, guesses, matches, outcomes

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from sqlalchemy import Select

    from storage.engine.database import Tx


@dataclass(frozen=True, slots=True)
class Guess:
    """A person's guess: the seat that wins alone or 0 for none, and how sure they are, in percent.

    There were so many `choices`. `seq` is the last event before it, `source_id` the form by which it came.
    """

    match_id: int
    user_id: int
    name: str
    choices: int
    result: int
    percent: int
    seq: int
    source_id: int
    at: datetime


@dataclass(frozen=True, slots=True)
class JudgedGuess:
    """A guess in a match of so many players, and the seats in first place at its end: none without a result."""

    guess: Guess
    players: int
    winners: tuple[int, ...]


_COLUMNS = [guesses.c[each.name] for each in fields(Guess)]
_HERE = (guesses.c.match_id == bindparam("match")) & (guesses.c.user_id == bindparam("user"))
_CORRECTED = (
    select(corrections.c.places)
    .where(corrections.c.match_id == guesses.c.match_id)
    .order_by(corrections.c.number.desc())
    .limit(1)
    .scalar_subquery()
)
_SUBSTITUTED = (
    select(events.c.seq)
    .where(events.c.match_id == guesses.c.match_id, events.c.seq > guesses.c.seq, events.c.kind == "substitute")
    .exists()
)
_JOINED = (
    select(crowd_members.c.user_id)
    .where(crowd_members.c.challenge_id == matches.c.challenge_id, crowd_members.c.user_id == guesses.c.user_id)
    .exists()
)
_ENDED = (
    select(*_COLUMNS, outcomes.c.players, outcomes.c.leaders, _CORRECTED.label("places"))
    .join(matches, matches.c.id == guesses.c.match_id)
    .join(outcomes, outcomes.c.match_id == guesses.c.match_id)
    .where(matches.c.ended_at.is_not(None), outcomes.c.leaders.is_not(None), ~_SUBSTITUTED, ~_JOINED)
    .order_by(guesses.c.match_id, guesses.c.at, guesses.c.user_id)
)
MOST_LENGTHS = 100
"""The latest matches by which the usual length of a match is told."""


async def get(tx: Tx, match_id: int, user_id: int) -> Guess | None:
    """Return a person's guess of a match, or None."""
    row = (await tx.execute(select(*_COLUMNS).where(_HERE), {"match": match_id, "user": user_id})).first()
    return Guess(*row) if row else None


async def put(tx: Tx, guess: Guess) -> None:
    """Store a guess in place of the person's one before; a form that comes again changes nothing. Lock the match."""
    here = {"match": guess.match_id, "user": guess.user_id}
    before = await get(tx, guess.match_id, guess.user_id)
    if before is None:
        await tx.execute(insert(guesses).values(asdict(guess)))
    elif before.source_id < guess.source_id:
        await tx.execute(update(guesses).where(_HERE).values(asdict(guess)), here)


async def of_match(tx: Tx, match_id: int) -> list[JudgedGuess]:
    """Return the guesses of a match that has ended, the first first; without those before somebody took a seat.

    Nobody's counts who joined a crowd of the match.
    """
    return await _fetch(tx, _ENDED.where(guesses.c.match_id == match_id))


async def of_server(tx: Tx, guild_id: int) -> list[JudgedGuess]:
    """Return the guesses of all matches of a server that have ended, by match; without the same."""
    return await _fetch(tx, _ENDED.where(matches.c.guild_id == guild_id))


async def lengths(tx: Tx, game: str, players: int, before: datetime) -> list[int]:
    """Return how many moves the latest matches of a game took, with so many players, that had ended before a time.

    They ended with a result, and there are at most a hundred.
    """
    query = (
        select(outcomes.c.moves)
        .join(matches, matches.c.id == outcomes.c.match_id)
        .where(
            outcomes.c.game == game,
            outcomes.c.players == players,
            outcomes.c.leaders > 0,
            matches.c.ended_at <= before,
        )
        .order_by(outcomes.c.match_id.desc())
        .limit(MOST_LENGTHS)
    )
    return list((await tx.execute(query)).scalars())


async def _fetch(tx: Tx, query: Select[Any]) -> list[JudgedGuess]:
    return [
        JudgedGuess(Guess(*row[: len(_COLUMNS)]), row.players, _find_winners(row.players, row.leaders, row.places))
        for row in await tx.execute(query)
    ]


def _find_winners(players: int, leaders: int, places: Sequence[int] | None) -> tuple[int, ...]:
    """Return the seats in first place: by the bits of a row of `outcomes`, or by the corrected places if there are any.

    >>> _find_winners(3, 5, None), _find_winners(3, 5, [2, 1, 3])
    ((1, 3), (2,))
    """
    if places is not None:
        return tuple(seat for seat, place in enumerate(places, 1) if place == 1)
    return tuple(seat for seat in range(1, players + 1) if leaders >> (seat - 1) & 1)
