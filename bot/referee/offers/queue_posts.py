"""The posts of offers in the outbox."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.announce import announce
from bot.referee.context import lane
from storage.queries import outbox

if TYPE_CHECKING:
    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.queries.rows import Match, Offer


async def queue_post(context: Context, tx: Tx, match: Match, offer: Offer, source_id: int | None) -> None:
    """Put the post of an offer into the outbox. Raises `AlreadyStored`."""
    await announce(tx, match, "offer", {"offer": offer.id}, at=context.now(), seq=match.seq, source_id=source_id)


async def queue_change(context: Context, tx: Tx, match: Match, offer: Offer, source_id: int | None) -> None:
    """Put a change of the post of an offer into the outbox. Raises `AlreadyStored`."""
    await outbox.add(
        tx,
        lane=lane(match),
        kind="answered",
        body={"offer": offer.id},
        at=context.now(),
        match_id=match.id,
        seq=match.seq,
        source_id=source_id,
    )
