"""An open seat is closed by the event that decides what becomes of it, and its post says so."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from bot.referee.log.automatic_moves import close_with_event
from storage import schema
from storage.queries import open_seats
from storage.queries.rows import Person
from tests.bot.referee.offer_context import ANN, BOB, CLEO, NOON, make_offer_context
from tests.storage.samples import new_match

if TYPE_CHECKING:
    from pathlib import Path

    from storage.queries.rows import EventKind, OpenSeatStatus

COMPUTER = Person.computer(2)


@pytest.mark.parametrize(
    ("kind", "seat", "second", "over", "status"),
    [
        ("move", 2, BOB, False, "kept"),
        ("move", 1, BOB, False, None),
        ("leave", 2, BOB, False, "left"),
        ("leave", 1, BOB, False, None),
        ("leave", 1, BOB, True, "ended"),
        ("end", None, BOB, True, "ended"),
        ("substitute", 2, Person(4, "Dan"), False, "taken"),
        ("substitute", 2, COMPUTER, False, "turnpost"),
    ],
)
async def test_an_event_closes_an_open_seat(
    tmp_path: Path, kind: EventKind, seat: int | None, second: Person, *, over: bool, status: OpenSeatStatus | None
) -> None:
    async with make_offer_context(tmp_path / "turnpost.db") as context, context.database.write() as tx:
        match = await new_match(tx, seats=(ANN, BOB, CLEO))
        after = replace(match, seats=(ANN, second, CLEO), ended_at=NOON if over else None)
        assert not await close_with_event(context, tx, match, after, kind, seat), "no seat is open"
        opened = await open_seats.add(tx, match, 2, NOON)
        assert await close_with_event(context, tx, match, after, kind, seat) == (status is not None)
        assert (await open_seats.require(tx, opened.id)).status == (status or "open")
        posts = (await tx.execute(select(schema.outbox.c.kind, schema.outbox.c.body))).all()
        assert [tuple(post) for post in posts] == ([("seat_closed", {"seat": opened.id})] if status else [])


@pytest.mark.parametrize(
    ("seat", "mover", "status"), [(1, COMPUTER, "open"), (1, ANN, "went on"), (3, COMPUTER, "went on")]
)
async def test_a_seat_that_had_left_stays_open_while_computer_players_move(
    tmp_path: Path, seat: int, mover: Person, status: OpenSeatStatus
) -> None:
    async with make_offer_context(tmp_path / "turnpost.db") as context, context.database.write() as tx:
        match = replace(await new_match(tx, seats=(mover, BOB, CLEO)), gone=frozenset({2}))
        opened = await open_seats.add(tx, match, 2, NOON)
        await close_with_event(context, tx, match, match, "move", seat)
        assert (await open_seats.require(tx, opened.id)).status == status
