"""Queue what a new event of a match makes due: boards, results, tags of forums, and moves of computer players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.context import lane
from storage.queries import outbox

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from typing import Any

    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.queries.rows import Match, Offer

COPIES = {"board": "direct"}
"""The kinds of the rows for further players where they differ: each event has one row of the kind `board`."""


async def announce(
    tx: Tx, match: Match, kind: str, body: Mapping[str, Any], *, at: datetime, seq: int, source_id: int | None = None
) -> None:
    """Add the row of a post that all players read. Raises `AlreadyStored`.

    In direct messages the row is for the first player (`user` in its body), and each further player gets a row in a
    lane of their own, so that a player who can't be reached holds up nobody.
    """
    first, *others = _readers(match) or [None]
    row: dict[str, Any] = {"at": at, "match_id": match.id, "seq": seq}
    to_first = dict(body) if first is None else {**body, "user": first}
    await outbox.add(tx, lane=lane(match), kind=kind, body=to_first, source_id=source_id, **row)
    for user_id in others:
        to_other = {"user": user_id} if kind in COPIES else {**body, "user": user_id}
        await outbox.add(tx, lane=f"{lane(match)}:{user_id}", kind=COPIES.get(kind, kind), body=to_other, **row)


def _readers(match: Match) -> list[int]:
    """Return the people who read about a match in direct messages, those who left only how it ends."""
    if not match.is_direct:
        return []
    people = [(seat, person) for seat, person in enumerate(match.seats, 1) if person.is_reachable]
    still_in = [person.id for seat, person in people if seat not in match.gone]
    return still_in if still_in and match.ended_at is None else [person.id for _, person in people]


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
