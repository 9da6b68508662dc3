"""Offers of players in a match: draws, takebacks, pauses. All calls run in the caller's transaction.

To change an offer, lock its match first (`matches.lock`), so that no move comes in between.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from sqlalchemy import bindparam, insert, select, update

from storage.engine.errors import RowMissing
from storage.queries.rows import Offer
from storage.schema import matches, offers, seats

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from sqlalchemy import Executable, Row

    from storage.engine.database import Tx
    from storage.queries.rows import Match, OfferKind, OfferStatus

_ALL = select(*(offers.c[each.name] for each in fields(Offer))).order_by(offers.c.id)
_OF_ID = _ALL.where(offers.c.id == bindparam("offer"))
_OF_MATCH = _ALL.where(offers.c.match_id == bindparam("match"))
_OPEN = _OF_MATCH.where(offers.c.seq == bindparam("seen"), offers.c.status == "open")
_LATEST = _OF_MATCH.where(offers.c.kind == bindparam("what"), offers.c.seat == bindparam("who"))
_ADD = insert(offers).returning(offers.c.id)
_CHANGE = update(offers).where(offers.c.id == bindparam("offer"))


async def add(tx: Tx, match: Match, *, kind: OfferKind, seat: int, source_id: int, at: datetime) -> Offer:
    """Store an offer of a seat in a match as it stands."""
    row: dict[str, Any] = {
        "match_id": match.id,
        "kind": kind,
        "seat": seat,
        "seq": match.seq,
        "agreed": [],
        "status": "open",
        "source_id": source_id,
        "created_at": at,
    }
    return await require(tx, (await tx.execute(_ADD, row)).scalar_one())


async def require(tx: Tx, offer_id: int) -> Offer:
    """Return one offer. Raises `RowMissing` for an unknown id."""
    found = await _fetch(tx, _OF_ID, {"offer": offer_id})
    if not found:
        raise RowMissing(f"there is no offer {offer_id}")
    return found[0]


async def list_open(tx: Tx, match: Match) -> list[Offer]:
    """Return the open offers in a match as the caller saw it, oldest first."""
    return await _fetch(tx, _OPEN, {"match": match.id, "seen": match.seq})


async def open_with_crowds(tx: Tx) -> list[Offer]:
    """Return the open offers in active matches in which crowds play, oldest first."""
    stands = (matches.c.id == offers.c.match_id) & (matches.c.seq == offers.c.seq) & matches.c.ended_at.is_(None)
    crowds = select(seats.c.match_id).where(seats.c.user_id.between(-99, -1))
    query = _ALL.join(matches, stands).where(offers.c.match_id.in_(crowds), offers.c.status == "open")
    return await _fetch(tx, query, {})


async def latest(tx: Tx, match_id: int, kind: OfferKind, seat: int) -> Offer | None:
    """Return the latest offer of a kind that a seat made in a match, or None."""
    found = await _fetch(tx, _LATEST, {"match": match_id, "what": kind, "who": seat})
    return found[-1] if found else None


async def agree(tx: Tx, offer: Offer, seat: int) -> Offer:
    """Store that a seat agrees, and return the offer."""
    seats = sorted({*offer.agreed, seat})
    await tx.execute(_CHANGE, {"offer": offer.id, "agreed": seats})
    return await require(tx, offer.id)


async def make_proposed(tx: Tx, offer: Offer, at: datetime) -> Offer:
    """Store that the crowd whose members proposed an offer makes it, and return the offer."""
    await tx.execute(_CHANGE, {"offer": offer.id, "created_at": at})
    return await agree(tx, offer, offer.seat)


async def close(tx: Tx, offer: Offer, status: OfferStatus, by: int | None = None) -> None:
    """Set the final status of an offer, and the seat that declined or withdrew it."""
    await tx.execute(_CHANGE, {"offer": offer.id, "status": status, "closed_by": by})


async def _fetch(tx: Tx, query: Executable, given: Mapping[str, Any]) -> list[Offer]:
    return [_offer(row) for row in await tx.execute(query, given)]


def _offer(row: Row[Any]) -> Offer:
    return replace(Offer(*row), agreed=frozenset(row.agreed))
