"""A played record that tests tamper with, verify and put back."""

from __future__ import annotations

import shutil
import sqlite3
from datetime import datetime
from fcntl import LOCK_EX, flock
from typing import TYPE_CHECKING, Any, TypeVar

from bot.admin.verify.matches import verify_matches
from bot.admin.verify.run import verify_ratings
from bot.admin.verify.tables import verify_tables
from games import GAMES
from storage.engine.database import Database, file_url
from tests.bot.admin.played_record import write_record

if TYPE_CHECKING:
    import asyncio
    from collections.abc import AsyncIterator, Callable, Coroutine
    from pathlib import Path

MATCH_TABLES = {
    "matches",
    "seats",
    "events",
    "outbox",
    "offers",
    "notes",
    "clocks",
    "pauses",
    "queued_moves",
    "plans",
    "saved_states",
    "analyses",
    "ratings",
    "outcomes",
    "net_days",
    "reviews",
    "thread_archives",
    "watchers",
    "guesses",
    "match_views",
    "open_seats",
}
"""The tables whose rows are mostly checked match by match."""


T = TypeVar("T")


def copy_record(runner: asyncio.Runner, shared: Path, path: Path) -> datetime:
    """Copy a played record to a path, and return when the last thing in it was done.

    The first process that asks writes it in the folder that it has `shared` with others, which wait for it meanwhile:
    that takes seconds.
    """
    played, time = shared / "played.db", shared / "played.time"
    with (shared / "played.lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not time.exists():
            time.write_text(runner.run(_write_record(played)).isoformat())
    shutil.copyfile(played, path)
    return datetime.fromisoformat(time.read_text())


async def _write_record(path: Path) -> datetime:
    database = await Database.open(file_url(path))
    try:
        return await write_record(database, path.parent)
    finally:
        await database.close()


class TamperedRecord:
    """A record that tests tamper with and put back, open as long as the tests run. `now` is when it was written."""

    def __init__(self, runner: asyncio.Runner, path: Path, now: datetime) -> None:
        self._run = runner.run
        self._database = self._run(Database.open_existing(file_url(path)))
        self._now = now
        self._connection = sqlite3.connect(path)

    def verify(self) -> list[str]:
        """Return all lines that `verify` prints about the record."""
        return self._run(self._all_lines())

    def tamper(self, table: str, statement: str) -> list[str] | None:
        """Return the lines of `verify` after a statement that changes a table; None if it changes nothing."""
        return self._run_tampered(table, statement, self._all_lines)

    def tamper_until(self, table: str, statement: str, expected: str = "", *, readable: bool = True) -> str | None:
        """Return the first line of `verify` that contains a text after a statement, "" if there is none.

        Looks first where the rows of the table are checked, unless they are no longer `readable`, and no further than
        the line. Returns None if the statement changes nothing.
        """

        async def first() -> str:
            parts = (self._match_lines, self._other_lines) if table in MATCH_TABLES and readable else (self._all,)
            for part in parts:
                async for line in part():
                    if expected in line:
                        return line
            return ""

        return self._run_tampered(table, statement, first)

    def close(self) -> None:
        """Close the record."""
        self._connection.close()
        self._run(self._database.close())

    async def _all_lines(self) -> list[str]:
        return [line async for line in self._all()]

    async def _all(self) -> AsyncIterator[str]:
        found = await verify_tables(self._database, GAMES, self._now)
        for line in (*found.differences, *found.notes):
            yield line
        async for verdict in verify_matches(self._database, GAMES, self._now, found.unreadable):
            for line in (*verdict.differences, *verdict.notes):
                yield line
        if not found.broken & {"ratings", "matches", "seats", "events"}:
            for line in await verify_ratings(self._database, GAMES, found.unreadable):
                yield line

    async def _other_lines(self) -> AsyncIterator[str]:
        found = await verify_tables(self._database, GAMES, self._now)
        for line in (*found.differences, *found.notes):
            yield line

    async def _match_lines(self) -> AsyncIterator[str]:
        async for verdict in verify_matches(self._database, GAMES, self._now):
            for line in (*verdict.differences, *verdict.notes):
                yield line
        for line in await verify_ratings(self._database, GAMES):
            yield line

    def _run_tampered(self, table: str, statement: str, look: Callable[[], Coroutine[Any, Any, T]]) -> T | None:
        before = self._rows(table)
        try:
            with self._connection:
                self._connection.execute(statement)
            return None if self._rows(table) == before else self._run(look())
        except sqlite3.IntegrityError:
            return None
        finally:
            with self._connection:
                self._connection.execute(f"DELETE FROM {table}")  # noqa: S608 - our own names
                marks = ", ".join("?" * len(before[0]))
                self._connection.executemany(f"INSERT INTO {table} VALUES ({marks})", before)  # noqa: S608 - our own names

    def _rows(self, table: str) -> list[tuple[object, ...]]:
        return self._connection.execute(f"SELECT * FROM {table}").fetchall()  # noqa: S608 - our own names
