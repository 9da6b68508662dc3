"""What waits for the next event of a match, asked in one statement for all tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, exists, select

from storage.queries.outbox import FORUM
from storage.schema import clocks, offers, open_seats, outbox, plans, queued_moves

if TYPE_CHECKING:
    from storage.engine.database import Tx

_OF_MATCH = select(
    exists().where(clocks.c.match_id == bindparam("match")),
    exists().where(open_seats.c.match_id == bindparam("match"), open_seats.c.status == "open"),
    exists().where(queued_moves.c.match_id == bindparam("match"))
    | exists().where(plans.c.match_id == bindparam("match")),
    exists().where(offers.c.match_id == bindparam("match"), offers.c.status == "open"),
    exists().where(
        outbox.c.match_id == bindparam("match"),
        outbox.c.kind == "thread",
        outbox.c.body[FORUM].as_string().is_not(None),
    ),
)


@dataclass(frozen=True, slots=True)
class WaitingRows:
    """What a match has: a clock, an open seat, queued moves or plans (perhaps empty ones), open offers, a forum."""

    clock: bool
    open_seat: bool
    automatic_moves: bool
    offers: bool
    forum: bool


async def of_match(tx: Tx, match_id: int) -> WaitingRows:
    """Return what a match has now. To rely on it, lock the match first. Most matches have nothing."""
    return WaitingRows(*(await tx.execute(_OF_MATCH, {"match": match_id})).one())
