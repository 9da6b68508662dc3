"""The checks of the rows of the outbox, also of those that were given up and what came in their place."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from bot.admin.verify.matches import verify_matches
from bot.admin.verify.posts import NEEDS, check_post, check_posts
from bot.admin.verify.stored_match import Stored
from bot.admin.verify.tables import verify_tables
from bot.features.registry import FEATURES
from bot.outbox.sender import FallbackPost, Undeliverable
from bot.referee.context import Context
from games import GAMES
from storage.engine.database import Database, file_url
from storage.queries import outbox as outbox_rows
from storage.queries.rows import Event
from storage.schema import outbox
from tests.bot.admin.tampering import copy_record
from tests.bot.features.match_sample import MATCH
from tests.bot.outbox.worker_setup import make_worker

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from storage.queries.rows import Post

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
UNSENDABLE = "is of a kind that can't be sent"


@pytest.mark.parametrize(("done", "found"), [(None, True), ("sent_at", False), ("given_up_at", False)])
def test_a_row_of_an_unknown_kind_may_not_wait(done: str | None, found: bool) -> None:  # noqa: FBT001 - a parameter
    row: dict[str, Any] = {each.name: None for each in outbox.c}
    row |= {"kind": "old", "lane": "m1", "body": {}, "attempts": 0, "created_at": NOON}
    if done:
        row[done] = NOON
    assert (UNSENDABLE in list(check_post(row, NOON, None))) == found


@pytest.mark.parametrize(("moves", "last"), [(1, "event 1"), (9, "event 8, event 9"), (11, "event 9 and 2 more")])
def test_missing_boards_are_named_up_to_ten(moves: int, last: str) -> None:
    log = [Event(MATCH.id, seq, "move", 1, 1, "c4", seq, NOON) for seq in range(1, moves + 1)]
    missing, *_ = check_posts(Stored(replace(MATCH, challenge_id=7), log), NOON)
    assert missing.startswith("no board is here for its beginning, event 1")
    assert missing.endswith(last)


@pytest.mark.parametrize(
    ("kind", "lane", "abandoned", "found"),
    [
        ("tell", "e1:104", {"e1"}, False),
        ("nudge", "c7:103:104", {"c7:103"}, False),
        ("tell", "e1:104", {"e"}, True),
        ("tell", "e1:104", {"e2", "e1:104"}, True),
        ("tell", "e1:105", {"e1"}, True),
        ("board", "e1:104", {"e1"}, True),
    ],
)
def test_a_row_in_the_place_of_one_given_up_by_an_earlier_release_has_its_lane(
    kind: str,
    lane: str,
    abandoned: set[str],
    found: bool,  # noqa: FBT001 - a parameter
) -> None:
    row: dict[str, Any] = {each.name: None for each in outbox.c}
    row |= {"kind": kind, "lane": lane, "body": {"user": 104}, "attempts": 0, "created_at": NOON}
    strange = f"stands in the lane `{lane}`, which is none of its own"
    assert (strange in list(check_post(row, NOON, None, abandoned))) == found


MORE_ROWS: dict[str, tuple[str, dict[str, Any], int | None, int | None]] = {
    "note": ("c7", {"user": None, "text": None}, 6, 0),
    "direct": ("c7:103", {"user": 103}, 6, 0),
    "nudge": ("c7", {"user": 103, "text": None}, 6, 0),
    "digest": ("digest:105", {"user": 105}, None, None),
    "silence": ("c7", {}, 6, 0),
    "waited": ("c7", {"by": 104}, 6, 0),
    "reminder": ("c7:103", {"user": 103}, 6, 0),
    "notice": ("c7:103", {"user": 103, "about": "turns", "link": "https://discord.com/channels/1/2/3"}, 6, 0),
    "tell": ("c12:102", {"user": 102, "text": "no"}, None, None),
    "watched": ("w9:103", {"user": 103}, 9, 2),
    "weekly": ("weekly:11", {"guild": 11, "channel": 22}, None, None),
    "overview": ("overview:11", {"guild": 11, "channel": 22}, None, None),
    "replay": ("asked:103", {"channel": 21, "reply_to": 1, "asker": 103}, 9, 2),
    "ask": ("c10", {"channel": 39, "reply_to": 2}, 9, 2),
    "think": ("c10:think", {}, 9, 2),
    "plan": ("p9:102", {"user": 102}, 9, 2),
}
"""Rows of the kinds that the played record hasn't any of: lane, body, match and event."""


def registered_kinds() -> set[str]:
    """Return the kinds of rows that features bring senders of."""
    return {kind for feature in FEATURES for kind in feature.posts}


def take_back(record: Path, kinds: set[str], now: datetime) -> list[int]:
    """Let the last row of each kind wait to be sent, and return their ids; the others that wait count as sent."""
    at = int(now.timestamp() * 1_000_000)
    numbers: list[int] = []
    with closing(sqlite3.connect(record)) as connection, connection:
        connection.execute(
            "UPDATE outbox SET sent_at = ?, channel_id = 1, message_id = -id WHERE sent_at IS NULL", (at,)
        )
        for kind in sorted(kinds):
            if kind in MORE_ROWS:
                lane, body, match_id, seq = MORE_ROWS[kind]
                values = (lane, kind, json.dumps(body), match_id, 12 if kind == "tell" else None, seq, at)
                statement = (
                    "INSERT INTO outbox (lane, kind, body, match_id, challenge_id, seq, created_at, attempts) "
                    "VALUES (?, ?, ?, ?, ?, ?, ?, 0)"
                )
                numbers.append(connection.execute(statement, values).lastrowid or 0)
            else:
                found = connection.execute("SELECT max(id) FROM outbox WHERE kind = ?", (kind,))
                numbers.append(found.fetchone()[0])
                waits = "sent_at = NULL, channel_id = NULL, message_id = NULL"
                connection.execute(f"UPDATE outbox SET {waits} WHERE id = ?", numbers[-1:])  # noqa: S608 - our own words
    return numbers


async def give_up(context: Context, kinds: set[str], numbers: Collection[int]) -> None:
    """Give up all rows that wait, each of these numbers for rows of every kind that can take its place."""

    async def barred(post: Post) -> tuple[int, int | None]:
        if post.id not in numbers:  # it is in the place of another one already
            raise Undeliverable("barred")
        others = [FallbackPost("tell", 104, lambda: "Barred.")]
        if post.kind == "board":
            others.append(FallbackPost("note"))
        person = post.body.get("user")
        same = [FallbackPost(kind, int(person)) for kind in ("nudge", "direct")] if person and post.match_id else []
        raise Undeliverable("barred", *others, *same)

    worker = make_worker(context)
    worker.register(**dict.fromkeys(kinds, barred))
    worker.start()
    try:
        async with asyncio.timeout(60):
            while True:
                async with context.write() as tx:
                    if not await outbox_rows.count_backlog(tx):
                        return
                await asyncio.sleep(0)
    finally:
        await worker.stop()


async def verify(path: Path, now: datetime) -> set[str]:
    """Return what `turnpost verify` finds in a record."""
    database = await Database.open_existing(file_url(path))
    try:
        found = await verify_tables(database, GAMES, now)
        verdicts = [verdict async for verdict in verify_matches(database, GAMES, now, found.unreadable)]
    finally:
        await database.close()
    return {*found.differences, *(line for verdict in verdicts for line in verdict.differences)}


def test_verify_knows_each_kind_of_row_that_is_registered() -> None:
    assert registered_kinds() == set(NEEDS)


def test_a_record_is_sound_after_a_row_of_each_kind_was_given_up(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, worker_id: str
) -> None:
    base, path, kinds = tmp_path_factory.getbasetemp(), tmp_path / "turnpost.db", registered_kinds()
    with asyncio.Runner() as runner:
        now = copy_record(runner, base if worker_id == "master" else base.parent, path) + timedelta(minutes=1)
        numbers = take_back(path, kinds, now)

        async def run() -> None:
            database = await Database.open_existing(file_url(path))
            await give_up(Context(database, GAMES, now=lambda: now, rng=Random(1)), kinds, numbers)
            await database.close()

        runner.run(run())
        with closing(sqlite3.connect(path)) as connection:
            given_up = connection.execute("SELECT id, kind FROM outbox WHERE given_up_at IS NOT NULL").fetchall()
            told = dict(connection.execute("SELECT lane, body FROM outbox WHERE kind = 'tell' AND lane LIKE '%:104'"))
        assert {number for number, _ in given_up} >= set(numbers)
        assert {kind for _, kind in given_up} == kinds
        assert {"c5:104", "c7:104", "weekly:11:104", "digest:104", "asked:104"} <= told.keys()
        assert json.loads(told["e3:104"]) == {"tournament": 3, "user": 104, "text": "Barred."}
        assert json.loads(told["weekly:11:104"]) == {"guild": 11, "user": 104, "text": "Barred."}
        assert runner.run(verify(path, now)) == set()
