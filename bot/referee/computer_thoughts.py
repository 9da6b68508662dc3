"""Queue the thoughts of computer players, in the transaction that makes it their turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.context import lane
from storage.queries import outbox

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.queries.rows import Match, Offer


async def queue_thought(context: Context, tx: Tx, match: Match) -> None:
    """Put the thought of the computer player to move into the outbox, in a lane of its own; nothing if it's nobody."""
    if match.computer_to_move is None:
        return
    await _queue(context, tx, match, {})


async def queue_thought_about_offer(context: Context, tx: Tx, offer: Offer, match: Match) -> None:
    """Put into the outbox that computer players have to answer an offer of a draw."""
    await _queue(context, tx, match, {"offer": offer.id})


async def _queue(context: Context, tx: Tx, match: Match, body: Mapping[str, int]) -> None:
    await outbox.add(
        tx,
        lane=f"{lane(match)}:think",
        kind="think",
        body=body,
        at=context.now(),
        match_id=match.id,
        seq=match.seq,
    )
