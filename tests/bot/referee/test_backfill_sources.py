"""What is read after an outage, and who is asked to send again what couldn't be read."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from bot.referee.backfill_sources import BackfillSource, UnreadableMessage, ask_to_resend, list_sources
from bot.referee.context import Context
from games import GAMES
from storage.engine.database import Database
from storage.queries import events, matches, outbox
from storage.queries.read_markers import ReadMarker
from storage.queries.rows import NewEvent, Person
from tests.database_template import create_database
from tests.storage.samples import GUILD, move, new_challenge, new_match

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from storage.engine.database import Tx
    from storage.queries.rows import Match

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
ANN, BOB, CLEO = Person(1, "Ann"), Person(2, "Bob"), Person(3, "Cleo")
OLDEST = 100
HOME, THREAD, TALK, DIRECT = 1000, 1001, 1002, 1003


@pytest.fixture
async def context(tmp_path: Path) -> AsyncIterator[Context]:
    database = await Database.open(await create_database(tmp_path / "turnpost.db"))
    yield Context(database, GAMES, now=lambda: NOON, rng=Random(1))
    await database.close()


async def begin(tx: Tx, *, seats: tuple[Person, Person] = (ANN, BOB), began_by: int = 500, **more: Any) -> Match:
    match = await new_match(tx, seats=seats, channel_id=HOME, **more)
    await outbox.add(tx, lane="m", kind="board", body={}, at=NOON, match_id=match.id, seq=0, source_id=began_by)
    return match


async def sources(
    context: Context, last: dict[int, ReadMarker], threads: tuple[int, ...] = (), *, direct: bool = False
) -> list[BackfillSource]:
    return await list_sources(
        context,
        last,
        lambda channel: GUILD if channel < DIRECT else None,
        threads,
        since=NOON,
        oldest=OLDEST,
        guilds={GUILD},
        direct=direct,
    )


async def test_the_home_of_an_active_match_is_read_from_its_marker_or_its_turn_on(context: Context) -> None:
    async with context.database.write() as tx:
        await begin(tx, began_by=500)
        await begin(tx, began_by=400)
        await begin(tx, began_by=300, guild_id=GUILD + 1)
        await begin(tx, began_by=200, game="chomp")
    assert await sources(context, {}) == [BackfillSource(HOME, GUILD, None, 400)]
    assert await sources(context, {HOME: ReadMarker(700)}) == [BackfillSource(HOME, GUILD, None, 700)]
    assert await sources(context, {HOME: ReadMarker(7)}) == [BackfillSource(HOME, GUILD, None, OLDEST)]


async def test_a_match_that_fails_is_read_from_its_start_and_holds_up_no_other(context: Context) -> None:
    async with context.database.write() as tx:
        broken, sound = await begin(tx, began_by=1500), await begin(tx, began_by=700)
        await matches.set_thread(tx, broken.id, THREAD)
        await matches.set_thread(tx, sound.id, TALK)
        await events.append(
            tx,
            await move(tx, broken, "nonsense", to_move=1, source_id=1550),
            NewEvent(
                kind="leave",
                seat=1,
                user_id=ANN.id,
                text="resigned",
                source_id=1600,
                position="what no rules lead to",
                to_move=2,
            ),
            at=NOON,
        )
    assert await sources(context, {}) == [
        BackfillSource(THREAD, GUILD, None, 1500),
        BackfillSource(TALK, GUILD, None, TALK),
    ]
    await ask_to_resend(context, {THREAD: [UnreadableMessage(2000, BOB.id)], TALK: [UnreadableMessage(2001, ANN.id)]})
    async with context.database.read() as tx:
        answers = [await outbox.answer_to(tx, message_id) for message_id in (2000, 2001)]
    assert [answer and answer.kind for answer in answers] == [None, "ask"]


async def test_other_channels_of_the_guild_are_read_from_their_markers_on(context: Context) -> None:
    last = {TALK: ReadMarker(600), DIRECT: ReadMarker(700, ANN.id), DIRECT + 1: ReadMarker(800)}
    assert await sources(context, last) == [BackfillSource(TALK, GUILD, None, 600, home=False)]
    assert await sources(context, {TALK: ReadMarker(6)}) == [BackfillSource(TALK, GUILD, None, OLDEST, home=False)]


async def test_the_thread_of_an_ended_match_is_read_from_its_last_board_on(context: Context) -> None:
    async with context.database.write() as tx:
        for number, board in ((THREAD - 500, 900), (THREAD - 499, None)):
            match = await begin(tx, began_by=number)
            await matches.set_thread(tx, match.id, number)
            await move(tx, match, to_move=None, source_id=number + 10)
            if board:
                row = await outbox.add(tx, lane="m", kind="board", body={}, at=NOON, match_id=match.id, seq=1)
                await outbox.mark_sent(tx, row.id, channel_id=number, message_id=board, at=NOON)
    threads = (THREAD - 500, THREAD - 499)
    assert await sources(context, {}, threads) == [
        BackfillSource(threads[0], GUILD, None, 900, home=False),
        BackfillSource(threads[1], GUILD, None, threads[1], home=False),
    ]


async def test_direct_messages_come_from_known_people_players_and_those_challenged(context: Context) -> None:
    async with context.database.write() as tx:
        await begin(tx, guild_id=GUILD + 1)
        await begin(tx, seats=(ANN, Person.computer(1)), began_by=600, guild_id=GUILD + 1)
        await new_challenge(tx, ANN, CLEO, at=NOON)
    last = {
        DIRECT: ReadMarker(700, ANN.id),
        DIRECT + 1: ReadMarker(OLDEST, 8),
        DIRECT + 2: ReadMarker(OLDEST + 1, 9),
    }
    assert await sources(context, last, direct=True) == [
        BackfillSource(DIRECT, None, ANN.id, 700),
        BackfillSource(DIRECT + 2, None, 9, OLDEST + 1),
        BackfillSource(None, None, BOB.id, 500),
        BackfillSource(None, None, CLEO.id, OLDEST),
    ]
    assert await sources(context, last) == []


async def test_the_player_to_move_is_asked_once_to_send_again(context: Context) -> None:
    async with context.database.write() as tx:
        match = await begin(tx)
        await matches.set_thread(tx, match.id, THREAD)
        over = await begin(tx, began_by=501)
        await matches.set_thread(tx, over.id, TALK)
        await move(tx, over, to_move=None)
    unread = {
        THREAD: [
            UnreadableMessage(THREAD, ANN.id),
            UnreadableMessage(1100, BOB.id),
            UnreadableMessage(1200, ANN.id),
            UnreadableMessage(1300, ANN.id),
        ],
        TALK: [UnreadableMessage(1400, ANN.id)],
        HOME: [UnreadableMessage(1500, ANN.id)],
    }
    for _ in range(2):
        await ask_to_resend(context, unread)
        async with context.database.read() as tx:
            assert await outbox.count_backlog(tx) == 3, "the boards at the beginning, and one request"
    async with context.database.read() as tx:
        found = await outbox.answer_to(tx, 1200)
    assert found
    assert (found.kind, found.body, found.match_id) == ("ask", {"channel": THREAD, "reply_to": 1200}, match.id)


async def test_nobody_is_asked_in_a_channel_or_by_the_player_who_waits(context: Context) -> None:
    async with context.database.write() as tx:
        await begin(tx)
        threaded = await begin(tx, began_by=501, to_move=2)
        await matches.set_thread(tx, threaded.id, THREAD)
    messages = [UnreadableMessage(1200, ANN.id)]
    await ask_to_resend(context, {HOME: messages, THREAD: messages})
    async with context.database.read() as tx:
        assert await outbox.count_backlog(tx) == 2
