"""Every schema that was ever released is brought to the present one, with all that a bot wrote in it.

`tests/storage/released/` has for each a dump of a database by the last release that wrote it.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from discord.utils import time_snowflake

from bot.referee.context import Context
from bot.referee.requests import MoveText, Request
from bot.referee.results import MovePlayed
from bot.referee.turns import play
from games import GAMES
from storage.engine.database import Database, file_url
from storage.engine.migrate import MIGRATIONS
from storage.tables import matches, outbox

if TYPE_CHECKING:
    from tests.bot.admin.conftest import Desk

RELEASED = Path(__file__).parents[2] / "storage" / "released"
EXPORTED = Path(__file__).parent / "released"
DUMPS = sorted(RELEASED.glob("*.sql"))


def steps() -> ScriptDirectory:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    return ScriptDirectory.from_config(config)


def rows(place: Path, columns: dict[str, list[str]] | None = None) -> dict[str, list[dict[str, Any]]]:
    """Return all rows by table, of these columns if they are named."""
    with closing(sqlite3.connect(place)) as record:
        record.row_factory = sqlite3.Row
        names = [row[0] for row in record.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        chosen = {name: ["*"] for name in names} if columns is None else columns
        return {
            name: [dict(row) for row in record.execute(f"SELECT {', '.join(fields)} FROM {name}")]  # noqa: S608 - our own names
            for name, fields in chosen.items()
        }


def loaded(place: Path, dump: Path) -> dict[str, list[dict[str, Any]]]:
    """Make a database of a dump, and return its rows."""
    with closing(sqlite3.connect(place)) as record:
        record.executescript(dump.read_text("utf-8"))
    return rows(place)


def test_every_released_schema_before_the_present_one_has_a_dump() -> None:
    revisions = {step.revision for step in steps().walk_revisions()}
    assert {dump.stem for dump in DUMPS} == revisions - {steps().get_current_head()}


@pytest.mark.parametrize("dump", DUMPS, ids=lambda dump: dump.stem)
async def test_a_released_database_is_brought_here_and_goes_on(dump: Path, desk: Desk) -> None:
    desk.data.mkdir()
    before = loaded(desk.place, dump)
    assert min(len(before[name]) for name in ("matches", "challenges", "events", "outbox", "seats", "meta")) > 1
    database = await Database.open(file_url(desk.place))
    columns = {name: list(found[0]) for name, found in before.items() if found and name != "alembic_version"}
    assert rows(desk.place, columns) == {name: before[name] for name in columns}
    backup = desk.place.with_name(f"{desk.place.name}.before-{steps().get_current_head()}")
    assert rows(backup) == before
    await _goes_on(database)
    await database.close()
    counted = f"{len(before['matches'])} matches, {len(before['events']) + 1} events"
    assert await asyncio.to_thread(desk.does, "verify") == f"{counted}, all as stored\n"


async def _goes_on(database: Database) -> None:
    """Play a move of the match in mid-play, and take up what waits to be posted: the board of before, then the new."""
    now = datetime.now(UTC) + timedelta(days=1)
    context = Context(database, GAMES, now=lambda: now, rng=Random(1))
    async with database.read() as tx:
        match = await matches.sure(tx, 2)
        waiting = await outbox.backlog(tx)
    assert (match.game, match.seq, match.ended_at, waiting) == ("martian-life", 4, None, 1)
    mover = match.seats[(match.to_move or 1) - 1]
    request = Request(mover.id, time_snowflake(now), match.home, match.guild_id)
    played = await play.play_move(context, request, MoveText("e3", match.id))
    assert isinstance(played, MovePlayed)
    posted: list[tuple[str, int | None]] = []
    for message_id in range(2):
        async with database.write() as tx:
            (post,) = await outbox.claim(tx, "test", now=now, until=now + timedelta(minutes=1))
            await outbox.mark_sent(tx, post.id, channel_id=match.home, message_id=message_id, at=now)
        posted.append((post.kind, post.seq))
    assert posted == [("board", 4), ("board", 5)]


def test_an_export_of_the_release_before_is_imported_though_its_times_go_back(desk: Desk) -> None:
    """Two processes of that release, whose clocks were three seconds apart, wrote it."""
    file = EXPORTED / "6f5fa4c.jsonl"
    before = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    times = [[record["created"], *(event["at"] for event in record["events"])] for record in before]
    assert all(each != sorted(each) for each in times)
    assert desk.does("import", file) == f"2 matches, 6 events, imported from {file}.\n"
    assert desk.does("verify") == "2 matches, 6 events, all as stored\n"
    for record, given in zip(map(json.loads, desk.does("export").splitlines()), times, strict=True):
        taken = [record["created"], *(event["at"] for event in record["events"])]
        assert taken == [max(given[: place + 1]) for place in range(len(given))]
