"""The matches of a server for spectators, those who watch them, and threads to archive."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from storage.queries import events, matches, server_matches, thread_archives, watchers
from storage.queries.rows import NewEvent, Person
from storage.queries.server_matches import ServerFilter
from tests.storage.samples import ANN, BOB, CHANNEL, CLEO, GUILD, HOUR, NOON, move, new_match, source

if TYPE_CHECKING:
    from datetime import datetime

    from storage.engine.database import Database, Tx
    from storage.queries.rows import Match

HERE = frozenset({CHANNEL})


async def end(tx: Tx, match: Match, source_id: int, at: datetime = NOON) -> None:
    await events.append(
        tx,
        match,
        NewEvent(kind="end", seat=None, user_id=None, text="", source_id=source_id, position="end", to_move=None),
        at=at,
    )


async def substitute(tx: Tx, match: Match, left: Person) -> None:
    """Let somebody play on for a person, as an event of the log says; the match ends again if it had."""
    await events.append(
        tx,
        match,
        NewEvent(
            kind="substitute",
            seat=1,
            user_id=left.id,
            text=left.name,
            source_id=1_000 + match.id,
            position=match.position,
            to_move=match.to_move,
        ),
        at=NOON,
    )


@pytest.mark.parametrize("active", [True, False])
async def test_pages_hold_each_match_of_the_filter_once(database: Database, active: bool) -> None:  # noqa: FBT001 - a parameter
    async with database.write() as tx:
        made = [await new_match(tx) for _ in range(5)]
        computers = await new_match(tx, seats=(ANN, Person.computer(2)))
        other_game, hidden = await new_match(tx, game="xong"), await new_match(tx, channel_id=CHANNEL + 1)
        elsewhere = await new_match(tx, guild_id=GUILD + 1)
        if not active:
            for source_id, match in enumerate((*made, computers, other_game, hidden, elsewhere)):
                await end(tx, match, source_id)

    async def found(offset: int = 0, limit: int = 100, **narrowed: object) -> list[int]:
        wanted = ServerFilter(GUILD, HERE, **narrowed)  # pyright: ignore[reportArgumentType] - a test's
        async with database.read() as tx:
            assert await server_matches.count(tx, wanted, active=not active) == 0
            page = await server_matches.page(tx, wanted, active=active, offset=offset, limit=limit)
            if not offset:
                assert await server_matches.count(tx, wanted, active=active) >= len(page)
            return [match.id for match in page]

    every = [match.id for match in reversed((*made, computers, other_game))]
    assert await found() == every
    assert [*await found(0, 3), *await found(3, 3), *await found(6, 3), *await found(9, 3)] == every
    assert await found(of_computers=True) == [computers.id]
    assert await found(game="xong") == [other_game.id]
    assert await found(user_id=BOB.id, game="xero-g") == [match.id for match in reversed(made)]
    assert await found(user_id=CLEO.id) == []
    async with database.write() as tx:
        for match in (made[1], hidden):
            await substitute(tx, await matches.require(tx, match.id), CLEO)
    assert await found(user_id=CLEO.id) == [made[1].id]
    async with database.read() as tx:
        assert await events.left_seat(tx, hidden.id, CLEO.id)
        assert not await events.left_seat(tx, hidden.id, ANN.id)
        assert not await events.left_seat(tx, made[0].id, CLEO.id)


async def test_the_latest_turn_stands_first_and_of_ended_matches_the_latest_end(database: Database) -> None:
    wanted = ServerFilter(GUILD, HERE)
    async with database.write() as tx:
        first, second = await new_match(tx), await new_match(tx)
        moved = await move(tx, first, at=NOON + HOUR)
        page = await server_matches.page(tx, wanted, active=True, offset=0, limit=2)
        assert [match.id for match in page] == [first.id, second.id]
        await end(tx, second, source())
        await end(tx, moved, source(), at=NOON + 2 * HOUR)
        page = await server_matches.page(tx, wanted, active=False, offset=0, limit=2)
        assert [match.id for match in page] == [first.id, second.id]


async def test_the_watchers_of_a_match_are_taken_once(database: Database) -> None:
    async with database.write() as tx:
        match, other = await new_match(tx), await new_match(tx)
        for user_id in (BOB.id, ANN.id):
            await watchers.add(tx, match.id, user_id)
        await watchers.add(tx, other.id, ANN.id)
    async with database.write() as tx:
        assert await watchers.watched_by(tx, ANN.id) == {match.id, other.id}
        assert await watchers.take(tx, match.id) == sorted((ANN.id, BOB.id))
        assert await watchers.take(tx, match.id) == []
        assert await watchers.watched_by(tx, ANN.id) == {other.id}
        assert await watchers.remove(tx, other.id, ANN.id)
        assert not await watchers.remove(tx, other.id, ANN.id)


async def test_threads_are_due_from_their_time_on_the_most_overdue_first(database: Database) -> None:
    async with database.write() as tx:
        second, first, third = [(await new_match(tx)).id for _ in range(3)]
        for match_id, hours in ((second, 2), (first, 1), (third, 3)):
            await thread_archives.schedule(tx, match_id, NOON + hours * HOUR)
        assert await thread_archives.due(tx, NOON) == []
        assert await thread_archives.due(tx, NOON + 2 * HOUR) == [first, second]


async def test_a_thread_is_taken_once_and_not_before_it_is_due(database: Database) -> None:
    async with database.write() as tx:
        match = await new_match(tx)
        await thread_archives.schedule(tx, match.id, NOON + HOUR)
        assert not await thread_archives.take(tx, match.id, NOON)
        assert await thread_archives.take(tx, match.id, NOON + HOUR)
        assert not await thread_archives.take(tx, match.id, NOON + HOUR)
        assert await thread_archives.due(tx, NOON + HOUR) == []
