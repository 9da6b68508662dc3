from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from storage.engine.database import AlreadyStored, Database, StorageError, WriteConflict
from storage.queries import challenges, events, key_value, matches
from tests.process_factory import FORK_SERVER
from tests.storage.rival_process import compete
from tests.storage.samples import ANN, CHANNEL, move, new_challenge, new_match, source

if TYPE_CHECKING:
    from storage.queries.rows import Match

PATIENCE = 60.0
"""Seconds, for a slow machine."""


async def rivals(url: str, match: Match, tries: int, mode: str, sources: tuple[int, int]) -> Counter[str]:
    """Let two processes go at a match at the same moment; return how often each outcome came."""
    ready, found = FORK_SERVER.Barrier(len(sources), timeout=PATIENCE), Counter[str]()
    receiver, sender = FORK_SERVER.Pipe(duplex=False)
    processes = [
        FORK_SERVER.Process(
            target=compete, args=(url, match.id, range(first, first + tries), mode, ready, sender), daemon=True
        )
        for first in sources
    ]
    for process in processes:
        await asyncio.to_thread(process.start)
    for process in processes:
        await asyncio.to_thread(process.join, PATIENCE)
        assert process.exitcode == 0
        found.update(receiver.recv())
    receiver.close()
    sender.close()
    return found


async def test_of_fifty_moves_for_one_turn_exactly_one_wins(database: Database) -> None:
    async with database.write() as tx:
        seen = await new_match(tx)

    async def attempt(number: int) -> str:
        try:
            async with database.write() as tx:
                await move(tx, seen, str(number))
        except WriteConflict:
            return "taken"
        return f"won {number}"

    outcomes = await asyncio.gather(*map(attempt, range(50)))
    async with database.read() as tx:
        (event,) = await events.of_match(tx, seen.id)
        match = await matches.require(tx, seen.id)
    assert Counter(outcomes) == {"taken": 49, f"won {event.text}": 1}
    assert (match.seq, match.position) == (1, f"after {event.text}")


async def test_one_message_that_comes_fifty_times_is_played_once(database: Database) -> None:
    async with database.write() as tx:
        match = await new_match(tx)
    source_id = source()

    async def attempt() -> str:
        try:
            async with database.write() as tx:
                await move(tx, await matches.require(tx, match.id), source_id=source_id)
        except AlreadyStored:
            return "repeated"
        return "won"

    assert Counter(await asyncio.gather(*(attempt() for _ in range(50)))) == {"won": 1, "repeated": 49}


async def test_of_two_processes_at_one_turn_exactly_one_wins(database: Database, url: str) -> None:
    async with database.write() as tx:
        match = await new_match(tx)
    outcomes = await rivals(url, match, 20, "stay", (1000, 2000))
    assert outcomes == {"won": 1, "WriteConflict": 39}
    async with database.read() as tx:
        assert len(await events.of_match(tx, match.id)) == 1


async def test_two_processes_never_find_the_database_locked(database: Database, url: str) -> None:
    async with database.write() as tx:
        match = await new_match(tx)
    outcomes = await rivals(url, match, 50, "follow", (1000, 2000))
    assert outcomes == {"won": 100}
    async with database.read() as tx:
        assert [event.seq for event in await events.of_match(tx, match.id)] == list(range(1, 101))


async def test_two_processes_that_get_the_same_messages_play_each_once(database: Database, url: str) -> None:
    async with database.write() as tx:
        match = await new_match(tx)
    outcomes = await rivals(url, match, 30, "follow", (1000, 1000))
    assert outcomes == {"won": 30, "AlreadyStored": 30}


async def test_readers_go_on_while_a_writer_writes_and_see_only_what_is_committed(database: Database) -> None:
    async with database.write() as tx:
        await key_value.write(tx, "k", "old")

    async def look() -> str | None:
        async with database.read() as tx:
            return await key_value.read(tx, "k")

    async with database.write() as tx:
        await key_value.write(tx, "k", "new")
        assert set(await asyncio.gather(*(look() for _ in range(50)))) == {"old"}
    assert await look() == "new"


async def test_a_reader_sees_one_moment_throughout(database: Database) -> None:
    async with database.read() as reader:
        assert await key_value.read(reader, "k") is None
        async with database.write() as tx:
            await key_value.write(tx, "k", "new")
        assert await key_value.read(reader, "k") is None


async def test_many_waiting_readers_do_not_starve_the_writer(database: Database) -> None:
    async def read_then_write(number: int) -> None:
        async with database.read() as reader:
            await key_value.read(reader, "k")
            async with database.write() as tx:
                await key_value.write(tx, str(number), "done")

    await asyncio.gather(*map(read_then_write, range(50)))


async def test_writers_of_one_process_are_served_in_the_order_they_came(database: Database) -> None:
    served: list[int] = []

    async def write(number: int) -> None:
        async with database.write() as tx:
            await key_value.write(tx, "k", str(number))
            served.append(number)

    await asyncio.gather(*map(write, range(50)))
    assert served == list(range(50))


async def test_a_read_transaction_cannot_write(database: Database) -> None:
    with pytest.raises(StorageError, match="cannot be written"):
        async with database.read() as tx:
            await tx.exec_driver_sql("DELETE FROM meta")


async def test_an_exception_takes_back_all_that_was_written(database: Database) -> None:
    async with database.write() as tx:
        match = await new_match(tx)

    async def fail() -> None:
        async with database.write() as tx:
            await move(tx, match)
            await new_challenge(tx)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    async with database.read() as tx:
        assert await matches.in_channel(tx, CHANNEL) == [match]
        assert await events.of_match(tx, match.id) == []
        assert await challenges.open_by(tx, ANN.id) == []


async def test_a_caught_taken_leaves_the_rest_of_the_transaction_alone(database: Database) -> None:
    async with database.write() as tx:
        seen = await new_match(tx)
        await move(tx, seen)
    async with database.write() as tx:
        await key_value.write(tx, "k", "kept")
        with pytest.raises(WriteConflict):
            await move(tx, seen)
    async with database.read() as tx:
        assert await key_value.read(tx, "k") == "kept"


async def test_a_cancelled_writer_leaves_nothing_and_frees_the_way(database: Database) -> None:
    inside = asyncio.Event()

    async def hang() -> None:
        async with database.write() as tx:
            await key_value.write(tx, "k", "never")
            inside.set()
            await asyncio.Event().wait()

    async def busy() -> None:
        async with database.write() as tx:
            inside.set()
            while True:
                await key_value.write(tx, "k", "never")

    for victim in (hang, busy):
        inside.clear()
        task = asyncio.create_task(victim())
        await inside.wait()
        follower = asyncio.create_task(_put(database))
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await asyncio.wait_for(follower, timeout=60)
    async with database.read() as tx:
        assert await key_value.read(tx, "k") is None


async def _put(database: Database) -> None:
    async with database.write() as tx:
        await key_value.write(tx, "after", "yes")


async def test_writing_inside_writing_is_a_mistake_that_does_not_hang(database: Database) -> None:
    async with database.write():
        with pytest.raises(RuntimeError, match="inside"):
            async with database.write():
                pass
    await _put(database)
