"""How many transactions a turn writes, read in SQLite's write-ahead log from outside."""

from __future__ import annotations

import sqlite3
import struct
from contextlib import closing
from typing import TYPE_CHECKING

from tests.wire import match
from tests.wire.match import begin_match
from tests.wire.scripts import SCRIPTS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.wire.fixtures import Environment

HEADER, FRAME_HEADER = 32, 24
TURNS = 4


def transactions(log: Path) -> Iterator[set[int]]:
    """Yield the pages that each committed transaction wrote (SQLite's "Database File Format", section 4)."""
    written = log.read_bytes()
    pages: set[int] = set()
    (page_size,) = struct.unpack(">I", written[8:12])
    for start in range(HEADER, len(written), FRAME_HEADER + page_size):
        page, pages_after_commit = struct.unpack(">II", written[start : start + 8])
        pages.add(page)
        if pages_after_commit:
            yield pages
            pages = set[int]()


async def test_a_turn_claims_its_board_in_the_transaction_that_stores_it(env: Environment) -> None:
    database = env.bot.data / "turnpost.db"
    contest = await begin_match(env.people[:2])
    await env.all_posted()
    with closing(sqlite3.connect(database)) as record:
        # Small tables are one page each: their root.
        roots = dict(record.execute("SELECT name, rootpage FROM sqlite_master WHERE name IN ('events', 'outbox')"))
        before = len(list(transactions(database.with_name("turnpost.db-wal"))))
        for text in SCRIPTS[contest.key].split()[:TURNS]:
            await contest.turn(match.by_text, text)
        await env.all_posted()
        later = list(transactions(database.with_name("turnpost.db-wal")))[before:]
    stored = [pages for pages in later if roots["events"] in pages]
    assert len(stored) == TURNS
    assert all(roots["outbox"] in pages for pages in stored)
    others = [pages for pages in later if roots["outbox"] in pages and pages not in stored]
    assert len(others) <= TURNS, "each board is marked as sent, and needs nothing else"
