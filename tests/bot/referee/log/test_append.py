"""What is posted of an event, what it closes, and its time, which never goes back."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select

from bot.admin.verify.matches import verify_matches
from bot.match_files import files
from bot.referee.clocks.clock import begin_pause, resume_clock
from bot.referee.log.append import append_event, end_without_result
from bot.referee.log.automatic_moves import close_with_event
from bot.referee.offers import answer_offer, make_offer
from bot.referee.threads import OPEN_FOR
from games import GAMES
from storage import schema
from storage.backup import archive
from storage.engine.database import Database
from storage.queries import offers, open_seats, pauses, thread_archives, watchers
from storage.queries.rows import NewEvent, Person
from tests.bot.referee.clock_context import DAY, HOUR, make_clock_context
from tests.bot.referee.offer_context import ANN, BOB, CLEO, NOON, make_offer_context
from tests.database_template import create_database
from tests.guild_settings import serve
from tests.storage.samples import GUILD, new_challenge, new_match, source

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Sequence
    from datetime import datetime
    from pathlib import Path

    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.queries.rows import EventKind, Match, OpenSeatStatus
    from tests.bot.referee.clock_context import ClockContext


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
        ((ANN, *COMPUTERS), [(3, 1), (4, None)]),
        ((ANN, BOB, COMPUTERS[0]), [(1, None), (3, 2), (4, None)]),
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


APART = timedelta(seconds=3)


async def times(at: ClockContext, match_id: int) -> list[datetime]:
    """Return when a match began and when each of its events was."""
    async with at.context.database.read() as tx:
        ((match, log),) = await archive.read_after(tx, match_id - 1, 1)
    assert match.since == (log[-1].at if log else match.created_at)
    return [match.created_at, *(event.at for event in log)]


async def test_two_processes_with_clocks_apart_write_times_that_do_not_go_back(either_url: str, tmp_path: Path) -> None:
    async with make_clock_context(either_url) as fast, make_clock_context(either_url) as slow:
        slow.sources = fast.sources
        fast.time = NOON + APART
        match = await fast.begin("3d+1d")
        for each in (slow, fast, slow, slow):
            await each.move(match.id)
        later = [NOON + APART] * 5
        assert await times(fast, match.id) == later
        assert (await slow.clock(match.id)).left == (3 * DAY + 2 * DAY, 3 * DAY + 2 * DAY)
        assert (await slow.clock(match.id)).since == NOON + APART
        slow.time = NOON + 2 * APART
        await slow.move(match.id)
        assert await times(fast, match.id) == [*later, NOON + 2 * APART]
        assert (await slow.clock(match.id)).left == (6 * DAY - APART, 5 * DAY)
        async for verdict in verify_matches(fast.context.database, GAMES):
            assert verdict.differences == ()
        record = [line async for line in files.write_lines(fast.context.database, GAMES)]
    file = tmp_path / "record.jsonl"
    file.write_text("".join(f"{line}\n" for line in record), "utf-8")
    database = await Database.open(await create_database(tmp_path / "other" / "turnpost.db"))
    assert await files.store_matches(database, files.read_file(file, GAMES, slow.time)) == 5
    await database.close()


async def test_an_end_by_a_clock_that_is_behind_comes_no_sooner_than_the_last_move(either_url: str) -> None:
    async with make_clock_context(either_url) as at:
        match = await at.begin("1d")
        at.time = NOON + HOUR
        await at.move(match.id)
        at.time -= APART
        await make_offer(at.context, at.request(ANN), match.id, "draw")
        await answer_offer(at.context, at.request(BOB), match.id, "draw", agrees=True)
        assert (await at.match(match.id)).ended_at == NOON + HOUR
        async with at.context.database.read() as tx:
            (made,) = (await tx.execute(select(schema.offers.c.created_at))).scalars()
        assert made == NOON + HOUR


async def test_a_pause_that_a_clock_behind_ends_is_no_longer_and_no_shorter_than_nothing(either_url: str) -> None:
    async with make_clock_context(either_url) as at:
        match = await at.begin("1d")
        at.time += HOUR
        async with at.context.database.write() as tx:
            await begin_pause(at.context, tx, match)
        at.time -= APART
        await resume_clock(at.context, at.request(BOB), match.id)
        async with at.context.database.read() as tx:
            assert await pauses.ending_after(tx, match.id, NOON) == [(NOON + HOUR, NOON + HOUR)]
        assert (await at.clock(match.id)).deadline == NOON + DAY


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
