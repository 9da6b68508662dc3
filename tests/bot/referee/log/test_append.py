"""What is posted of an event: boards, and which events each of them tells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select

from bot.referee.log.append import append_event, end_without_result
from bot.referee.threads import OPEN_FOR
from storage import schema
from storage.queries import offers, thread_archives, watchers
from storage.queries.rows import NewEvent, Person
from tests.bot.referee.offer_context import ANN, BOB, CLEO, make_offer_context
from tests.guild_settings import serve
from tests.storage.samples import GUILD, NOON, new_challenge, new_match, source

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Sequence
    from pathlib import Path

    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.queries.rows import EventKind, Match


@pytest.fixture
async def context(tmp_path: Path) -> AsyncGenerator[Context]:
    async with make_offer_context(tmp_path / "turnpost.db") as made:
        yield made


async def append_moves(context: Context, tx: Tx, match: Match, *to_move: int) -> Match:
    """Append moves, after each of which a seat is to move."""
    for seat in to_move:
        match = await append_event(
            context,
            tx,
            match,
            NewEvent(
                kind="move",
                seat=match.to_move,
                user_id=match.player_to_move.id,
                text="c4",
                source_id=source(),
                position="",
                to_move=seat,
            ),
        )
    return match


async def boards(tx: Tx) -> list[tuple[int, Any]]:
    """Return the event of each board, with the first of those that it tells if it tells several."""
    rows = select(schema.outbox.c.seq, schema.outbox.c.body).where(schema.outbox.c.kind == "board")
    return [(row.seq, row.body.get("first")) for row in await tx.execute(rows.order_by(schema.outbox.c.id))]


COMPUTERS = (Person.computer(1), Person.computer(1, 2))


@pytest.mark.parametrize(
    ("seats", "told"),
    [
        ((ANN, BOB, CLEO), [(1, None), (2, None), (3, None), (4, None)]),
        ((ANN, *COMPUTERS), [(1, None), (3, 2), (4, None)]),
        ((ANN, BOB, COMPUTERS[0]), [(1, None), (2, None), (3, None), (4, None)]),
    ],
)
async def test_one_board_tells_the_moves_of_computer_players_in_a_row(
    context: Context, seats: Sequence[Person], told: list[tuple[int, int | None]]
) -> None:
    async with context.database.write() as tx:
        match = await new_match(tx, seats=seats)
        await append_moves(context, tx, match, 2, 3, 1, 2)
        assert await boards(tx) == told


AT_THE_END = {"result", "finished", "highlight", "watched"}
"""What is queued when a match ends, beside its board."""


@pytest.mark.parametrize(
    ("kind", "challenged", "chosen", "queued"),
    [
        ("move", True, {"finished": 55, "highlights": True}, ["result", "watched", "finished", "highlight"]),
        ("move", False, {"finished": 55}, ["watched", "finished"]),
        ("leave", True, {"highlights": True}, ["result", "watched", "highlight"]),
        ("end", True, {"finished": 55, "highlights": True}, ["result", "watched"]),
        ("move", False, {}, ["watched"]),
    ],
)
async def test_an_end_is_told_where_the_server_wants_it(
    context: Context, kind: EventKind, *, challenged: bool, chosen: dict[str, Any], queued: list[str]
) -> None:
    await serve(context, GUILD, **chosen)
    async with context.database.write() as tx:
        challenge = await new_challenge(tx) if challenged else None
        match = await new_match(tx, seats=(ANN, COMPUTERS[0]), challenge_id=challenge.id if challenge else None)
        await watchers.add(tx, match.id, CLEO.id)
        ended = await append_event(
            context,
            tx,
            match,
            NewEvent(kind=kind, seat=1, user_id=ANN.id, text="c4", source_id=source(), position="", to_move=None),
        )
        assert ended.ended_at is not None
        rows = await tx.execute(select(schema.outbox.c.kind).order_by(schema.outbox.c.id))
        assert [row.kind for row in rows if row.kind in AT_THE_END] == queued
        assert await thread_archives.due(tx, ended.ended_at + OPEN_FOR) == [match.id]


@pytest.mark.parametrize("seats", [(ANN, BOB, CLEO), (COMPUTERS[0], COMPUTERS[1], ANN)])
async def test_the_post_of_an_open_offer_says_that_a_move_closed_it(context: Context, seats: Sequence[Person]) -> None:
    async with context.database.write() as tx:
        match = await new_match(tx, seats=seats)
        offer = await offers.add(tx, match, kind="draw", seat=3, source_id=source(), at=NOON)
        await append_moves(context, tx, match, 2, 3)
        rows = select(schema.outbox.c.body).where(schema.outbox.c.kind == "answered")
        assert list((await tx.execute(rows)).scalars()) == [{"offer": offer.id}]


async def test_a_second_end_of_a_match_schedules_no_second_archive(context: Context) -> None:
    async with context.database.write() as tx:
        match = await new_match(tx, seats=(ANN, COMPUTERS[0]))
        for _ in range(2):
            match = await end_without_result(context, tx, match, "over", user_id=None, source_id=source())
        assert match.ended_at is not None
        assert await thread_archives.due(tx, match.ended_at + OPEN_FOR) == [match.id]
        assert [seq for seq, _ in await boards(tx)] == [1, 2]
