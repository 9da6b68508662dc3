"""Put rows about a match into the outbox: what all players read, tags of forums, and moves of computer players."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from bot.referee.context import lane
from storage.queries import outbox

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from typing import Any

    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.queries.rows import Match, Offer, Post

ANSWER_TIME = timedelta(seconds=3)
"""How long a board is held for the answer of a computer player, so that both can stand in one post."""
COPIES = {"board": "direct"}
"""The kinds of the rows for further players where they differ: each event has one row of the kind `board`."""


async def queue_row(  # noqa: PLR0913 - a record has that many fields
    tx: Tx,
    match: Match,
    kind: str,
    body: Mapping[str, Any],
    at: datetime,
    *,
    own_lane: str | None = None,
    source_id: int | None = None,
    due: datetime | None = None,
    row_id: int | None = None,
) -> Post:
    """Put a row about a match after its last event into the outbox, by default in the match's lane; return it.

    `due`, `row_id` and errors are those of `outbox.add`.
    """
    return await outbox.add(
        tx,
        lane=own_lane or lane(match),
        kind=kind,
        body=body,
        at=at,
        match_id=match.id,
        seq=match.seq,
        source_id=source_id,
        due=due,
        row_id=row_id,
    )


async def announce(
    tx: Tx,
    match: Match,
    kind: str,
    body: Mapping[str, Any],
    at: datetime,
    source_id: int | None = None,
    *,
    due: datetime | None = None,
    ids: Mapping[int | None, int] | None = None,
) -> None:
    """Put the row of a post that all players read into the outbox, held until `due`. Raises `AlreadyStored`.

    `ids` are those of the rows that it replaces, as a `HeldBoard` has them.

    In direct messages the row is for the first player (`user` in its body), and each further player gets a row in a
    lane of their own, so that a player who can't be reached holds up nobody.
    """
    first, *others = _readers(match) or [None]
    to_first = body if first is None else {**body, "user": first}
    known = ids or {}
    await queue_row(tx, match, kind, to_first, at, source_id=source_id, due=due, row_id=known.get(first))
    for user_id in others:
        to_other = {"user": user_id} if kind in COPIES else {**body, "user": user_id}
        copy, own_lane = COPIES.get(kind, kind), f"{lane(match)}:{user_id}"
        await queue_row(tx, match, copy, to_other, at, own_lane=own_lane, due=due, row_id=known.get(user_id))
    await outbox.skip_ids(tx, [row_id for user_id, row_id in known.items() if user_id not in {first, *others}])


def _readers(match: Match) -> list[int]:
    """Return the people who read about a match in direct messages, those who left only how it ends."""
    if not match.is_direct:
        return []
    people = [(seat, person) for seat, person in enumerate(match.seats, 1) if person.is_reachable]
    still_in = [person.id for seat, person in people if seat not in match.gone]
    return still_in if still_in and match.ended_at is None else [person.id for _, person in people]


async def queue_thought(context: Context, tx: Tx, match: Match, offer: Offer | None = None) -> None:
    """Have the computer player to move think, or with an open `offer` all that answer it; nothing if a person moves."""
    if offer or match.computer_to_move:
        body = {"offer": offer.id} if offer else {}
        await queue_row(tx, match, "think", body, context.now(), own_lane=f"{lane(match)}:think")


async def queue_changed_tags(context: Context, tx: Tx, before: Match, match: Match) -> None:
    """Queue the tags of a match in a forum if it isn't the same player's turn as before, or is over.

    A computer player's turn is over so soon that the tags leave it out.
    """
    if match.to_move != before.to_move and match.computer_to_move is None:
        await queue_tags(context, tx, match)


async def queue_tags(context: Context, tx: Tx, match: Match) -> None:
    """Put the tags of a match's post into the outbox, in a lane of their own, because nothing waits for them."""
    await queue_row(tx, match, "tags", {}, context.now(), own_lane=f"{lane(match)}:tags")
