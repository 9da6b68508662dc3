"""Tournaments and the people in them. All calls run in the caller's transaction."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from storage.engine.errors import AlreadyStored, RowMissing
from storage.queries.rows import Entrant, Tournament
from storage.schema import tournament_people, tournaments

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from sqlalchemy import Executable

    from storage.engine.database import Tx
    from storage.queries.rows import Person

_ALL = select(*(tournaments.c[each.name] for each in fields(Tournament)))
_THIS = tournaments.c.id == bindparam("tournament")
_OF_ID = _ALL.where(_THIS)
_BY_SOURCE = _ALL.where(tournaments.c.source_id == bindparam("source"))
_NEXT = _ALL.where(tournaments.c.previous_id == bindparam("tournament"))
_IN_GUILD = _ALL.where(tournaments.c.guild_id == bindparam("guild")).order_by(tournaments.c.id.desc())
_DUE = select(tournaments.c.id).where(tournaments.c.due_at <= bindparam("now")).order_by(tournaments.c.due_at)
_ENTERED = (
    select(tournaments.c.id)
    .join(tournament_people, tournament_people.c.tournament_id == tournaments.c.id)
    .where(tournament_people.c.user_id == bindparam("user"), tournament_people.c.withdrawn_at.is_(None))
    .where(tournaments.c.status.in_(("open", "running")))
    .order_by(tournaments.c.id)
)
_LOCK = select(tournaments.c.id).where(_THIS).with_for_update(key_share=True)
_PEOPLE = select(
    tournament_people.c.tournament_id,
    tournament_people.c.user_id,
    tournament_people.c.name,
    tournament_people.c.joined_at,
    tournament_people.c.group_number,
    tournament_people.c.seed,
    tournament_people.c.warned,
    tournament_people.c.withdrawn_at,
    tournament_people.c.struck,
)
_OF_TOURNAMENT = tournament_people.c.tournament_id == bindparam("tournament")
_PEOPLE_OF = _PEOPLE.where(_OF_TOURNAMENT).order_by(
    tournament_people.c.seed.nulls_last(), tournament_people.c.joined_at, tournament_people.c.user_id
)
_PERSON = (_OF_TOURNAMENT, tournament_people.c.user_id == bindparam("user"))


async def create(tx: Tx, source_id: int | None, **terms: Any) -> Tournament:
    """Store a tournament; the `terms` are the other columns but its id.

    Raises `AlreadyStored` if the same message or interaction, or the same season before, already made one; the
    transaction can go on.
    """
    try:
        async with tx.begin_nested():
            row = insert(tournaments).values(source_id=source_id, **terms).returning(tournaments.c.id)
            return await require(tx, (await tx.execute(row)).scalar_one())
    except IntegrityError as error:
        if not await by_source(tx, source_id) and not await next_season(tx, terms.get("previous_id") or 0):
            raise
        raise AlreadyStored(f"source {source_id} already made a tournament") from error


async def get(tx: Tx, tournament_id: int) -> Tournament | None:
    """Return a tournament, or None for an unknown id."""
    return await _one(tx, _OF_ID, {"tournament": tournament_id})


async def require(tx: Tx, tournament_id: int) -> Tournament:
    """Return a tournament. Raises `RowMissing` for an unknown id."""
    found = await get(tx, tournament_id)
    if found is None:
        raise RowMissing(f"there is no tournament {tournament_id}")
    return found


async def lock(tx: Tx, tournament_id: int) -> Tournament | None:
    """Lock a tournament until the transaction ends and return it, or None for an unknown id."""
    await tx.execute(_LOCK, {"tournament": tournament_id})
    return await get(tx, tournament_id)


async def by_source(tx: Tx, source_id: int | None) -> Tournament | None:
    """Return the tournament that a message or interaction made, or None."""
    return await _one(tx, _BY_SOURCE, {"source": source_id})


async def next_season(tx: Tx, tournament_id: int) -> Tournament | None:
    """Return the season after a tournament, or None."""
    return await _one(tx, _NEXT, {"tournament": tournament_id})


async def in_guild(tx: Tx, guild_id: int) -> list[Tournament]:
    """Return the tournaments of a server, the newest first."""
    return [Tournament(*row) for row in await tx.execute(_IN_GUILD, {"guild": guild_id})]


async def entered_by(tx: Tx, user_id: int) -> list[int]:
    """Return the ids of the tournaments, open or running, for which a person signed up and didn't withdraw."""
    return list((await tx.execute(_ENTERED, {"user": user_id})).scalars())


async def due(tx: Tx, now: datetime) -> list[int]:
    """Return the ids of the tournaments in which something is due."""
    return list((await tx.execute(_DUE, {"now": now})).scalars())


async def change(tx: Tx, tournament_id: int, **values: Any) -> None:
    """Change columns of a tournament."""
    await tx.execute(update(tournaments).where(_THIS).values(**values), {"tournament": tournament_id})


async def people(tx: Tx, tournament_id: int) -> list[Entrant]:
    """Return who signed up for a tournament, by seed, or in order before it begins."""
    return [Entrant(*row) for row in await tx.execute(_PEOPLE_OF, {"tournament": tournament_id})]


async def join(tx: Tx, tournament_id: int, person: Person, at: datetime) -> None:
    """Add a person to a tournament."""
    row = {"tournament_id": tournament_id, "user_id": person.id, "name": person.name, "joined_at": at}
    await tx.execute(insert(tournament_people).values(row))


async def leave(tx: Tx, tournament_id: int, user_id: int) -> None:
    """Remove a person from a tournament that hasn't begun."""
    await tx.execute(delete(tournament_people).where(*_PERSON), {"tournament": tournament_id, "user": user_id})


async def change_person(tx: Tx, tournament_id: int, user_id: int, **values: Any) -> None:
    """Change columns of a person's row."""
    changed = update(tournament_people).where(*_PERSON).values(**values)
    await tx.execute(changed, {"tournament": tournament_id, "user": user_id})


async def form_groups(tx: Tx, tournament_id: int, groups: Sequence[Sequence[int]], seeds: Mapping[int, int]) -> None:
    """Store in which group each person is, and their seeds."""
    changed = update(tournament_people).where(*_PERSON).values(group_number=bindparam("in"), seed=bindparam("as"))
    rows = [
        {"tournament": tournament_id, "user": user_id, "in": group, "as": seeds[user_id]}
        for group, people in enumerate(groups)
        for user_id in people
    ]
    await tx.execute(changed, rows)


async def _one(tx: Tx, query: Executable, given: Mapping[str, Any]) -> Tournament | None:
    row = (await tx.execute(query, given)).first()
    return Tournament(*row) if row else None
