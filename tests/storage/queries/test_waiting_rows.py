"""What waits for the next event of a match: each kind of row counts, and only those of this match."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from storage.queries import clocks, offers, open_seats, outbox, plans, queued_moves, waiting_rows
from storage.queries.clocks import Clock
from storage.queries.waiting_rows import WaitingRows
from tests.storage.samples import HOUR, NOON, new_match, source

if TYPE_CHECKING:
    from storage.engine.database import Database, Tx
    from storage.queries.rows import Match

NOTHING = WaitingRows(clock=False, open_seat=False, automatic_moves=False, offers=False, forum=False)


async def add_row(tx: Tx, match: Match, kind: str) -> None:
    """Store a row of a kind that waits in a match."""
    if kind == "clock":
        await clocks.add(tx, Clock(match.id, "1d", (HOUR, HOUR), NOON))
    elif kind == "open seat":
        await open_seats.add(tx, match, 2, NOON)
    elif kind == "queued move":
        await queued_moves.replace(tx, match.id, 1, ["c4"], source())
    elif kind == "plan":
        await plans.replace(tx, match.id, 1, 0, {}, source())
    elif kind in {"thread", "forum post"}:
        body = {"forum": 77} if kind == "forum post" else {}
        await outbox.add(tx, lane="m", kind="thread", body=body, at=NOON, match_id=match.id)
    else:
        await offers.add(tx, match, kind="draw", seat=1, source_id=source(), at=NOON)


@pytest.mark.parametrize(
    ("kind", "column"),
    [
        ("clock", "clock"),
        ("open seat", "open_seat"),
        ("queued move", "automatic_moves"),
        ("plan", "automatic_moves"),
        ("offer", "offers"),
        ("forum post", "forum"),
    ],
)
async def test_a_row_waits_in_its_own_match(database: Database, kind: str, column: str) -> None:
    async with database.write() as tx:
        match, other = await new_match(tx), await new_match(tx)
        await add_row(tx, match, kind)
        found = await waiting_rows.of_match(tx, match.id)
        assert [name for name in WaitingRows.__annotations__ if getattr(found, name)] == [column]
        assert await waiting_rows.of_match(tx, other.id) == NOTHING


async def test_a_thread_outside_a_forum_has_no_tags(database: Database) -> None:
    async with database.write() as tx:
        match = await new_match(tx)
        await add_row(tx, match, "thread")
        assert await waiting_rows.of_match(tx, match.id) == NOTHING


async def test_a_closed_seat_or_offer_waits_no_more(database: Database) -> None:
    async with database.write() as tx:
        match = await new_match(tx)
        await open_seats.close(tx, await open_seats.add(tx, match, 2, NOON), "kept", NOON)
        offer = await offers.add(tx, match, kind="draw", seat=1, source_id=source(), at=NOON)
        await offers.close(tx, offer, "declined", 2)
        assert await waiting_rows.of_match(tx, match.id) == NOTHING
