"""Matches and the people in their seats. All calls run in the caller's transaction."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

from sqlalchemy import BindParameter, Select, String, and_, bindparam, cast, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from storage.engine.errors import RowMissing, WriteConflict
from storage.queries import crowds, key_value, outcomes
from storage.queries.rows import DIRECT, Match, Person
from storage.schema import (
    clocks,
    crowd_members,
    events,
    gave_seat_up,
    matches,
    offer_votes,
    offers,
    open_seats,
    seats,
    votes,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from datetime import datetime

    from sqlalchemy import ColumnElement, Executable, Row

    from storage.engine.database import Tx

_NAMES = [each.name for each in fields(Match) if each.name in matches.c]
_SEATED = select(*(matches.c[name] for name in _NAMES), seats.c.user_id, seats.c.name, seats.c.seat, seats.c.gone).join(
    seats, seats.c.match_id == matches.c.id
)


def _in_order(query: Select[Any], *order: ColumnElement[Any]) -> Select[Any]:
    """Return a query on `_SEATED` in an order; equal matches come oldest first."""
    return query.order_by(*order, matches.c.id, seats.c.seat)


_mover = seats.alias("mover")
_USER: BindParameter[int] = bindparam("user")
_ACTIVE_ONLY, _ENDED = matches.c.ended_at.is_(None), matches.c.ended_at.is_not(None)
_HOME = or_(
    matches.c.thread_id == bindparam("channel"),
    and_(matches.c.channel_id == bindparam("channel"), matches.c.thread_id.is_(None)),
)
_OF_ID = _in_order(_SEATED.where(matches.c.id == bindparam("match")))
_OF_PUBLIC_ID = _in_order(_SEATED.where(matches.c.public_id == bindparam("public_id")))
_OF_CHALLENGE = _in_order(_SEATED.where(matches.c.challenge_id == bindparam("challenge")))
_IN_CHANNEL = _in_order(_SEATED.where(_HOME), _ENDED, matches.c.id.desc())
_TO_MOVE = _in_order(
    _SEATED.join(_mover, and_(_mover.c.match_id == matches.c.id, _mover.c.seat == matches.c.to_move)).where(
        _mover.c.user_id == _USER, _ACTIVE_ONLY
    ),
    matches.c.since,
)
_UNTIMED = _in_order(
    _SEATED.join(_mover, and_(_mover.c.match_id == matches.c.id, _mover.c.seat == matches.c.to_move)).where(
        _ACTIVE_ONLY,
        _mover.c.user_id > -100,  # a person, or a crowd
        matches.c.since > bindparam("after"),
        matches.c.since <= bindparam("until"),
        ~select(clocks.c.match_id).where(clocks.c.match_id == matches.c.id).exists(),
        ~select(open_seats.c.id).where(open_seats.c.match_id == matches.c.id, open_seats.c.status == "open").exists(),
    ),
    matches.c.since,
)
_UNTIMED_OF = _UNTIMED.where(_mover.c.user_id == _USER)
_SEATED_IN = select(seats.c.match_id).where(seats.c.user_id == _USER, seats.c.gone.is_(False))
_ACTIVE_OF = _in_order(_SEATED.where(matches.c.id.in_(_SEATED_IN), _ACTIVE_ONLY), matches.c.since)
_CROWDS_OF = select(crowd_members.c.challenge_id).where(
    crowd_members.c.user_id == _USER, crowd_members.c.left_at.is_(None)
)
_ACTIVE_OF_MEMBER = _in_order(_SEATED.where(matches.c.challenge_id.in_(_CROWDS_OF), _ACTIVE_ONLY), matches.c.since)
_VOTED = (
    select(votes.c.match_id)
    .join(matches, and_(matches.c.id == votes.c.match_id, matches.c.seq == votes.c.seq))
    .where(votes.c.user_id == _USER, _ACTIVE_ONLY)
)
_ACTIVE = _in_order(_SEATED.where(_ACTIVE_ONLY))
_WITH_RULES = _in_order(
    _SEATED.where(matches.c.game == bindparam("game"), matches.c.rules == bindparam("rules"), _ACTIVE_ONLY)
)
_LOCK = select(matches.c.id).where(matches.c.id == bindparam("match")).with_for_update(key_share=True)
_STAMPS = (
    select(
        matches.c.id,
        matches.c.seq,
        func.count(offers.c.id),
        func.coalesce(func.sum(func.length(offers.c.status) + func.length(cast(offers.c.agreed, String))), 0),
        func.max(clocks.c.deadline),
        select(func.max(votes.c.at)).where(votes.c.match_id == matches.c.id).scalar_subquery(),
        select(func.max(offer_votes.c.at)).where(offer_votes.c.match_id == matches.c.id).scalar_subquery(),
    )
    .outerjoin(offers, offers.c.match_id == matches.c.id)
    .outerjoin(clocks, clocks.c.match_id == matches.c.id)
    .where(matches.c.id.in_(bindparam("matches", expanding=True)))
    .group_by(matches.c.id, matches.c.seq)
)
_LATEST_GUILD = (
    select(matches.c.guild_id)
    .join(seats, seats.c.match_id == matches.c.id)
    .where(seats.c.user_id == _USER, matches.c.guild_id != DIRECT)
    .order_by(seats.c.match_id.desc())
    .limit(1)
)
_FIRST_OF = (
    select(seats.c.match_id)
    .join(matches, seats.c.match_id == matches.c.id)
    .where(seats.c.user_id == _USER, matches.c.game == bindparam("game"))
    .order_by(seats.c.match_id)
    .limit(1)
)
_SET_PLAYER = update(seats).where(seats.c.match_id == bindparam("match"), seats.c.seat == bindparam("given"))
_SET_THREAD = update(matches).where(matches.c.id == bindparam("match"))

CHECKED_SEEDS = "checked_seeds"
"""The key of the number of the first match whose seed can be checked: the first that a record gets from a release that
draws such seeds (`bot/referee/seeds.py`). Those before it have any."""


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
    rated: bool = True,
    start: str | None = None,
    origin_id: int | None = None,
    origin_ply: int | None = None,
) -> Match:
    """Store a match before its first event. `seats` lists the people in seat order, `seed` fits 64 signed bits.

    Raises `WriteConflict` when its challenge already has a match; the transaction can go on.
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
        rated=rated,
        start=start,
        origin_id=origin_id,
        origin_ply=origin_ply,
    )
    try:
        async with tx.begin_nested():
            match_id: int = (await tx.execute(row.returning(matches.c.id))).scalar_one()
    except IntegrityError as error:
        if not await _fetch(tx, _OF_CHALLENGE, {"challenge": challenge_id}):
            raise
        raise WriteConflict(f"challenge {challenge_id} already led to a match") from error
    await _insert_seats(tx, match_id, seats)
    await key_value.write_once(tx, CHECKED_SEEDS, str(match_id))
    match = await require(tx, match_id)
    if to_move is None:
        await outcomes.expect(tx, match)
    return match


async def first_with_checked_seed(tx: Tx) -> int | None:
    """Return the number of the first match whose seed can be checked, as those of all later ones; None if none can."""
    value = await key_value.read(tx, CHECKED_SEEDS) or ""
    return int(value) if value.isascii() and value.isdigit() else None


async def get(tx: Tx, match_id: int) -> Match | None:
    """Return one match, or None for an unknown id."""
    return next(iter(await _fetch(tx, _OF_ID, {"match": match_id})), None)


async def require(tx: Tx, match_id: int) -> Match:
    """Return one match. Raises `RowMissing` for an unknown id."""
    match = await get(tx, match_id)
    if match is None:
        raise RowMissing(f"there is no match {match_id}")
    return match


async def by_public_id(tx: Tx, public_id: str) -> Match | None:
    """Return the match with this name in the addresses of its pages, or None."""
    return next(iter(await _fetch(tx, _OF_PUBLIC_ID, {"public_id": public_id})), None)


async def of_ids(tx: Tx, match_ids: Collection[int]) -> list[Match]:
    """Return these matches, oldest first."""
    return await find(tx, matches.c.id.in_(match_ids)) if match_ids else []


async def stamps(tx: Tx, match_ids: Collection[int]) -> dict[int, str]:
    """Return for each of these matches a text that changes with its log, offers, votes and deadline."""
    rows = await tx.execute(_STAMPS, {"matches": list(match_ids)})
    return {row.id: ".".join(map(str, row[1:])) for row in rows}


async def lock(tx: Tx, match_id: int) -> None:
    """Lock a match until the transaction ends: no other can change it or add an event."""
    await tx.execute(_LOCK, {"match": match_id})


async def in_channel(tx: Tx, channel_id: int) -> list[Match]:
    """Return the matches whose home is this thread or channel: active ones before ended ones, newest first."""
    return await _fetch(tx, _IN_CHANNEL, {"channel": channel_id})


async def ended_in(tx: Tx, threads: Collection[int]) -> list[Match]:
    """Return the ended matches whose home is one of these threads, oldest first."""
    return await find(tx, matches.c.thread_id.in_(threads), _ENDED) if threads else []


async def homes_among(tx: Tx, threads: Collection[int]) -> set[int]:
    """Return which of these threads are the home of a match."""
    return {match.home for match in await find(tx, matches.c.thread_id.in_(threads))} if threads else set()


async def of_player(tx: Tx, user_id: int) -> list[Match]:
    """Return the active matches of a player but those that they left, by when their turn began, oldest first."""
    return await _fetch(tx, _ACTIVE_OF, {"user": user_id})


async def of_member(tx: Tx, user_id: int) -> list[Match]:
    """Return the active matches of the crowds that a person is in, by when their turn began, oldest first."""
    found = await _fetch(tx, _ACTIVE_OF_MEMBER, {"user": user_id})
    return [match for match in found if user_id in match.members]


async def to_vote(tx: Tx, user_id: int, found: Iterable[Match]) -> list[Match]:
    """Return those of a member's matches in which their crowd is to move and they haven't voted."""
    waiting = [match for match in found if match.members[user_id] == match.to_move]
    voted = set((await tx.execute(_VOTED, {"user": user_id})).scalars()) if waiting else set[int]()
    return [match for match in waiting if match.id not in voted]


async def to_move(tx: Tx, user_id: int) -> list[Match]:
    """Return the active matches in which this user is to move, by when their turn began, oldest first."""
    return await _fetch(tx, _TO_MOVE, {"user": user_id})


async def waiting_without_clock(tx: Tx, after: datetime, until: datetime, user_id: int | None = None) -> list[Match]:
    """Return the active matches without a clock in which people or crowds are to move, or this person.

    The longest turn comes first. Their turns began after one moment and by another. Those with an open seat aren't
    among them.
    """
    query = _UNTIMED if user_id is None else _UNTIMED_OF
    return await _fetch(tx, query, {"after": after, "until": until} | ({"user": user_id} if user_id else {}))


async def first_of(tx: Tx, user_id: int, game: str) -> int | None:
    """Return the first match of a game in which a person has a seat, or None."""
    return (await tx.execute(_FIRST_OF, {"user": user_id, "game": game})).scalar_one_or_none()


async def latest_guild(tx: Tx, user_id: int) -> int | None:
    """Return the guild where a person's latest match began, or None."""
    return (await tx.execute(_LATEST_GUILD, {"user": user_id})).scalar_one_or_none()


async def active(tx: Tx) -> list[Match]:
    """Return the active matches, oldest first."""
    return await _fetch(tx, _ACTIVE, {})


async def count_active(tx: Tx) -> dict[str, int]:
    """Return how many matches of each game are active, by game; games without any are left out."""
    query = select(matches.c.game, func.count()).where(matches.c.ended_at.is_(None)).group_by(matches.c.game)
    return {row[0]: row[1] for row in await tx.execute(query.order_by(matches.c.game))}


async def rules_in_use(tx: Tx) -> list[tuple[str, int]]:
    """Return the games of the active matches, each with each version of its rules that is in use."""
    query = select(matches.c.game, matches.c.rules).where(matches.c.ended_at.is_(None)).distinct()
    return [(row.game, row.rules) for row in await tx.execute(query.order_by(matches.c.game, matches.c.rules))]


async def with_rules(tx: Tx, game: str, rules: int) -> list[Match]:
    """Return the active matches of a game with this version of its rules, oldest first."""
    return await _fetch(tx, _WITH_RULES, {"game": game, "rules": rules})


async def set_rules(tx: Tx, match: Match, rules: int) -> None:
    """Set the version of a match's rules. Raises `WriteConflict` if it has changed since the caller saw it."""
    as_seen = (matches.c.seq == match.seq) & (matches.c.rules == match.rules) & matches.c.ended_at.is_(None)
    query = update(matches).where(matches.c.id == match.id, as_seen).values(rules=rules).returning(matches.c.id)
    if (await tx.execute(query)).first() is None:
        raise WriteConflict(f"match {match.id} no longer stands at {match.seq}")


async def set_thread(tx: Tx, match_id: int, thread_id: int) -> None:
    """Set the thread of a match."""
    await tx.execute(_SET_THREAD, {"match": match_id, "thread_id": thread_id})


async def rename_player(tx: Tx, match: Match, person: Person) -> None:
    """Change the name that a player has in a match."""
    await tx.execute(
        update(seats).where(seats.c.match_id == match.id, seats.c.user_id == person.id).values(name=person.name)
    )


async def with_crowd_to_move(tx: Tx) -> list[Match]:
    """Return the active matches in which a crowd is to move and somebody has voted, longest turn first."""
    voted = select(votes.c.match_id).where(votes.c.match_id == matches.c.id, votes.c.seq == matches.c.seq).exists()
    crowd = _mover.c.user_id.between(-99, -1)
    query = _SEATED.join(_mover, and_(_mover.c.match_id == matches.c.id, _mover.c.seat == matches.c.to_move))
    return await _fetch(tx, _in_order(query.where(crowd, _ACTIVE_ONLY, voted), matches.c.since), {})


async def set_player(tx: Tx, match: Match, seat: int, person: Person) -> Match:
    """Give a seat of a match to another person, also one that has left, and return the match."""
    row = {"match": match.id, "given": seat, "user_id": person.id, "name": person.name, "gone": False}
    await tx.execute(_SET_PLAYER, row)
    return await require(tx, match.id)


def played_by(user_id: int) -> ColumnElement[bool]:
    """Return the condition that a person has or had a seat in a match."""
    seated = select(seats.c.match_id).where(seats.c.user_id == user_id)
    left = select(events.c.match_id).where(events.c.user_id == user_id, gave_seat_up)
    return or_(matches.c.id.in_(seated), matches.c.id.in_(left))


async def _insert_seats(tx: Tx, match_id: int, people: Sequence[Person]) -> None:
    await tx.execute(
        insert(seats),
        [
            {"match_id": match_id, "seat": seat, "user_id": person.id, "name": person.name, "gone": False}
            for seat, person in enumerate(people, 1)
        ],
    )


async def find(tx: Tx, *conditions: ColumnElement[bool]) -> list[Match]:
    """Return the matches that meet the conditions, oldest first."""
    return await _fetch(tx, _in_order(_SEATED.where(*conditions)), {})


async def _fetch(tx: Tx, query: Executable, given: Mapping[str, Any]) -> list[Match]:
    """Return the matches of a query on `_SEATED`."""
    found = [_match(list(group)) for _, group in groupby(await tx.execute(query, given), key=lambda row: row.id)]
    if not any(match.has_crowd for match in found):
        return found
    return [
        replace(each, members=await crowds.seats_of_members(tx, each)) if each.has_crowd else each for each in found
    ]


def _match(rows: list[Row[Any]]) -> Match:
    """Build a match from its rows, one for each seat, in order."""
    people = tuple(Person(row.user_id, row.name) for row in rows)
    gone = frozenset(row.seat for row in rows if row.gone)
    return Match(**dict(zip(_NAMES, rows[0], strict=False)), seats=people, gone=gone)
