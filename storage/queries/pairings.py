"""Who plays whom in a tournament, and how that ended. All calls run in the caller's transaction."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, delete, insert, select, update

from storage.queries.rows import Pairing, PairingSeat
from storage.schema import events, matches, pairing_people, pairings, seats, tournament_people

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime
    from typing import Any

    from storage.engine.database import Tx

_ALL = (
    select(
        pairings.c.id,
        pairings.c.tournament_id,
        pairings.c.stage,
        pairings.c.group_number,
        pairings.c.match_id,
        pairings.c.settled_at,
        pairing_people.c.user_id,
        pairing_people.c.place,
        pairing_people.c.late,
    )
    .join(pairing_people, pairing_people.c.pairing_id == pairings.c.id)
    .order_by(pairings.c.id, pairing_people.c.seat)
)
_OF_TOURNAMENT = _ALL.where(pairings.c.tournament_id == bindparam("tournament"))
_OF_MATCH = _ALL.where(pairings.c.match_id == bindparam("match"))
_ENDED = (
    select(pairings.c.match_id)
    .join(matches, matches.c.id == pairings.c.match_id)
    .where(
        pairings.c.settled_at.is_(None),
        matches.c.ended_at.is_not(None),
    )
    .order_by(pairings.c.match_id)
)
_MOVES = (
    select(pairings.c.id)
    .join(events, events.c.match_id == pairings.c.match_id)
    .where(
        pairings.c.tournament_id == bindparam("tournament"),
        events.c.user_id == bindparam("user"),
        events.c.kind == "move",
    )
    .limit(1)
)
_TO_LEAVE = (
    select(pairings.c.match_id)
    .join(matches, matches.c.id == pairings.c.match_id)
    .join(seats, seats.c.match_id == matches.c.id)
    .join(
        tournament_people,
        (tournament_people.c.tournament_id == pairings.c.tournament_id)
        & (tournament_people.c.user_id == seats.c.user_id),
    )
    .where(
        pairings.c.settled_at.is_(None),
        matches.c.ended_at.is_(None),
        seats.c.gone.is_(False),
        tournament_people.c.withdrawn_at.is_not(None),
    )
    .order_by(pairings.c.match_id)
    .distinct()
)


async def add(tx: Tx, tournament_id: int, stage: int, seated: Sequence[tuple[int, Sequence[int]]]) -> None:
    """Add pairings: the group of each, and its people in seat order."""
    if not seated:
        return
    rows = [{"tournament_id": tournament_id, "stage": stage, "group_number": group} for group, _ in seated]
    added = await tx.execute(insert(pairings).returning(pairings.c.id, sort_by_parameter_order=True), rows)
    ids = list(added.scalars())
    await _seat(tx, [(pairing_id, people) for pairing_id, (_, people) in zip(ids, seated, strict=True)])


async def of_tournament(tx: Tx, tournament_id: int) -> list[Pairing]:
    """Return the pairings of a tournament in the order in which they are to be played."""
    return _build(list(await tx.execute(_OF_TOURNAMENT, {"tournament": tournament_id})))


async def of_match(tx: Tx, match_id: int) -> Pairing | None:
    """Return the pairing of a match, None if it belongs to no tournament."""
    return next(iter(_build(list(await tx.execute(_OF_MATCH, {"match": match_id})))), None)


async def ended(tx: Tx) -> list[int]:
    """Return the matches of tournaments that have ended and aren't settled."""
    return list((await tx.execute(_ENDED)).scalars())


async def to_leave(tx: Tx) -> list[int]:
    """Return the running matches in which somebody sits who withdrew from their tournament."""
    return list((await tx.execute(_TO_LEAVE)).scalars())


async def has_moved(tx: Tx, tournament_id: int, user_id: int) -> bool:
    """Return whether a person has made a move in any match of a tournament."""
    return (await tx.execute(_MOVES, {"tournament": tournament_id, "user": user_id})).first() is not None


async def seat_people(tx: Tx, pairing_id: int, people: Sequence[int]) -> None:
    """Let these people play a pairing that hasn't begun, in seat order, in place of those whom it has."""
    await tx.execute(delete(pairing_people).where(pairing_people.c.pairing_id == pairing_id))
    await _seat(tx, [(pairing_id, people)])


async def begin(tx: Tx, pairing_id: int, match_id: int) -> None:
    """Store the match of a pairing."""
    await tx.execute(update(pairings).where(pairings.c.id == pairing_id).values(match_id=match_id))


async def settle(tx: Tx, pairing_id: int, outcome: Sequence[PairingSeat], at: datetime) -> None:
    """Store how a pairing ended, seat by seat."""
    await tx.execute(update(pairings).where(pairings.c.id == pairing_id).values(settled_at=at))
    for seat, ended_with in enumerate(outcome, 1):
        own = (pairing_people.c.pairing_id == pairing_id, pairing_people.c.seat == seat)
        await tx.execute(update(pairing_people).where(*own).values(place=ended_with.place, late=ended_with.late))


async def _seat(tx: Tx, seated: Iterable[tuple[int, Sequence[int]]]) -> None:
    """Add the people of pairings, which come by their ids."""
    rows = [
        {"pairing_id": pairing_id, "seat": seat, "user_id": user_id, "late": False}
        for pairing_id, people in seated
        for seat, user_id in enumerate(people, 1)
    ]
    await tx.execute(insert(pairing_people), rows)


def _build(rows: Sequence[Any]) -> list[Pairing]:
    found: list[Pairing] = []
    for _, group in groupby(rows, key=lambda row: row[0]):
        own = list(group)
        first, seated = own[0], tuple(PairingSeat(*row[6:]) for row in own)
        found.append(Pairing(first[0], first[1], first[2], first[3], first[4], first[5], seated))
    return found
