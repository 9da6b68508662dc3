"""Crowds: the people who share a seat, the moves that they propose, and their votes on these and on offers.

All calls run in the caller's transaction. To change a crowd, lock its challenge or match first.
"""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from storage.engine.errors import AlreadyStored, RowMissing
from storage.queries.rows import Crowd, Member, Person, Proposal
from storage.schema import crowd_members, crowds, offer_votes, proposals, votes

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterable
    from datetime import datetime

    from sqlalchemy import Table

    from storage.engine.database import Tx
    from storage.queries.rows import Match, Offer

Row = dict[str, Any]

_CROWDS = select(*(crowds.c[each.name] for each in fields(Crowd))).order_by(crowds.c.number)
_MEMBERS = select(*(crowd_members.c[each.name] for each in fields(Member))).order_by(
    crowd_members.c.joined_at, crowd_members.c.user_id
)

_CHANGE = update(crowd_members).where(
    crowd_members.c.challenge_id == bindparam("challenge"), crowd_members.c.user_id == bindparam("member")
)


async def add(tx: Tx, crowd: Crowd) -> None:
    """Store that a place in a challenge is a crowd's."""
    await tx.execute(insert(crowds).values({each.name: getattr(crowd, each.name) for each in fields(Crowd)}))


async def of_challenge(tx: Tx, challenge_id: int) -> list[Crowd]:
    """Return the crowds of a challenge, in order; none for one among people."""
    return [Crowd(*row) for row in await tx.execute(_CROWDS.where(crowds.c.challenge_id == challenge_id))]


async def of_match(tx: Tx, match: Match, seat: int) -> Crowd:
    """Return the crowd in a seat of a match. Raises `RowMissing` if none has it."""
    for crowd in await of_challenge(tx, match.challenge_id or 0):
        if match.seats[seat - 1].id == -crowd.number:
            return crowd
    raise RowMissing(f"there is no crowd in seat {seat} of match {match.id}")


async def all_members(tx: Tx, challenge_id: int) -> list[Member]:
    """Return who is or was in the crowds of a challenge, in the order in which they joined."""
    return [Member(*row) for row in await tx.execute(_MEMBERS.where(crowd_members.c.challenge_id == challenge_id))]


async def members(tx: Tx, challenge_id: int) -> list[Member]:
    """Return who is in the crowds of a challenge now, in the order in which they joined."""
    return [each for each in await all_members(tx, challenge_id) if each.left_at is None]


async def people_in(tx: Tx, match: Match, players: Iterable[Person]) -> list[Person]:
    """Return the people in those of some players of a match that are crowds, in the order in which they joined."""
    seats = {match.seat_of(player.id) for player in players if player.is_crowd}
    found = await members(tx, match.challenge_id or 0) if seats else []
    return [Person(each.user_id, each.name) for each in found if match.members.get(each.user_id) in seats]


async def seats_of_members(tx: Tx, match: Match) -> dict[int, int]:
    """Return the seat of each member of the crowds of a match."""
    seats = {-person.id: seat for seat, person in enumerate(match.seats, 1) if person.is_crowd}
    found = await members(tx, match.challenge_id or 0)
    return {each.user_id: seats[each.number] for each in found if each.number in seats}


async def join(tx: Tx, crowd: Crowd, person: Person, source_id: int, at: datetime) -> None:
    """Add a person to a crowd, also one who left. Raises `AlreadyStored` for a source that was stored before."""
    row = {"number": crowd.number, "name": person.name, "joined_at": at, "left_at": None, "source_id": source_id}
    known = {each.user_id for each in await all_members(tx, crowd.challenge_id)}
    async with _once(tx, source_id):
        if person.id in known:
            await tx.execute(_CHANGE, {"challenge": crowd.challenge_id, "member": person.id, **row})
        else:
            await tx.execute(insert(crowd_members).values(challenge_id=crowd.challenge_id, user_id=person.id, **row))


async def leave(tx: Tx, challenge_id: int, user_id: int, source_id: int | None, at: datetime) -> None:
    """Take a person out of their crowd. Raises `AlreadyStored` for a source that was stored before."""
    left = {"left_at": at} | ({} if source_id is None else {"source_id": source_id})
    async with _once(tx, source_id):
        await tx.execute(_CHANGE, {"challenge": challenge_id, "member": user_id, **left})


async def list_proposals(tx: Tx, match: Match) -> list[Proposal]:
    """Return what was proposed for the present turn of a match, oldest first, with the votes of those still in."""
    here = votes.c.match_id == match.id, votes.c.seq == match.seq
    cast = (await tx.execute(select(votes.c.proposal_id, votes.c.user_id).where(*here))).all()
    counted = [(number, user) for number, user in cast if user in match.members]
    made = select(proposals.c.id, proposals.c.text, proposals.c.user_id).order_by(proposals.c.id)
    return [
        Proposal(row.id, row.text, row.user_id, frozenset(user for number, user in counted if number == row.id))
        for row in await tx.execute(made.where(proposals.c.match_id == match.id, proposals.c.seq == match.seq))
    ]


async def propose(tx: Tx, match: Match, text: str, user_id: int, source_id: int, at: datetime) -> int:
    """Store a move that a member proposes for the present turn, once, and return the proposal's id.

    Raises `AlreadyStored` for a source that was stored before.
    """
    known = {each.text: each.id for each in await list_proposals(tx, match)}
    if text in known:
        return known[text]
    row = {"match_id": match.id, "seat": match.to_move, "seq": match.seq, "text": text}
    row |= {"user_id": user_id, "source_id": source_id, "at": at}
    async with _once(tx, source_id):
        return (await tx.execute(insert(proposals).values(row).returning(proposals.c.id))).scalar_one()


async def vote(tx: Tx, match: Match, proposal_id: int, user_id: int, source_id: int, at: datetime) -> bool:
    """Store a member's vote in the present turn, in place of an earlier one. Return False where a later one stands.

    Raises `AlreadyStored` for a source that was stored before.
    """
    key = {"match_id": match.id, "seq": match.seq, "user_id": user_id}
    return await _store_vote(tx, votes, key, {"proposal_id": proposal_id, "source_id": source_id, "at": at})


async def vote_on_offer(tx: Tx, offer: Offer, user_id: int, source_id: int, at: datetime, *, agrees: bool) -> bool:
    """Store a member's vote on an offer, in place of an earlier one. Return False where a later one stands.

    Raises `AlreadyStored` for a source that was stored before.
    """
    key = {"match_id": offer.match_id, "offer_id": offer.id, "user_id": user_id}
    return await _store_vote(tx, offer_votes, key, {"agrees": agrees, "source_id": source_id, "at": at})


async def offer_votes_of(tx: Tx, match: Match, offer: Offer, seat: int) -> dict[int, bool]:
    """Return who of those in the crowd in a seat voted on an offer, and whether they agree."""
    cast = select(offer_votes.c.user_id, offer_votes.c.agrees).where(
        offer_votes.c.match_id == match.id, offer_votes.c.offer_id == offer.id
    )
    return {row.user_id: row.agrees for row in await tx.execute(cast) if match.members.get(row.user_id) == seat}


async def _store_vote(tx: Tx, table: Table, key: Row, row: Row) -> bool:
    this = [table.c[name] == value for name, value in key.items()]
    before = (await tx.execute(select(table.c.source_id).where(*this))).scalar_one_or_none()
    if before == row["source_id"]:
        raise AlreadyStored(f"source {before} was stored before")
    if before is not None and before > row["source_id"]:
        return False
    async with _once(tx, row["source_id"]):
        await tx.execute(insert(table).values(key | row) if before is None else update(table).where(*this).values(row))
    return True


async def has_source(tx: Tx, source_id: int) -> bool:
    """Return whether a message or interaction joined or left a crowd, proposed or voted."""
    for table in (crowd_members, proposals, votes, offer_votes):
        if (await tx.execute(select(table.c.source_id).where(table.c.source_id == source_id))).first():
            return True
    return False


async def challenges_of_member(tx: Tx, user_id: int) -> list[int]:
    """Return the challenges in whose crowds a person is now."""
    own = crowd_members.c.user_id == user_id, crowd_members.c.left_at.is_(None)
    return list((await tx.execute(select(crowd_members.c.challenge_id).where(*own))).scalars())


@asynccontextmanager
async def _once(tx: Tx, source_id: int | None) -> AsyncGenerator[None]:
    """Raise `AlreadyStored` where a row with this source is there; the transaction can go on."""
    try:
        async with tx.begin_nested():
            yield
    except IntegrityError as error:
        if source_id is None or not await has_source(tx, source_id):
            raise
        raise AlreadyStored(f"source {source_id} was stored before") from error
