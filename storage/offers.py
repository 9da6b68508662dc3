"""What players propose to each other in a match. All calls run in the caller's transaction.

Whoever changes an offer holds its match first (`matches.hold`), so that offers and moves come one after the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import insert, select, update

from storage.records import Offer
from storage.schema import offers

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import ColumnElement, RowMapping

    from storage.database import Tx
    from storage.records import Match, OfferKind, OfferStatus


async def make(tx: Tx, match: Match, *, kind: OfferKind, seat: int, source_id: int, at: datetime) -> Offer:
    """Record what a seat proposes in a match as it stands."""
    row = insert(offers).values(
        match_id=match.id,
        kind=kind,
        seat=seat,
        seq=match.seq,
        agreed=[],
        status="open",
        source_id=source_id,
        created_at=at,
    )
    return _offer((await tx.execute(row.returning(*offers.c))).mappings().one())


async def sure(tx: Tx, offer_id: int) -> Offer:
    """Return one offer. Raises `LookupError` for an unknown id."""
    found = await _those(tx, offers.c.id == offer_id)
    if not found:
        raise LookupError(f"there is no offer {offer_id}")
    return found[0]


async def standing(tx: Tx, match: Match) -> list[Offer]:
    """Return the open offers that are about a match as the caller saw it, oldest first."""
    return await _those(tx, offers.c.match_id == match.id, offers.c.seq == match.seq, offers.c.status == "open")


async def latest(tx: Tx, match_id: int, kind: OfferKind, seat: int) -> Offer | None:
    """Return the latest offer of a kind that a seat made in a match, or None."""
    found = await _those(tx, offers.c.match_id == match_id, offers.c.kind == kind, offers.c.seat == seat)
    return found[-1] if found else None


async def agree(tx: Tx, offer: Offer, seat: int) -> Offer:
    """Note that a seat agrees, and return the offer as it then is."""
    agreed = sorted({*offer.agreed, seat})
    await tx.execute(update(offers).where(offers.c.id == offer.id).values(agreed=agreed))
    return await sure(tx, offer.id)


async def close(tx: Tx, offer: Offer, status: OfferStatus, by: int | None = None) -> None:
    """Say what became of an offer, and by which seat where one declined or withdrew it."""
    await tx.execute(update(offers).where(offers.c.id == offer.id).values(status=status, closed_by=by))


async def _those(tx: Tx, *conditions: ColumnElement[bool]) -> list[Offer]:
    query = select(offers).where(*conditions).order_by(offers.c.id)
    return [_offer(row) for row in (await tx.execute(query)).mappings()]


def _offer(row: RowMapping) -> Offer:
    return Offer(
        id=row["id"],
        match_id=row["match_id"],
        kind=row["kind"],
        seat=row["seat"],
        seq=row["seq"],
        agreed=frozenset(row["agreed"]),
        status=row["status"],
        closed_by=row["closed_by"],
        source_id=row["source_id"],
        created_at=row["created_at"],
    )
