"""Matches and who sits at them. All calls run in the caller's transaction."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from sqlalchemy import Select, and_, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from storage.errors import Taken
from storage.records import Match, Person
from storage.schema import matches, seats

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from sqlalchemy import ColumnElement, RowMapping

    from storage.database import Tx


async def create(  # noqa: PLR0913 - a record has that many fields
    tx: Tx,
    *,
    game: str,
    rules: int,
    options: Mapping[str, int | str],
    seed: int,
    guild_id: int,
    channel_id: int,
    seats: Sequence[Person],
    position: str,
    to_move: int | None,
    challenge_id: int | None,
    look: Mapping[str, str],
    at: datetime,
) -> Match:
    """Record a match before its first event. `seats` lists the people in seat order, `seed` fits 64 signed bits.

    Raises `Taken` when its challenge already led to a match; the transaction can go on.
    """
    row = insert(matches).values(
        game=game,
        rules=rules,
        options=dict(options),
        seed=seed,
        guild_id=guild_id,
        channel_id=channel_id,
        seq=0,
        position=position,
        to_move=to_move,
        created_at=at,
        since=at,
        ended_at=at if to_move is None else None,
        challenge_id=challenge_id,
        look=dict(look),
    )
    try:
        async with tx.begin_nested():
            match_id: int = (await tx.execute(row.returning(matches.c.id))).scalar_one()
    except IntegrityError as error:
        if not await those(tx, seated().where(matches.c.challenge_id == challenge_id)):
            raise
        raise Taken(f"challenge {challenge_id} already led to a match") from error
    await _seat(tx, match_id, seats)
    return await sure(tx, match_id)


async def get(tx: Tx, match_id: int) -> Match | None:
    """Return one match, or None for an unknown id."""
    return next(iter(await those(tx, seated().where(matches.c.id == match_id))), None)


async def sure(tx: Tx, match_id: int) -> Match:
    """Return one match. Raises `LookupError` for an unknown id."""
    match = await get(tx, match_id)
    if match is None:
        raise LookupError(f"there is no match {match_id}")
    return match


async def hold(tx: Tx, match_id: int) -> None:
    """Let nobody else change a match, nor add an event to it, until the transaction ends."""
    await tx.execute(select(matches.c.id).where(matches.c.id == match_id).with_for_update(key_share=True))


async def in_channel(tx: Tx, channel_id: int) -> list[Match]:
    """Return the matches whose home is this thread or channel: active ones before ended ones, newest first."""
    home = or_(
        matches.c.thread_id == channel_id,
        and_(matches.c.channel_id == channel_id, matches.c.thread_id.is_(None)),
    )
    return await those(tx, seated().where(home), matches.c.ended_at.is_not(None), matches.c.id.desc())


async def of_player(tx: Tx, user_id: int, *, active: bool = True) -> list[Match]:
    """Return the active matches (or the ended ones instead) of a player; the one that waits longest comes first.

    A match that goes on without them, because they left it, is none of theirs.
    """
    theirs = select(seats.c.match_id).where(seats.c.user_id == user_id)
    if active:
        theirs = theirs.where(seats.c.gone.is_(False))
    ended = matches.c.ended_at.is_(None) if active else matches.c.ended_at.is_not(None)
    return await those(tx, seated().where(matches.c.id.in_(theirs), ended), matches.c.since)


async def to_move(tx: Tx, user_id: int) -> list[Match]:
    """Return the active matches in which this user is to move; the one that waits longest comes first."""
    mover = seats.alias("mover")
    query = seated().join(mover, and_(mover.c.match_id == matches.c.id, mover.c.seat == matches.c.to_move))
    return await those(tx, query.where(mover.c.user_id == user_id, matches.c.ended_at.is_(None)), matches.c.since)


async def latest_guild(tx: Tx, user_id: int) -> int | None:
    """Return the guild where a person's latest match began, None for who has played none."""
    theirs = select(matches.c.guild_id).join(seats, seats.c.match_id == matches.c.id).where(seats.c.user_id == user_id)
    return (await tx.execute(theirs.order_by(seats.c.match_id.desc()).limit(1))).scalar_one_or_none()


async def active(tx: Tx) -> list[Match]:
    """Return the matches that are not over, oldest first."""
    return await those(tx, seated().where(matches.c.ended_at.is_(None)))


async def rules_in_use(tx: Tx) -> list[tuple[str, int]]:
    """Return the games of the active matches, each with each version of its rules that one of them is pinned to."""
    query = select(matches.c.game, matches.c.rules).where(matches.c.ended_at.is_(None)).distinct()
    return [(row.game, row.rules) for row in await tx.execute(query.order_by(matches.c.game, matches.c.rules))]


async def under(tx: Tx, game: str, rules: int) -> list[Match]:
    """Return the active matches of a game that are pinned to a version of its rules, oldest first."""
    pinned = (matches.c.game == game) & (matches.c.rules == rules)
    return await those(tx, seated().where(pinned, matches.c.ended_at.is_(None)))


async def set_rules(tx: Tx, match: Match, rules: int) -> None:
    """Pin a match, as the caller saw it, to another version of its rules. Raises `Taken` when it has gone on since."""
    as_seen = (matches.c.seq == match.seq) & (matches.c.rules == match.rules) & matches.c.ended_at.is_(None)
    query = update(matches).where(matches.c.id == match.id, as_seen).values(rules=rules).returning(matches.c.id)
    if (await tx.execute(query)).first() is None:
        raise Taken(f"match {match.id} no longer stands at {match.seq}")


async def set_thread(tx: Tx, match_id: int, thread_id: int) -> None:
    """Say which thread a match has got."""
    await tx.execute(update(matches).where(matches.c.id == match_id).values(thread_id=thread_id))


async def _seat(tx: Tx, match_id: int, people: Sequence[Person]) -> None:
    await tx.execute(
        insert(seats),
        [
            {"match_id": match_id, "seat": seat, "user_id": person.id, "name": person.name, "gone": False}
            for seat, person in enumerate(people, 1)
        ],
    )


def seated() -> Select[Any]:
    """Return the query for matches with a row for each seat."""
    return select(matches, seats.c.user_id, seats.c.name, seats.c.seat, seats.c.gone).join(
        seats, seats.c.match_id == matches.c.id
    )


async def those(tx: Tx, query: Select[Any], *order: ColumnElement[Any]) -> list[Match]:
    """Return the matches of a query on `seated`; equal ones in their `order` come oldest first."""
    rows = (await tx.execute(query.order_by(*order, matches.c.id, seats.c.seat))).mappings()
    return [_match(list(group)) for _, group in groupby(rows, key=lambda row: row["id"])]


def renewed(match: Match, row: RowMapping) -> Match:
    """Return a match as its row now says, with the people it has."""
    return _of_row(row, match.seats, match.gone)


def _match(rows: list[RowMapping]) -> Match:
    """Make a record of its rows, one for each seat, in order."""
    people = tuple(Person(each["user_id"], each["name"]) for each in rows)
    return _of_row(rows[0], people, frozenset(each["seat"] for each in rows if each["gone"]))


def _of_row(row: RowMapping, people: tuple[Person, ...], gone: frozenset[int]) -> Match:
    return Match(
        id=row["id"],
        game=row["game"],
        rules=row["rules"],
        options=row["options"],
        seed=row["seed"],
        guild_id=row["guild_id"],
        channel_id=row["channel_id"],
        thread_id=row["thread_id"],
        seats=people,
        seq=row["seq"],
        position=row["position"],
        to_move=row["to_move"],
        created_at=row["created_at"],
        since=row["since"],
        ended_at=row["ended_at"],
        challenge_id=row["challenge_id"],
        look=row["look"],
        gone=gone,
    )
