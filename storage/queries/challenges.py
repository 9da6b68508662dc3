"""Challenges and the people in them. All calls run in the caller's transaction."""

from __future__ import annotations

from dataclasses import fields
from itertools import groupby
from typing import TYPE_CHECKING, Any

from sqlalchemy import Select, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from storage.engine.errors import AlreadyStored, RowMissing, WriteConflict
from storage.queries import people
from storage.queries.rows import Challenge, Person
from storage.schema import challenge_people, challenges, matches

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from sqlalchemy import ColumnElement, RowMapping

    from storage.engine.database import Tx
    from storage.queries.rows import ChallengeStatus

_NAMES = [each.name for each in fields(Challenge) if each.name in challenges.c]


async def create(  # noqa: PLR0913 - a record has that many fields
    tx: Tx,
    *,
    game: str,
    options: Mapping[str, int | str],
    guild_id: int,
    channel_id: int,
    people: Sequence[Person],
    size: int,
    seat: int | None,
    look: Mapping[str, str],
    source_id: int,
    at: datetime,
    expires_at: datetime,
    rematch_of: int | None = None,
    clock: str = "none",
    again: int = 0,
    theirs: bool = False,
    rated: bool = True,
    start: str | None = None,
    origin_id: int | None = None,
    origin_ply: int | None = None,
) -> Challenge:
    """Store a challenge by `people[0]` to the others, for a match of `size` people.

    `people[0]` and computer players have accepted from the start.

    Raises `AlreadyStored` when this source already made one; the transaction can go on. A match has at most one
    rematch, so the caller locks the match and checks `rematch` first.
    """
    try:
        async with tx.begin_nested():
            row = insert(challenges).values(
                game=game,
                options=dict(options),
                guild_id=guild_id,
                channel_id=channel_id,
                seat=seat,
                size=size,
                look=dict(look),
                status="open",
                source_id=source_id,
                rematch_of=rematch_of,
                clock=clock,
                again=again,
                theirs=theirs,
                rated=rated,
                start=start,
                origin_id=origin_id,
                origin_ply=origin_ply,
                created_at=at,
                expires_at=expires_at,
            )
            challenge_id: int = (await tx.execute(row.returning(challenges.c.id))).scalar_one()
    except IntegrityError as error:
        if not await _fetch(tx, challenges.c.source_id == source_id):
            raise
        raise AlreadyStored(f"source {source_id} already made a challenge") from error
    for place, person in enumerate(people):
        await _add(tx, challenge_id, place, person, accepted=place == 0 or person.level is not None)
    return await require(tx, challenge_id)


async def get(tx: Tx, challenge_id: int) -> Challenge | None:
    """Return one challenge, or None for an unknown id."""
    return next(iter(await _fetch(tx, challenges.c.id == challenge_id)), None)


async def rematch(tx: Tx, match_id: int) -> Challenge | None:
    """Return the challenge to a rematch of a match, in any status, or None."""
    return next(iter(await _fetch(tx, challenges.c.rematch_of == match_id)), None)


async def lock(tx: Tx, challenge_id: int) -> Challenge | None:
    """Lock a challenge until the transaction ends and return it, or None for an unknown id."""
    await _lock(tx, select(challenges.c.id).where(challenges.c.id == challenge_id))
    return await get(tx, challenge_id)


async def open_for(tx: Tx, user_id: int) -> list[Challenge]:
    """Return the open challenges that wait for an answer of this user, oldest first."""
    invited = _of_person(user_id).where(challenge_people.c.place > 0, challenge_people.c.accepted.is_(False))
    return await _fetch(tx, challenges.c.status == "open", challenges.c.id.in_(invited))


async def open_with(tx: Tx, user_id: int) -> list[Challenge]:
    """Return the open challenges that this user issued, is invited to, or has accepted, oldest first."""
    return await _fetch(tx, challenges.c.status == "open", challenges.c.id.in_(_of_person(user_id)))


async def open_by(tx: Tx, user_id: int) -> list[Challenge]:
    """Return the open challenges that this user issued, oldest first."""
    return await _fetch(tx, *_issued_by(user_id))


async def issued_since(
    tx: Tx,
    moment: datetime,
    *,
    user_id: int | None = None,
    guild_id: int | None = None,
    channel_id: int | None = None,
) -> list[datetime]:
    """Return when challenges were issued after a moment, in order: by a person, on a server, in a channel.

    Pairings of events don't count.
    """
    query = select(challenges.c.created_at).where(challenges.c.source_id > 0, challenges.c.created_at > moment)
    if user_id is not None:
        issued = _of_person(user_id).where(challenge_people.c.place == 0)
        query = query.where(challenges.c.id.in_(issued))
    if guild_id is not None:
        query = query.where(challenges.c.guild_id == guild_id)
    if channel_id is not None:
        query = query.where(challenges.c.channel_id == channel_id)
    return list((await tx.execute(query.order_by(challenges.c.created_at))).scalars())


async def count_since(tx: Tx, channel_id: int, moment: datetime) -> int:
    """Return how many challenges and pairings of events began in a channel after a moment."""
    here = challenges.c.channel_id == channel_id, challenges.c.created_at > moment
    return (await tx.execute(select(func.count()).select_from(challenges).where(*here))).scalar_one()


async def lock_open_by(tx: Tx, user_id: int) -> list[Challenge]:
    """Return the same and lock the user's row, so that two processes can't both count before either adds one."""
    await people.lock(tx, user_id)
    return await open_by(tx, user_id)


async def joinable(tx: Tx, guild_id: int) -> list[Challenge]:
    """Return the open challenges of a guild that others can join, oldest first."""
    here = await _fetch(tx, challenges.c.status == "open", challenges.c.guild_id == guild_id)
    return [challenge for challenge in here if challenge.has_room]


async def accept(tx: Tx, challenge_id: int, user_id: int, seat: int | None = None) -> Challenge:
    """Mark an invited person as accepted, with the seat they chose, if any, and return the challenge.

    Raises `RowMissing` for an unknown id.
    """
    await tx.execute(
        update(challenge_people)
        .where(challenge_people.c.challenge_id == challenge_id, challenge_people.c.user_id == user_id)
        .values(accepted=True, seat=seat)
    )
    return await require(tx, challenge_id)


async def join(tx: Tx, challenge: Challenge, person: Person, seat: int | None = None) -> Challenge:
    """Add a person who joins without an invitation, with the seat they chose, if any, and return the challenge."""
    last = func.max(challenge_people.c.place)
    place = (await tx.execute(select(last).where(challenge_people.c.challenge_id == challenge.id))).scalar_one()
    await _add(tx, challenge.id, place + 1, person, accepted=True, seat=seat)
    return await require(tx, challenge.id)


async def leave(tx: Tx, challenge_id: int, user_id: int) -> Challenge:
    """Remove a person from a challenge and return it."""
    await tx.execute(
        delete(challenge_people).where(
            challenge_people.c.challenge_id == challenge_id, challenge_people.c.user_id == user_id
        )
    )
    return await require(tx, challenge_id)


async def close(tx: Tx, challenge_id: int, status: ChallengeStatus, match_id: int | None = None) -> None:
    """Close an open challenge, with its match if it has one. Raises `WriteConflict` when it is no longer open."""
    closed = await tx.execute(
        update(challenges)
        .where(challenges.c.id == challenge_id, challenges.c.status == "open")
        .values(status=status)
        .returning(challenges.c.id)
    )
    if closed.first() is None:
        raise WriteConflict(f"challenge {challenge_id} is not open")
    if match_id is not None:
        await tx.execute(update(matches).where(matches.c.id == match_id).values(challenge_id=challenge_id))


async def expired(tx: Tx, now: datetime) -> list[int]:
    """Return the ids of the open challenges that have expired, oldest first."""
    overdue = select(challenges.c.id).where(challenges.c.status == "open", challenges.c.expires_at <= now)
    return list((await tx.execute(overdue.order_by(challenges.c.id))).scalars())


async def lock_expired(tx: Tx, challenge_id: int, now: datetime) -> Challenge | None:
    """Lock an expired challenge until the transaction ends and return it, or None if it is no longer open."""
    this = select(challenges.c.id).where(challenges.c.id == challenge_id)
    overdue = this.where(challenges.c.status == "open", challenges.c.expires_at <= now)
    return await require(tx, challenge_id) if await _lock(tx, overdue) else None


async def _lock(tx: Tx, ids: Select[Any]) -> list[int]:
    """Lock the challenges that a query selects. Their keys stay free, so other tables can add rows that name them."""
    locked = ids.order_by(challenges.c.id).with_for_update(key_share=True)
    return list((await tx.execute(locked)).scalars())


async def _add(
    tx: Tx, challenge_id: int, place: int, person: Person, *, accepted: bool, seat: int | None = None
) -> None:
    await tx.execute(
        insert(challenge_people).values(
            challenge_id=challenge_id, place=place, user_id=person.id, name=person.name, accepted=accepted, seat=seat
        )
    )


def _issued_by(user_id: int) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    issued = _of_person(user_id).where(challenge_people.c.place == 0)
    return challenges.c.status == "open", challenges.c.id.in_(issued)


def _of_person(user_id: int) -> Select[Any]:
    return select(challenge_people.c.challenge_id).where(challenge_people.c.user_id == user_id)


async def require(tx: Tx, challenge_id: int) -> Challenge:
    """Return one challenge. Raises `RowMissing` for an unknown id."""
    challenge = await get(tx, challenge_id)
    if challenge is None:
        raise RowMissing(f"there is no challenge {challenge_id}")
    return challenge


async def _fetch(tx: Tx, *conditions: ColumnElement[bool]) -> list[Challenge]:
    """Return the challenges that meet the conditions, oldest first."""
    query = (
        select(
            challenges,
            challenge_people.c.user_id,
            challenge_people.c.name,
            challenge_people.c.accepted,
            challenge_people.c.seat.label("chosen"),
            matches.c.id.label("match_id"),
        )
        .join(challenge_people, challenge_people.c.challenge_id == challenges.c.id)
        .outerjoin(matches, matches.c.challenge_id == challenges.c.id)
        .where(*conditions)
        .order_by(challenges.c.id, challenge_people.c.place)
    )
    rows = (await tx.execute(query)).mappings()
    return [_challenge(list(group)) for _, group in groupby(rows, key=lambda row: row["id"])]


def _challenge(rows: list[RowMapping]) -> Challenge:
    """Build a challenge from its rows, one for each person, in order."""
    return Challenge(
        **{name: rows[0][name] for name in _NAMES},
        match_id=rows[0]["match_id"],
        people=tuple(Person(each["user_id"], each["name"]) for each in rows),
        accepted=frozenset(each["user_id"] for each in rows if each["accepted"]),
        chosen={each["user_id"]: each["chosen"] for each in rows if each["chosen"] is not None},
    )
