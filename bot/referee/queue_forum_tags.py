"""Queue the tags of matches that live in a forum, in the transaction that changes whose turn it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.context import lane
from storage.queries import outbox

if TYPE_CHECKING:
    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.queries.rows import Match


async def queue_changed_tags(context: Context, tx: Tx, before: Match, match: Match) -> None:
    """Queue the tags of a match in a forum if it isn't the same player's turn as before, or is over.

    A computer player's turn is over so soon that the tags leave it out.
    """
    if match.to_move != before.to_move and match.computer_to_move is None:
        await queue_tags(context, tx, match)


async def queue_tags(context: Context, tx: Tx, match: Match) -> None:
    """Put the tags of a match's post into the outbox, in a lane of their own, because nothing waits for them."""
    await outbox.add(
        tx, lane=f"{lane(match)}:tags", kind="tags", body={}, at=context.now(), match_id=match.id, seq=match.seq
    )
