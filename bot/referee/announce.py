"""Put what all players of a match read into the outbox: once where it lives, or directly to each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.context import lane
from storage.queries import outbox

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from typing import Any

    from storage.engine.database import Tx
    from storage.queries.rows import Match

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
