"""Statements take one way to SQLite's thread, and find what they found before."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from storage.engine import courier
from storage.engine.sqlite import engine, prepare

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from sqlalchemy.ext.asyncio import AsyncConnection

MANY = 2 * courier.AT_ONCE + 7
COUNTED = text(
    "WITH RECURSIVE up(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM up WHERE n < :many) SELECT n FROM up"
).bindparams(many=MANY)


@asynccontextmanager
async def writing(place: Path) -> AsyncGenerator[AsyncConnection]:
    prepare(place)
    made = engine(place, "write")
    try:
        async with made.begin() as tx:
            await tx.execute(text("CREATE TABLE t (n INTEGER PRIMARY KEY)"))
            yield tx
    finally:
        await made.dispose()


async def test_more_rows_than_come_along_are_all_found(tmp_path: Path) -> None:
    async with writing(tmp_path / "a.db") as tx:
        assert list((await tx.execute(COUNTED)).scalars()) == list(range(1, MANY + 1))


async def test_a_stream_comes_in_parts_and_can_be_left(tmp_path: Path) -> None:
    async with writing(tmp_path / "a.db") as tx:
        found = [row.n async for row in await tx.stream(COUNTED)]
        assert found == list(range(1, MANY + 1))
        async with tx.stream(COUNTED) as rows:
            assert (await rows.fetchone()) == (1,)
        await tx.execute(text("DROP TABLE t"))  # SQLite refuses this while a statement is still being read


async def test_a_statement_takes_one_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ways: list[str] = []
    send = courier.Courier.send

    async def counted(self: courier.Courier, call: object, *given: object) -> object:
        ways.append(str(given))
        return await send(self, call, *given)  # type: ignore[arg-type]

    async with writing(tmp_path / "a.db") as tx:
        monkeypatch.setattr(courier.Courier, "send", counted)
        added = await tx.execute(text("INSERT INTO t VALUES (1), (2) RETURNING n"))
        assert added.scalars().all() == [1, 2]
        changed = await tx.execute(text("UPDATE t SET n = n + 10"))
        assert changed.rowcount == 2
        assert (await tx.execute(text("SELECT n FROM t WHERE n > 5"))).scalars().all() == [11, 12]
        assert len(ways) == 3


async def test_a_transaction_begins_with_its_first_statement(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[object] = []
    send = courier.Courier.send

    async def noted(self: courier.Courier, call: object, *given: object) -> object:
        sent.append(given[:2])
        return await send(self, call, *given)  # type: ignore[arg-type]

    async with writing(tmp_path / "a.db"):
        pass
    made = engine(tmp_path / "a.db", "write")
    async with made.connect():
        pass
    monkeypatch.setattr(courier.Courier, "send", noted)
    async with made.begin():
        pass
    assert sent == [], "nothing was asked, so nothing began"
    async with made.begin() as tx:
        await tx.execute(text("INSERT INTO t VALUES (1)"))
        await tx.execute(text("INSERT INTO t VALUES (2)"))
    assert sent == [("BEGIN IMMEDIATE", "INSERT INTO t VALUES (1)"), ("", "INSERT INTO t VALUES (2)")]
    monkeypatch.undo()
    async with made.begin() as tx:
        assert (await tx.execute(text("SELECT count(*) FROM t"))).scalar_one() == 2
    await made.dispose()


async def test_a_refused_statement_says_why_and_the_transaction_goes_on(tmp_path: Path) -> None:
    async with writing(tmp_path / "a.db") as tx:
        await tx.execute(text("INSERT INTO t VALUES (1)"))
        with pytest.raises(IntegrityError):
            await tx.execute(text("INSERT INTO t VALUES (1)"))
        await tx.execute(text("INSERT INTO t VALUES (:n)"), [{"n": 2}, {"n": 3}])
        assert (await tx.execute(text("SELECT count(*) FROM t"))).scalar_one() == 3


class Counted(sqlite3.Connection):
    """A connection that is counted until it is closed."""

    open: ClassVar[set[int]] = set()

    def __init__(self, *given: Any, **how: Any) -> None:
        super().__init__(*given, **how)
        self.open.add(id(self))

    def close(self) -> None:
        self.open.discard(id(self))
        super().close()


async def test_a_connection_is_closed_whenever_its_task_is_cancelled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect, place = sqlite3.connect, tmp_path / "a.db"
    prepare(place)
    monkeypatch.setattr(sqlite3, "connect", partial(connect, factory=Counted))

    async def read() -> None:
        made = engine(place, "read")
        try:
            async with made.begin() as tx:
                await tx.execute(text("SELECT 1"))
        finally:
            await made.dispose()

    for steps in range(40):
        reading = asyncio.create_task(read())
        for _ in range(steps):
            await asyncio.sleep(0)
        reading.cancel()
        with suppress(asyncio.CancelledError):
            await reading
        assert not Counted.open, f"cancelled after {steps} steps of the loop"
