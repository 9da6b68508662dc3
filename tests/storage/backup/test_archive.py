"""Whole matches with their logs, read in parts and added again, each once; and a copy is checked on the disk."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from storage.backup import archive
from storage.backup.check import check_copy, connect_readonly, count_rows
from storage.engine.database import Database
from storage.engine.errors import AlreadyStored, StorageError
from storage.queries import corrections, events, matches, outcomes
from storage.queries.rows import Correction
from tests.database_template import create_database
from tests.storage.samples import ANN, GUILD, HOUR, NOON, THREAD, move, new_match, source

if TYPE_CHECKING:
    from pathlib import Path

    from storage.engine.database import Tx
    from storage.queries.rows import Event, Match


async def played(tx: Tx, moves: int) -> Match:
    match = await new_match(tx)
    for number in range(moves):
        match = await move(tx, match, f"c{number}")
    return match


def with_new_sources(log: list[Event]) -> list[Event]:
    return [replace(event, source_id=source()) for event in log]


async def test_matches_are_read_in_order_from_one_on_with_their_logs(database: Database) -> None:
    async with database.write() as tx:
        made = [await played(tx, moves) for moves in (2, 0, 1, 3)]
        found = await archive.read_after(tx, 0, 9)
        assert [match for match, _ in found] == made
        assert [[event.text for event in log] for _, log in found] == [["c0", "c1"], [], ["c0"], ["c0", "c1", "c2"]]
        assert await archive.count(tx) == 4

        async def numbers(after: int, limit: int, only: list[int] | None = None, excluded: tuple[int, ...] = ()) -> str:
            read = await archive.read_after(tx, after, limit, only, excluded)
            return "".join(str(match.id) for match, _ in read)

        assert [await numbers(1, 2), await numbers(4, 2), await numbers(0, 2, excluded=(1, 3))] == ["23", "", "24"]
        assert [await numbers(0, 9, [4, 1]), await numbers(1, 1, [1, 3, 4]), await numbers(0, 9, [])] == ["14", "3", ""]


async def test_with_a_time_only_matches_are_read_in_which_something_has_happened_since(database: Database) -> None:
    async with database.write() as tx:
        _quiet, moved, corrected, begun = [await new_match(tx, at=at) for at in (NOON, NOON, NOON, NOON + 3 * HOUR)]
        await move(tx, moved, at=NOON + HOUR)
        await corrections.add(tx, Correction(corrected.id, 1, ANN.id, NOON + 2 * HOUR, [1, 2]))
        for hours, expected in (
            (1, [moved, corrected, begun]),
            (2, [corrected, begun]),
            (3, [begun]),
            (4, []),
        ):
            found = await archive.read_after(tx, 0, 9, since=NOON + hours * HOUR)
            assert [match.id for match, _ in found] == [match.id for match in expected], hours


async def test_an_added_match_gets_a_new_id_and_keeps_everything_else(database: Database) -> None:
    async with database.write() as tx:
        match = await played(tx, 2)
        await matches.set_thread(tx, match.id, THREAD)
        over = replace(match, thread_id=THREAD, gone=frozenset({2}), ended_at=NOON + 2 * HOUR, guild_id=GUILD + 1)
        log = with_new_sources(await events.of_match(tx, match.id))
        number = await archive.add(tx, over, log)
        assert number != match.id
        added = await matches.require(tx, number)
        assert added == replace(over, id=number, public_id=added.public_id)
        assert added.public_id not in {"", over.public_id}
        assert await events.of_match(tx, number) == [replace(event, match_id=number) for event in log]
        assert len(await events.of_match(tx, match.id)) == 2


async def test_how_an_added_match_ended_is_to_be_stored_once_it_has(database: Database) -> None:
    async with database.write() as tx:
        match = await played(tx, 1)
        log = await events.of_match(tx, match.id)
        await archive.add(tx, match, with_new_sources(log))
        ended = await archive.add(tx, replace(match, ended_at=NOON + 2 * HOUR), with_new_sources(log))
        assert await outcomes.list_pending(tx, match.game, 9) == [ended]


@pytest.mark.parametrize("known", [0, 1, 2])
async def test_a_match_with_one_event_on_record_is_not_added_again(database: Database, known: int) -> None:
    async with database.write() as tx:
        match = await played(tx, 3)
        stored = await events.of_match(tx, match.id)
        log = with_new_sources(stored)
        log[known] = stored[known]
        with pytest.raises(AlreadyStored, match=f"is on record, in match #{match.id}"):
            await archive.add(tx, match, log)


async def test_of_a_long_log_every_source_is_looked_up(database: Database) -> None:
    async with database.write() as tx:
        match = await played(tx, 1)
        (stored,) = await events.of_match(tx, match.id)
        for place in (0, 499, 500, 999):
            log = with_new_sources([replace(stored, seq=seq) for seq in range(1, 1001)])
            log[place] = replace(log[place], source_id=stored.source_id)
            with pytest.raises(AlreadyStored, match="is on record"):
                await archive.add(tx, match, log)


async def test_a_match_without_sources_is_known_by_game_people_and_start(database: Database) -> None:
    async with database.write() as tx:
        match = await new_match(tx)
        with pytest.raises(AlreadyStored, match=f"match #{match.id} is of the same"):
            await archive.add(tx, match, [])
        others = [
            replace(match, game="xong"),
            replace(match, seats=match.seats[::-1]),
            replace(match, created_at=match.created_at + HOUR),
        ]
        numbers = [await archive.add(tx, other, []) for other in others]
        assert len({match.id, *numbers}) == 4


@pytest.fixture
async def copy(tmp_path: Path) -> Path:
    """A database of one match, without a journal."""
    database = await Database.open(await create_database(tmp_path / "copy.db"))
    async with database.write() as tx:
        await move(tx, await new_match(tx))
    await database.close()
    with closing(sqlite3.connect(tmp_path / "copy.db")) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    return tmp_path / "copy.db"


def rows_of(file: Path) -> dict[str, int]:
    with closing(connect_readonly(file)) as connection:
        return count_rows(connection)


def test_rows_are_counted_by_table(copy: Path) -> None:
    rows = rows_of(copy)
    assert (rows["matches"], rows["seats"], rows["events"], rows["challenges"]) == (1, 2, 1, 0)
    assert rows["alembic_version"] == 1


def test_a_copy_with_every_row_passes_unchanged(copy: Path, tmp_path: Path) -> None:
    before = copy.read_bytes()
    check_copy(copy, tmp_path / "source.db", rows_of(copy))
    assert copy.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["copy.db"]


def test_a_copy_that_lacks_a_row_is_refused(copy: Path, tmp_path: Path) -> None:
    rows = rows_of(copy)
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute("DELETE FROM events")
    with pytest.raises(StorageError, match=r"source\.db is not complete: it has 0 rows of events instead of 1\."):
        check_copy(copy, tmp_path / "source.db", rows)


def test_a_copy_that_the_disk_damaged_is_refused(copy: Path, tmp_path: Path) -> None:
    rows, whole = rows_of(copy), copy.read_bytes()
    copy.write_bytes(whole[:4096] + b"\xaa" * 8192 + whole[12288:])
    with pytest.raises(StorageError, match=r"source\.db is damaged"):
        check_copy(copy, tmp_path / "source.db", rows)
    copy.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(StorageError, match=r"source\.db is damaged"):
        check_copy(copy, tmp_path / "source.db", rows)
