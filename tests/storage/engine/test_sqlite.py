"""SQLite connections: how a transaction begins and ends, also a cancelled one, and who waits too long for one."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import AsyncExitStack, asynccontextmanager, closing, nullcontext, suppress
from typing import TYPE_CHECKING, Any, ClassVar

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from storage.engine.backends import backend_of
from storage.engine.database import Database, StorageError
from storage.engine.sqlite import engine, file_url, prepare
from storage.engine.sqlite_connection import SqliteConnection
from storage.queries import key_value, matches
from tests.storage.samples import ANN, new_match

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from sqlalchemy.ext.asyncio import AsyncConnection

    from storage.engine.backend import Access
    from storage.engine.database import Tx

MANY = 2007
"""More rows than the driver fetches at once."""
COUNTED = text(
    "WITH RECURSIVE up(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM up WHERE n < :many) SELECT n FROM up"
).bindparams(many=MANY)


@asynccontextmanager
async def writing(path: Path) -> AsyncGenerator[AsyncConnection]:
    prepare(path)
    made = engine(path, "write")
    try:
        async with made.begin() as tx:
            await tx.execute(text("CREATE TABLE t (n INTEGER PRIMARY KEY)"))
            yield tx
    finally:
        await made.dispose()


async def test_a_statement_has_ended_once_one_of_its_rows_was_read(tmp_path: Path) -> None:
    async with writing(tmp_path / "a.db") as tx:
        assert (await tx.execute(COUNTED)).first() == (1,)
        await tx.execute(text("DROP TABLE t"))  # SQLite refuses this while a statement is still being read


async def test_an_error_does_not_quote_what_people_wrote(tmp_path: Path) -> None:
    async with writing(tmp_path / "a.db") as tx:
        await tx.execute(text("CREATE TABLE notes (words TEXT UNIQUE)"))
        put = text("INSERT INTO notes VALUES (:words)").bindparams(words="a secret plan")
        await tx.execute(put)
        with pytest.raises(IntegrityError) as rejected:
            await tx.execute(put)
        assert "secret" not in str(rejected.value)


async def test_a_rejected_statement_says_why_and_the_transaction_goes_on(tmp_path: Path) -> None:
    async with writing(tmp_path / "a.db") as tx:
        await tx.execute(text("INSERT INTO t VALUES (1)"))
        with pytest.raises(IntegrityError):
            await tx.execute(text("INSERT INTO t VALUES (1)"))
        await tx.execute(text("INSERT INTO t VALUES (:n)"), [{"n": 2}, {"n": 3}])
        assert (await tx.execute(text("SELECT count(*) FROM t"))).scalar_one() == 3


async def test_an_error_rolls_the_whole_transaction_back(tmp_path: Path) -> None:
    async with writing(tmp_path / "a.db"):
        pass
    made = engine(tmp_path / "a.db", "write")
    with suppress(ZeroDivisionError):
        async with made.begin() as tx:
            await tx.execute(text("INSERT INTO t VALUES (1)"))
            raise ZeroDivisionError
    async with made.begin() as tx:
        assert (await tx.execute(text("SELECT count(*) FROM t"))).scalar_one() == 0
    await made.dispose()


@pytest.mark.parametrize(("way", "locked"), [("read", False), ("write", True), ("alter", True)])
async def test_only_writers_lock_the_file_from_their_first_statement(tmp_path: Path, way: Access, locked: bool) -> None:  # noqa: FBT001
    async with writing(tmp_path / "a.db"):
        pass
    made = engine(tmp_path / "a.db", way)
    async with made.begin() as tx:
        await tx.execute(text("SELECT 1"))
        outcome = pytest.raises(sqlite3.OperationalError, match="locked") if locked else nullcontext()
        with closing(sqlite3.connect(tmp_path / "a.db", timeout=0, isolation_level=None)) as rival, outcome:
            rival.execute("BEGIN IMMEDIATE")
    await made.dispose()


class Counted(SqliteConnection):
    """A connection that is counted until it is closed."""

    made: ClassVar[int] = 0
    open: ClassVar[set[int]] = set()

    def __init__(self, *given: Any, **how: Any) -> None:
        super().__init__(*given, **how)
        Counted.made += 1
        self.open.add(id(self))

    def close(self) -> None:
        self.open.discard(id(self))
        super().close()


async def test_a_connection_is_closed_whenever_its_task_is_cancelled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.db"
    prepare(path)
    monkeypatch.setattr("storage.engine.sqlite.SqliteConnection", Counted)

    async def read() -> None:
        made = engine(path, "read")
        try:
            async with made.begin() as tx:
                await tx.execute(text("SELECT 1"))
        finally:
            await made.dispose()

    steps, ended = 0, False
    while not ended:
        read_task = asyncio.create_task(read())
        for _ in range(steps):
            await asyncio.sleep(0)
        ended = read_task.done()
        read_task.cancel()
        with suppress(asyncio.CancelledError):
            await read_task
        assert not Counted.open, f"cancelled after {steps} steps of the loop"
        steps += 1 + steps // 20  # on a busy machine the driver's thread takes many steps to answer
    assert Counted.made > 1


async def test_what_was_deleted_is_in_no_file_once_nobody_reads_any_more(tmp_path: Path) -> None:
    place, thought = tmp_path / "turnpost.db", "a thought that nobody may find again"
    database = await Database.open(file_url(place))

    def holders() -> set[str]:
        return {file.name for file in tmp_path.iterdir() if thought.encode() in file.read_bytes()}

    async with database.write() as tx:
        await key_value.write(tx, "thought", thought * 100)
    with closing(sqlite3.connect(place, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM meta").fetchall()
        async with database.write() as tx:
            await key_value.write(tx, "thought", "")
        await database.drop_old_rows()
        assert "turnpost.db-wal" in holders(), "somebody reads"
        reader.execute("COMMIT")
    await asyncio.wait(asyncio.all_tasks() - {asyncio.current_task()})
    assert place.with_name("turnpost.db-wal").stat().st_size == 0
    assert holders() == set()
    await database.close()


async def test_a_database_is_closed_while_somebody_reads_what_was_deleted(tmp_path: Path) -> None:
    place = tmp_path / "turnpost.db"
    database = await Database.open(file_url(place))
    with closing(sqlite3.connect(place, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM meta").fetchall()
        async with database.write() as tx:
            await key_value.write(tx, "thought", "")
        await database.drop_old_rows()
        await database.close()
    assert asyncio.all_tasks() == {asyncio.current_task()}


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storage.engine.database._WAIT_TIMEOUT", 0.2)


async def read(tx: Tx) -> int:
    return len(await matches.of_player(tx, ANN.id))


@pytest.mark.usefixtures("impatient")
async def test_where_no_reader_is_free_for_long_a_sentence_says_so(url: str) -> None:
    database, place = await Database.open(url), backend_of(url)
    async with AsyncExitStack() as stack:
        for _ in range(place.readers):
            await read(await stack.enter_async_context(database.read()))
        with pytest.raises(StorageError) as caught:
            await stack.enter_async_context(database.read())
    assert str(caught.value) == f"All connections to the {place.name} are in use; try again in a moment."
    async with database.read() as tx:
        assert await read(tx) == 0
    await database.close()


@pytest.mark.usefixtures("impatient")
async def test_waiting_too_long_for_another_writer_raises_and_stores_nothing(url: str) -> None:
    database, place = await Database.open(url), backend_of(url)

    async def store() -> None:
        async with database.write() as tx:
            await new_match(tx)

    async with database.write():
        with pytest.raises(StorageError) as caught:
            await asyncio.create_task(store())
    held = f"The {place.name} was held by other work for too long; nothing was written, try again."
    assert str(caught.value) == held
    await store()
    async with database.read() as tx:
        assert await read(tx) == 1
    await database.close()
