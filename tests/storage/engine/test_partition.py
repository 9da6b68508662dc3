"""What holds while a PostgreSQL server can't be heard: nobody waits for ever, and no shard is carried twice."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import make_url

from bot.process import cancel_and_wait
from storage.engine.database import Database, StorageError
from storage.queries import matches
from tests.storage.samples import ANN, new_match

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator

    from tests.postgres import Server

HOST = "127.0.0.1"
_CHUNK = 65536


class Proxy:
    """Passes data both ways until it is silenced; then keeps it until it is healed. Made by `proxy_to`."""

    def __init__(self, port: int) -> None:
        self.port = 0
        self._target = port
        self._open = _open_event()
        self._next = self._open
        self._connections = set[asyncio.Task[Any]]()
        self._server: asyncio.Server | None = None

    def silence(self, *, later: bool = True) -> None:
        """Pass nothing on the present connections and, with `later`, on later ones."""
        self._open.clear()
        self._next = self._open if later else _open_event()

    def heal(self) -> None:
        """Pass everything again, kept data first."""
        self._open.set()
        self._open = self._next

    def url(self, address: str) -> str:
        """Return the URL of a database through this proxy."""
        return make_url(address).set(host=HOST, port=self.port).render_as_string(hide_password=False)

    async def start(self) -> None:
        """Listen on a free port."""
        self._server = await asyncio.start_server(self._connect, HOST, 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Drop every connection."""
        assert self._server
        self._server.close()
        await cancel_and_wait(self._connections)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection, open_event = asyncio.current_task(), self._next
        assert connection
        self._connections.add(connection)
        writers = [writer]
        try:
            await open_event.wait()
            far_reader, far_writer = await asyncio.open_connection(HOST, self._target)
            writers.append(far_writer)
            await asyncio.gather(_copy(reader, far_writer, open_event), _copy(far_reader, writer, open_event))
        except (asyncio.CancelledError, OSError):  # nobody waits for this task
            pass
        finally:
            for each in writers:
                each.transport.abort()
            self._connections.discard(connection)


@asynccontextmanager
async def proxy_to(port: int) -> AsyncGenerator[Proxy]:
    """Run a proxy to the server at a port."""
    proxy = Proxy(port)
    await proxy.start()
    try:
        yield proxy
    finally:
        await proxy.stop()


def _open_event() -> asyncio.Event:
    event = asyncio.Event()
    event.set()
    return event


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, open_event: asyncio.Event) -> None:
    """Pass on the data of one direction, and its end."""
    while data := await reader.read(_CHUNK):
        await open_event.wait()
        writer.write(data)
        await writer.drain()
    await open_event.wait()
    writer.close()


PATIENCE = 100
"""Seconds, for a slow machine: what doesn't hold waits for ever."""

TOLD_WAIT = 95
"""Seconds for which a start says that it waits for shards (`test_processes`)."""
LATE_TIMERS = 10
"""Seconds by which a server's timers may be late."""

SILENT = "The PostgreSQL server does not answer; check that it runs, and the host and port of its address."
UNCERTAIN = "The PostgreSQL server has not confirmed lately that this process carries its shards; nothing is done."
END = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = "
HOLDERS = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = 0"


@pytest.fixture
async def name(postgres: Server) -> str:
    """A database with the tables and no rows."""
    url = await postgres.create()
    return url.rpartition("/")[2]


@pytest.fixture
async def proxy(postgres: Server) -> AsyncIterator[Proxy]:
    async with proxy_to(postgres.port) as ready:
        yield ready


@pytest.fixture
async def database(postgres: Server, name: str, proxy: Proxy) -> AsyncIterator[Database]:
    """A record by way of the proxy."""
    database = await Database.open(proxy.url(postgres.url(name)))
    yield database
    await database.close()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give up sooner than in earnest."""
    monkeypatch.setattr("storage.engine.postgres._STATEMENT_TIMEOUTS", {"read": 2.0, "write": 2.0, "alter": 60.0})
    monkeypatch.setattr("storage.engine.postgres._CONNECT_TIMEOUT", 5.0)


@pytest.fixture
def watchful(monkeypatch: pytest.MonkeyPatch, quick: None) -> None:
    """Watch the locks more often than in earnest."""
    del quick
    monkeypatch.setattr("storage.engine.shard_locks._RENEW_INTERVAL", 0.1)
    monkeypatch.setattr("storage.engine.shard_locks._VALID_FOR", 4.0)
    monkeypatch.setattr("storage.engine.shard_locks._ANSWER_TIMEOUT", 2.0)


async def stored(database: Database) -> int:
    async with database.read() as tx:
        return len(await matches.of_player(tx, ANN.id))


async def store(database: Database) -> None:
    async with database.write() as tx:
        await new_match(tx)


async def expect_error(database: Database) -> str:
    """Return the sentence with which the record can't be used."""
    with pytest.raises(StorageError) as caught:
        await stored(database)
    return str(caught.value)


async def uncertain(database: Database) -> None:
    """Wait until the process is not certain any more of its shards."""
    while not (await expect_error(database)).startswith(UNCERTAIN):
        pass


@pytest.mark.thorough
async def test_the_server_itself_ends_what_takes_too_long_or_whose_client_is_gone(database: Database) -> None:
    async with database.write() as tx:
        shown = {
            name: (await tx.exec_driver_sql(f"SHOW {name}")).scalar_one()
            for name in ("lock_timeout", "statement_timeout", "tcp_user_timeout", "tcp_keepalives_idle")
        }
    assert shown == {
        "lock_timeout": "10s",
        "statement_timeout": "20s",
        "tcp_user_timeout": "60000",
        "tcp_keepalives_idle": "30",
    }


async def test_a_start_waits_for_shards_longer_than_the_server_takes_to_miss_a_process(database: Database) -> None:
    names = ("tcp_keepalives_idle", "tcp_keepalives_interval", "tcp_keepalives_count", "tcp_user_timeout")
    async with database.write() as tx:
        shown = [int((await tx.exec_driver_sql(f"SHOW {name}")).scalar_one()) for name in names]
        (statement,) = (await tx.exec_driver_sql("SHOW statement_timeout")).scalars()
    idle, interval, probes, unconfirmed = shown
    idle_holder, busy_holder = idle + interval * probes, int(statement.removesuffix("s")) + unconfirmed / 1000
    assert max(idle_holder, busy_holder) + LATE_TIMERS <= TOLD_WAIT


@pytest.mark.thorough
@pytest.mark.usefixtures("quick")
async def test_everyone_waiting_for_a_silent_server_gets_an_error_and_may_retry(
    database: Database, proxy: Proxy
) -> None:
    await store(database)
    await asyncio.gather(*(stored(database) for _ in range(3)))  # so that there are connections to fall silent
    proxy.silence()
    async with asyncio.timeout(PATIENCE):
        found = await asyncio.gather(
            *(use(database) for use in (store, stored) for _ in range(2)), return_exceptions=True
        )
    assert all(isinstance(each, StorageError) for each in found), found
    assert {str(each) for each in found} == {SILENT}
    proxy.heal()
    await store(database)
    assert await stored(database) == 2


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("late", [False, True])
@pytest.mark.thorough
async def test_a_transaction_whose_server_falls_silent_ends_in_a_sentence(
    database: Database, proxy: Proxy, *, late: bool
) -> None:
    async def fall_silent() -> None:
        async with database.write() as tx:
            await new_match(tx)
            proxy.silence()
            if not late:
                await new_match(tx)

    async with asyncio.timeout(PATIENCE):
        with pytest.raises(StorageError) as caught:
            await fall_silent()
    assert str(caught.value) == SILENT
    proxy.heal()
    await store(database)


@pytest.mark.thorough
@pytest.mark.usefixtures("watchful")
async def test_a_process_that_cannot_confirm_its_shards_does_nothing_until_it_can(
    database: Database, proxy: Proxy
) -> None:
    lost = asyncio.Event()
    async with asyncio.timeout(PATIENCE), database.lock_shards((0,), 1, lost.set):
        await store(database)
        proxy.silence()
        await uncertain(database)
        with pytest.raises(StorageError, match=UNCERTAIN):
            await store(database)
        proxy.heal()
        await store(database)
        assert await stored(database) == 2
    assert not lost.is_set()


@pytest.mark.thorough
@pytest.mark.usefixtures("watchful")
async def test_what_was_begun_with_the_shards_is_not_stored_without_them(
    database: Database, proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.engine.postgres._STATEMENT_TIMEOUTS", {"read": 2.0, "write": PATIENCE, "alter": 60.0})

    async def outlast() -> None:
        async with database.write() as tx:
            await new_match(tx)
            proxy.silence()
            await uncertain(database)
            proxy.heal()

    async with asyncio.timeout(PATIENCE), database.lock_shards((0,), 1, lambda: None):
        with pytest.raises(StorageError, match=UNCERTAIN):
            await outlast()
        assert await stored(database) == 0


@pytest.mark.thorough
@pytest.mark.usefixtures("watchful")
async def test_a_process_whose_own_dead_connection_holds_its_shards_takes_them_back(
    postgres: Server, name: str, database: Database, proxy: Proxy
) -> None:
    lost = asyncio.Event()
    async with asyncio.timeout(PATIENCE), database.lock_shards((0,), 2, lost.set):
        before = await postgres.sql(HOLDERS, name)
        assert len(before) == 1
        proxy.silence(later=False)
        while await postgres.sql(HOLDERS, name) == before:
            pass
        await store(database)
    assert not lost.is_set()


@pytest.mark.thorough
@pytest.mark.usefixtures("watchful")
async def test_a_process_whose_shards_were_taken_over_does_nothing_and_stops(
    postgres: Server, name: str, database: Database, proxy: Proxy
) -> None:
    lost, successor = asyncio.Event(), await Database.open(postgres.url(name))
    async with asyncio.timeout(PATIENCE), database.lock_shards((0,), 1, lost.set):
        proxy.silence()
        await uncertain(database)
        await postgres.sql(f"{END} '{name}'", name)  # as the server does after a minute
        async with successor.lock_shards((0,), 1, lambda: None):
            proxy.heal()
            while not lost.is_set():
                await expect_error(database)
            with pytest.raises(StorageError, match=UNCERTAIN):
                await store(database)
            assert await stored(successor) == 0
    await successor.close()


@pytest.mark.usefixtures("watchful")
async def test_locks_that_were_lost_with_their_connection_are_taken_again_at_once(
    postgres: Server, name: str, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.engine.shard_locks._RENEW_INTERVAL", float(PATIENCE))
    lost = asyncio.Event()
    async with asyncio.timeout(PATIENCE), database.lock_shards((0,), 2, lost.set):
        for _ in range(3):
            held = await postgres.sql(HOLDERS, name)
            await postgres.sql(f"{END} '{name}'", name)
            await store(database)
            assert len(await postgres.sql(HOLDERS, name)) == 1
            assert await postgres.sql(HOLDERS, name) != held
    assert not lost.is_set()
