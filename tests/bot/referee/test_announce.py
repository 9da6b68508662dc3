"""What all players of a match read: once in its channel, and in direct messages once for each of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from bot.referee.announce import announce
from storage.engine.database import Database
from storage.queries import outbox
from storage.queries.rows import DIRECT, Person
from storage.schema import outbox as outbox_table
from tests.database_template import create_database
from tests.storage.samples import ANN, BOB, CLEO, NOON, new_match

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from storage.engine.database import Tx
    from storage.queries.rows import Match

Row = tuple[str, str, dict[str, int]]
TURNPOST = Person.computer(2)


@pytest.fixture
async def tx(tmp_path: Path) -> AsyncIterator[Tx]:
    database = await Database.open(await create_database(tmp_path / "turnpost.db"))
    async with database.write() as tx:
        yield tx
    await database.close()


async def rows_of(tx: Tx, match: Match, kind: str, **body: int) -> list[Row]:
    """Announce something in a match, and return lane, kind and body of the rows that hold it."""
    last = (await tx.execute(select(outbox_table.c.id).order_by(outbox_table.c.id.desc()))).scalar() or 0
    await announce(tx, match, kind, body, NOON)
    columns = (outbox_table.c.lane, outbox_table.c.kind, outbox_table.c.body)
    found = await tx.execute(select(*columns).where(outbox_table.c.id > last).order_by(outbox_table.c.id))
    return [(lane, each, body) for lane, each, body in found]


async def test_on_a_server_one_row_tells_everybody(tx: Tx) -> None:
    match = await new_match(tx, seats=(ANN, BOB))
    assert await rows_of(tx, match, "board", first=3) == [("m1", "board", {"first": 3})]


async def test_in_direct_messages_each_person_has_a_row_in_a_lane_of_their_own(tx: Tx) -> None:
    match = await new_match(tx, seats=(TURNPOST, ANN, BOB), guild_id=DIRECT)
    assert await rows_of(tx, match, "board", first=3) == [
        ("m1", "board", {"first": 3, "user": ANN.id}),
        (f"m1:{BOB.id}", "direct", {"user": BOB.id}),
    ]
    assert await rows_of(tx, match, "offer", offer=7) == [
        ("m1", "offer", {"offer": 7, "user": ANN.id}),
        (f"m1:{BOB.id}", "offer", {"offer": 7, "user": BOB.id}),
    ]


async def test_whoever_left_reads_only_how_it_ends(tx: Tx) -> None:
    match = replace(await new_match(tx, seats=(ANN, BOB, CLEO), guild_id=DIRECT), gone=frozenset({1}))
    assert [body["user"] for _, _, body in await rows_of(tx, match, "board")] == [BOB.id, CLEO.id]
    ended = replace(match, ended_at=NOON)
    assert [body["user"] for _, _, body in await rows_of(tx, ended, "board")] == [ANN.id, BOB.id, CLEO.id]


async def test_the_posts_of_an_offer_are_found_in_all_direct_messages(tx: Tx) -> None:
    match = await new_match(tx, seats=(ANN, BOB), guild_id=DIRECT)
    for offer in (7, 8):
        await announce(tx, match, "offer", {"offer": offer}, NOON)
    posts = [post for post in await outbox.claim(tx, "one", now=NOON, until=NOON) if post.kind == "offer"]
    for post in posts:
        await outbox.mark_sent(tx, post.id, channel_id=post.body["user"], message_id=900 + post.id, at=NOON)
    assert [post.body for post in await outbox.offer_posts(tx, match.id, 7)] == [
        {"offer": 7, "user": ANN.id},
        {"offer": 7, "user": BOB.id},
    ]
    assert await outbox.offer_posts(tx, match.id, 8) == []
