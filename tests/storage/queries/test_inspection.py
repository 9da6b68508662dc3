"""Queries that find faults in a record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import text

from storage.engine.database import Database
from storage.queries import clocks, inspection, outbox, read_markers
from storage.queries.clocks import Clock
from storage.queries.inspection import BadValue, DanglingRows
from storage.queries.matches import set_thread
from storage.queries.read_markers import ReadMarker
from storage.schema import events, matches
from tests.database_template import create_database
from tests.storage.samples import (
    ANN,
    BOB,
    CHANNEL,
    CLEO,
    GUILD,
    HOUR,
    NOON,
    THREAD,
    move,
    new_challenge,
    new_match,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from storage.engine.database import Tx

BAD = {
    "a list of something else": ("clocks", "left", """'["x"]'""", 1),
    "a list with one bad item": ("clocks", "left", "'[1, 2, 1.5]'", 1),
    "an object in place of a list": ("clocks", "left", "'{}'", 1),
    "a list in place of an object": ("matches", "options", "'[]'", 1),
    "a time before 1970": ("matches", "created_at", "-1", 1),
    "a time after 9000": ("matches", "since", "221845392000000001", 1),
    "a time in words": ("matches", "ended_at", "'soon'", 1),
    "no JSON": ("matches", "look", "'{'", 1),
    "text in place of a number": ("matches", "seed", "'x'", 1),
    "a number in place of text": ("matches", "position", "x'00'", 1),
    "neither yes nor no": ("seats", "gone", "2", 1),
}


async def add_sound_match(tx: Tx) -> None:
    """Add a match with its clock, its challenge and an event."""
    match = await new_match(tx, challenge_id=(await new_challenge(tx)).id)
    await move(tx, match)
    await clocks.add(tx, Clock(match.id, "1d", (HOUR, HOUR), NOON))


@pytest.fixture
async def sound(place: Path) -> AsyncIterator[Tx]:
    """A record with one match on SQLite, which takes any value in any column."""
    database = await Database.open(await create_database(place))
    async with database.write() as tx:
        await add_sound_match(tx)
        yield tx
    await database.close()


async def test_a_sound_record_has_no_bad_values_and_no_dangling_rows(database: Database) -> None:
    async with database.write() as tx:
        await add_sound_match(tx)
        assert await inspection.bad_values(tx) == []
        assert await inspection.dangling_rows(tx) == []


@pytest.mark.parametrize("example", BAD)
async def test_a_bad_value_is_named_by_its_row_and_column(sound: Tx, example: str) -> None:
    table, column, value, match_id = BAD[example]
    await sound.execute(text(f'UPDATE {table} SET "{column}" = {value}'))  # noqa: S608 - our own names
    found = await inspection.bad_values(sound)
    assert {(each.table, each.column, each.match_id, each.challenge_id is None) for each in found} == {
        (table, column, match_id, table != "matches")
    }


async def test_a_bad_value_belongs_to_its_match_or_challenge(sound: Tx) -> None:
    await sound.execute(text("UPDATE events SET seq = 1, at = 'x'"))
    await sound.execute(text("UPDATE challenge_people SET name = x'00' WHERE place = 1"))
    assert await inspection.bad_values(sound) == [
        BadValue("challenge_people", "challenge_id 1, place 1", "name", None, 1),
        BadValue("events", "match_id 1, seq 1", "at", 1, None),
    ]


async def test_bad_lists_are_found_on_either_database(database: Database) -> None:
    async with database.write() as tx:
        await add_sound_match(tx)
        value = ":bad" if tx.dialect.name == "sqlite" else "CAST(:bad AS json)"
        for bad, count in (("[1, -2]", 0), ('["x"]', 1), ("[1, 2.5]", 1), ("{}", 1)):
            await tx.execute(text(f'UPDATE clocks SET "left" = {value}'), {"bad": bad})  # noqa: S608 - our own names
            found = await inspection.bad_values(tx)
            assert [(each.table, each.column) for each in found] == [("clocks", "left")] * count


async def test_rows_of_what_is_gone_are_counted(sound: Tx) -> None:
    await sound.execute(text("PRAGMA defer_foreign_keys = ON"))
    await sound.execute(text("UPDATE matches SET id = 9"))
    found = await inspection.dangling_rows(sound)
    assert sorted(found, key=lambda each: each.table) == [
        DanglingRows("clocks", "match_id", 1, 1),
        DanglingRows("events", "match_id", 1, 1),
        DanglingRows("seats", "match_id", 1, 2),
    ]
    await sound.execute(text("UPDATE matches SET id = 1"))


async def test_seats_are_numbered_from_1_without_gaps(database: Database) -> None:
    async with database.write() as tx:
        for _ in range(4):
            await new_match(tx)
        for change in (
            "UPDATE seats SET seat = seat + 1 WHERE match_id = 2 AND seat = 2",
            "DELETE FROM seats WHERE match_id = 3",
            "DELETE FROM seats WHERE match_id = 4 AND seat = 1",
        ):
            await tx.execute(text(change))
        assert await inspection.matches_without_all_seats(tx) == [2, 3, 4]


async def test_what_two_share_is_listed_with_both(database: Database) -> None:
    async with database.write() as tx:
        for thread_id in (THREAD, THREAD + 1, THREAD, None, None):
            match = await new_match(tx)
            if thread_id:
                await set_thread(tx, match.id, thread_id)
        markers = {1: ReadMarker(5, CLEO.id), 2: ReadMarker(5), 3: ReadMarker(5), 4: ReadMarker(5, CLEO.id)}
        await read_markers.advance(tx, markers)
        assert await inspection.shared_threads(tx) == [(THREAD, [1, 3])]
        assert await inspection.shared_conversations(tx) == [(CLEO.id, [1, 4])]


async def test_a_channel_of_two_guilds_is_listed(database: Database) -> None:
    async with database.write() as tx:
        await new_challenge(tx)
        await new_match(tx)
        await new_match(tx, channel_id=CHANNEL + 1, guild_id=GUILD + 1)
        assert await inspection.shared_channels(tx) == []
        await new_match(tx, guild_id=GUILD + 1)
        assert await inspection.shared_channels(tx) == [CHANNEL]


async def test_matches_are_found_by_their_challenges(database: Database) -> None:
    async with database.write() as tx:
        first, second = await new_challenge(tx), await new_challenge(tx)
        made = [(await new_match(tx, challenge_id=each)).id for each in (first.id, None, second.id)]
        assert await inspection.matches_of_challenges(tx, [second.id, 99]) == [made[2]]


async def test_matches_that_nothing_tells_apart_are_paired(database: Database) -> None:
    async with database.write() as tx:
        first = await new_match(tx)
        await new_match(tx, game="xong")
        await new_match(tx, at=NOON + HOUR)
        await new_match(tx, seats=(BOB, ANN))
        with_source = await move(tx, await new_match(tx))
        assert with_source.seq == 1
        assert await inspection.equal_matches(tx) == []
        second, third = await new_match(tx), await new_match(tx)
        assert await inspection.equal_matches(tx) == [(first.id, second.id), (first.id, third.id)]


async def test_a_row_that_later_ones_of_its_lane_overtook_is_listed(database: Database) -> None:
    async with database.write() as tx:
        assert not await inspection.any_sent(tx)
        rows = [await outbox.add(tx, lane=lane, kind="board", body={}, at=NOON) for lane in "aaabb"]
        for place in (1, 3):
            await outbox.mark_sent(tx, rows[place].id, channel_id=CHANNEL, message_id=place, at=NOON)
        assert await inspection.any_sent(tx)
        overtaken = {"id": rows[0].id, "kind": "board", "match_id": None}
        assert await inspection.overtaken_posts(tx) == [overtaken]


async def test_rows_are_read_by_a_column_and_by_conditions(database: Database) -> None:
    async with database.write() as tx:
        for moves in (2, 1, 0):
            match = await new_match(tx)
            for number in range(moves):
                match = await move(tx, match, f"c{number}")
        wanted = [*range(-600, 0), 1, 3]
        found: dict[int, list[dict[str, Any]]] = await inspection.rows_by(tx, events.c.match_id, wanted)
        assert {key: [row["text"] for row in rows] for key, rows in found.items()} == {1: ["c0", "c1"]}
        assert [row["id"] async for row in inspection.all_rows(tx, matches, matches.c.seq > 0)] == [1, 2]
