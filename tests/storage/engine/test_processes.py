"""What two processes do at once on one database, as two connections of this one."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import pytest

from storage.engine.database import Database, StorageError
from storage.queries import challenges, key_value, outbox
from tests.storage.samples import ANN, BOB, CLEO, HOUR, NOON, new_challenge, new_match

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from storage.engine.database import Tx
    from storage.queries.rows import Person
    from tests.postgres import Server


@pytest.fixture
async def pair(url: str) -> AsyncIterator[tuple[Database, Database]]:
    """Two processes that start at once, as far as the database can tell."""
    first, second = await asyncio.gather(Database.open(url), Database.open(url))
    yield first, second
    await first.close()
    await second.close()


async def test_two_people_who_join_an_open_challenge_at_once_both_get_a_seat(pair: tuple[Database, Database]) -> None:
    async with pair[0].write() as tx:
        open_challenges = [await new_challenge(tx, ANN, size=4) for _ in range(10)]

    async def join(database: Database, person: Person, challenge_id: int) -> None:
        async with database.write() as tx:
            challenge = await challenges.lock(tx, challenge_id)
            assert challenge
            await challenges.join(tx, challenge, person)

    people = zip(pair, (BOB, CLEO), strict=True)
    await asyncio.gather(*(join(each, person, table.id) for each, person in people for table in open_challenges))
    async with pair[0].read() as tx:
        found = [await challenges.get(tx, table.id) for table in open_challenges]
    assert [one and {person.id for person in one.people} for one in found] == [{ANN.id, BOB.id, CLEO.id}] * 10


async def test_what_is_held_by_one_is_waited_for_by_the_other(pair: tuple[Database, Database]) -> None:
    async with pair[0].write() as tx:
        made = await new_challenge(tx)
    seen: list[str] = []

    async def look() -> None:
        async with pair[1].write() as tx:
            held = await challenges.lock(tx, made.id)
            seen.append(held.status if held else "gone")

    async with pair[0].write() as tx:
        await challenges.lock(tx, made.id)
        looking = asyncio.create_task(look())
        await asyncio.sleep(0.1)  # time enough for a look that would not wait
        assert seen == []
        await challenges.close(tx, made.id, "withdrawn")
    await looking
    assert seen == ["withdrawn"]


@pytest.mark.parametrize("before", [0, 2])
async def test_of_challenges_issued_at_once_each_counts_those_before_it(
    pair: tuple[Database, Database], before: int
) -> None:
    async with pair[0].write() as tx:
        for _ in range(before):
            await new_challenge(tx)
    counted: list[int] = []

    async def issue(database: Database) -> None:
        async with database.write() as tx:
            counted.append(len(await challenges.lock_open_by(tx, ANN.id)))
            await asyncio.sleep(0.02)  # time enough for the other process to count as well
            await new_challenge(tx)

    await asyncio.gather(*(issue(database) for database in pair * 2))
    assert counted == [before + number for number in range(4)]


async def test_each_challenge_expires_once_with_several_processes(pair: tuple[Database, Database]) -> None:
    async with pair[0].write() as tx:
        made = [await new_challenge(tx) for _ in range(20)]

    async def sweep(database: Database) -> list[int]:
        closed: list[int] = []
        for each in made:
            async with database.write() as tx:
                if await challenges.lock_expired(tx, each.id, NOON + 48 * HOUR):
                    await challenges.close(tx, each.id, "expired")
                    closed.append(each.id)
        return closed

    swept = await asyncio.gather(*(sweep(database) for database in pair * 3))
    assert sorted(one for each in swept for one in each) == [each.id for each in made]


async def test_of_many_posts_each_is_claimed_once(pair: tuple[Database, Database]) -> None:
    async with pair[0].write() as tx:
        posts = [await outbox.add(tx, lane=f"{lane}", kind="board", body={}, at=NOON) for lane in range(60)]

    async def work(database: Database, name: str) -> list[int]:
        done: list[int] = []
        while len(done) < 60 and (mine := await claimed(database, name)):
            async with database.write() as tx:
                for each in mine:
                    await outbox.mark_sent(tx, each, channel_id=1, message_id=None, at=NOON)
            done += mine
        return done

    async def claimed(database: Database, name: str) -> list[int]:
        async with database.write() as tx:
            found = await outbox.claim(tx, name, now=NOON, until=NOON + HOUR, matches=5)
            await asyncio.sleep(0)
            return [post.id for post in found]

    first, second = await asyncio.gather(work(pair[0], "one"), work(pair[1], "two"))
    assert sorted(first + second) == [post.id for post in posts]


async def test_a_lane_is_served_by_one_process_at_a_time_and_in_order(pair: tuple[Database, Database]) -> None:
    async with pair[0].write() as tx:
        posts = [await outbox.add(tx, lane="a", kind="board", body={}, at=NOON) for _ in range(10)]
    order: list[int] = []
    under_way = 0

    async def work(database: Database, name: str) -> None:
        nonlocal under_way
        while len(order) < len(posts):
            async with database.write() as tx:
                found = await outbox.claim(tx, name, now=NOON, until=NOON + HOUR)
            for post in found:
                under_way += 1
                assert under_way == 1
                await asyncio.sleep(0.001)
                order.append(post.id)
                under_way -= 1
                async with database.write() as tx:
                    await outbox.mark_sent(tx, post.id, channel_id=1, message_id=None, at=NOON)

    async with asyncio.timeout(60):
        await asyncio.gather(work(pair[0], "one"), work(pair[1], "two"))
    assert order == [post.id for post in posts]


async def test_of_two_that_settle_a_fact_one_decides(pair: tuple[Database, Database]) -> None:
    async def settle(database: Database, value: str) -> str:
        async with database.write() as tx:
            return await key_value.write_once(tx, "salt", value)

    found = await asyncio.gather(settle(pair[0], "one"), settle(pair[1], "two"))
    assert found[0] == found[1]


async def test_an_id_is_never_used_again(pair: tuple[Database, Database]) -> None:
    async def put(tx: Tx) -> int:
        return (await outbox.add(tx, lane="a", kind="board", body={}, at=NOON)).id

    async with pair[0].write() as tx:
        last = await put(tx)
        await tx.exec_driver_sql("DELETE FROM outbox")
    async with pair[1].write() as tx:
        assert await put(tx) > last


async def test_a_shard_is_carried_by_one_process(
    pair: tuple[Database, Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("storage.engine.sqlite", "storage.engine.postgres"):
        monkeypatch.setattr(f"{module}.TAKEOVER_TIMEOUT", 0.2)
    monkeypatch.setattr("storage.engine.postgres._LONGEST_WAIT", 0.2)
    lost: list[str] = []

    async with pair[0].lock_shards((0,), 1, lambda: lost.append("lost")):
        with pytest.raises(StorageError, match=r"Another (bot|process) .*; stop it first\.$"):
            async with pair[1].lock_shards((0,), 1, lambda: lost.append("lost")):
                pass
    async with pair[1].lock_shards((0,), 1, lambda: lost.append("lost")):
        assert lost == []


async def test_a_process_that_is_about_to_end_is_waited_for(pair: tuple[Database, Database]) -> None:
    let_go = asyncio.Event()

    async def first() -> None:
        async with pair[0].lock_shards((0,), 1, lambda: None):
            let_go.set()
            await asyncio.sleep(0.2)

    ending = asyncio.create_task(first())
    await let_go.wait()
    async with asyncio.timeout(60), pair[1].lock_shards((0,), 1, lambda: None):
        await ending


async def test_shards_are_counted_alike_by_all_processes(postgres: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storage.engine.postgres.TAKEOVER_TIMEOUT", 0.2)
    monkeypatch.setattr("storage.engine.postgres._LONGEST_WAIT", 0.2)
    url = await postgres.create()
    first, second = await Database.open(url), await Database.open(url)
    async with first.lock_shards((0,), 2, lambda: None), second.lock_shards((1,), 2, lambda: None):
        pass
    async with first.lock_shards((0,), 2, lambda: None):
        with pytest.raises(StorageError, match="with 2 shards in all, not 3"):
            async with second.lock_shards((1,), 3, lambda: None):
                pass
    await first.close()
    await second.close()


async def test_a_start_waits_until_the_server_would_have_noticed_that_the_other_process_is_dead(
    postgres: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("storage.engine.postgres.TAKEOVER_TIMEOUT", 0.0)
    monkeypatch.setattr("storage.engine.shard_locks._RETRY_INTERVAL", 0.05)
    caplog.set_level("INFO", "storage.engine.shard_locks")
    url, started = await postgres.create(), asyncio.Event()
    first, second = await Database.open(url), await Database.open(url)

    async def start() -> None:
        async with second.lock_shards((0,), 1, lambda: None):
            started.set()

    async with asyncio.timeout(60):
        async with first.lock_shards((0,), 1, lambda: None):
            starting = asyncio.create_task(start())
            while not caplog.messages:  # noqa: ASYNC110 - a log tells nobody
                await asyncio.sleep(0.01)
            assert not started.is_set()
        await starting
    (waits, free) = caplog.messages
    assert waits == (
        "Another process on this database carries shard 0 already; stop it first. If it died with its machine or "
        "network, the server frees its locks: trying again for up to 95 seconds."
    ), "longer than the 80 seconds after which the server misses a process that died during a statement of 20 seconds"
    assert free == "The shards are free after 0 seconds"
    await first.close()
    await second.close()


@pytest.mark.parametrize(("takeover", "told"), [(0.1, 1), (0.4, 0)])
async def test_shards_that_are_held_for_longer_are_those_of_a_process_that_is_alive(
    postgres: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, takeover: float, told: int
) -> None:
    monkeypatch.setattr("storage.engine.postgres.TAKEOVER_TIMEOUT", takeover)
    monkeypatch.setattr("storage.engine.postgres._LONGEST_WAIT", 0.4)
    monkeypatch.setattr("storage.engine.shard_locks._RETRY_INTERVAL", 0.05)
    url = await postgres.create()
    first, second = await Database.open(url), await Database.open(url)
    async with first.lock_shards((0,), 1, lambda: None):
        began = time.monotonic()
        with pytest.raises(StorageError, match=r"carries shard 0 already; stop it first\.$"):
            async with second.lock_shards((0,), 1, lambda: None):
                pass
        assert 0.4 <= time.monotonic() - began < 60
    assert len([each for each in caplog.messages if "trying again" in each]) == told
    await first.close()
    await second.close()


async def test_a_match_can_be_made_while_its_challenge_is_held(pair: tuple[Database, Database]) -> None:
    async with pair[0].write() as tx:
        made = await new_challenge(tx)
    async with pair[0].write() as tx:
        await challenges.lock(tx, made.id)
        match = await new_match(tx, challenge_id=made.id)
        await challenges.close(tx, made.id, "accepted", match.id)
    async with pair[1].read() as tx:
        closed = await challenges.get(tx, made.id)
    assert closed
    assert closed.match_id == match.id
