from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from storage.engine.database import AlreadyStored, WriteConflict
from storage.queries import events, matches
from storage.queries.rows import Event, NewEvent
from storage.schema import events as events_table
from tests.storage.samples import ANN, HOUR, NOON, THREAD, move, new_match, source

if TYPE_CHECKING:
    from storage.engine.database import Database
    from storage.queries.rows import EventKind


async def test_an_event_is_logged_and_moves_the_match_on(database: Database) -> None:
    source_id = source()
    async with database.write() as tx:
        start = await new_match(tx)
        match = await move(tx, start, "b1-b2", source_id=source_id, at=NOON + HOUR)
        stored = await matches.get(tx, start.id)
        log = await events.of_match(tx, start.id)
    assert match == stored
    assert (match.seq, match.position, match.to_move) == (1, "after b1-b2", 2)
    assert (match.created_at, match.since, match.ended_at) == (NOON, NOON + HOUR, None)
    expected = Event(
        match_id=match.id,
        seq=1,
        kind="move",
        seat=1,
        user_id=ANN.id,
        text="b1-b2",
        source_id=source_id,
        at=NOON + HOUR,
    )
    assert log == [expected]
    async with database.read() as tx:
        assert await events.by_source(tx, source_id) == expected
        assert await events.by_source(tx, source_id + 1) is None


async def test_an_event_of_nobody_is_kept_as_such(database: Database) -> None:
    async with database.write() as tx:
        await events.append(
            tx,
            await new_match(tx),
            NewEvent(
                kind="end", seat=None, user_id=None, text="abandoned", source_id=source(), position="over", to_move=None
            ),
            at=NOON,
        )
        (event,) = await events.of_match(tx, 1)
    assert (event.kind, event.seat, event.user_id, event.text) == ("end", None, None, "abandoned")


async def test_a_match_ends_when_nobody_is_to_move(database: Database) -> None:
    async with database.write() as tx:
        match = await move(tx, await new_match(tx), to_move=None, at=NOON + HOUR)
    assert (match.to_move, match.ended_at) == (None, NOON + HOUR)


async def test_the_log_can_be_read_up_to_an_event(database: Database) -> None:
    async with database.write() as tx:
        match = await new_match(tx)
        other = await new_match(tx)
        for text in ("a1", "b2", "c3"):
            match = await move(tx, match, text)
            other = await move(tx, other, "x9")
        assert [event.text for event in await events.of_match(tx, match.id)] == ["a1", "b2", "c3"]
        assert [event.text for event in await events.of_match(tx, match.id, upto=2)] == ["a1", "b2"]
        assert await events.of_match(tx, match.id, upto=0) == []


async def test_a_second_event_of_the_same_seq_is_taken_and_leaves_no_trace(database: Database) -> None:
    async with database.write() as tx:
        seen = await new_match(tx)
        after = await move(tx, seen, "first")
        with pytest.raises(WriteConflict):
            await move(tx, seen, "second")
        assert await matches.get(tx, seen.id) == after
        assert [event.text for event in await events.of_match(tx, seen.id)] == ["first"]
        assert (await move(tx, after, "third")).seq == 2


async def test_an_event_from_a_future_that_never_was_is_taken(database: Database) -> None:
    async with database.write() as tx:
        start = await new_match(tx)
        ahead = await move(tx, start)
    async with database.write() as tx:
        empty_match = await new_match(tx)
        with pytest.raises(WriteConflict):
            await move(tx, replace(empty_match, seq=ahead.seq))
        assert await events.of_match(tx, empty_match.id) == []


async def test_a_known_source_counts_as_a_repeat_in_every_match(database: Database) -> None:
    source_id = source()
    async with database.write() as tx:
        start = await new_match(tx)
        match = await move(tx, start, source_id=source_id)
        other = await new_match(tx)
        for stands in (start, match, other):
            with pytest.raises(AlreadyStored):
                await move(tx, stands, source_id=source_id)
        assert await matches.get(tx, other.id) == other
        assert len(await events.of_match(tx, match.id)) == 1


async def test_a_thread_set_meanwhile_is_not_lost_by_a_move(database: Database) -> None:
    async with database.write() as tx:
        seen = await new_match(tx)
        await matches.set_thread(tx, seen.id, THREAD)
        assert (await move(tx, seen)).thread_id == THREAD


async def test_an_event_needs_its_match(database: Database) -> None:
    async with database.write() as tx:
        seen = await new_match(tx)
    gone = replace(seen, id=99)
    async with database.write() as tx:
        with pytest.raises(WriteConflict):
            await move(tx, gone)
        assert await events.of_match(tx, gone.id) == []


async def test_one_event_is_found_by_its_seq_and_several_by_a_condition(database: Database) -> None:
    async with database.write() as tx:
        match, other = await new_match(tx), await new_match(tx)
        other = await move(tx, other, "x1")
        for text in ("a1", "x1", "c3"):
            match = await move(tx, match, text)
        log = await events.of_match(tx, match.id)
        assert [await events.get(tx, match.id, seq) for seq in (1, 3, 4)] == [log[0], log[2], None]
        found = await events.find(tx, events_table.c.text == "x1")
        assert [(event.match_id, event.seq) for event in found] == [(match.id, 2), (other.id, 1)]


async def test_an_event_that_steps_back_in_time_gets_the_time_of_the_one_before(database: Database) -> None:
    async with database.write() as tx:
        match = await move(tx, await new_match(tx), at=NOON + HOUR)
        match = await move(tx, match, at=NOON)
        assert match.since == NOON + HOUR
        assert [event.at for event in await events.of_match(tx, match.id)] == [NOON + HOUR] * 2


def test_an_agreed_draw_and_an_end_close_a_match() -> None:
    kinds: list[EventKind] = ["move", "leave", "takeback", "draw", "end"]
    closing = [kind for kind in kinds if Event(1, 1, kind, 1, ANN.id, "", None, NOON).closes]
    assert closing == ["draw", "end"]
