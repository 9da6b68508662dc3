"""A record of every release is opened by this one, verified and played on.

`tests/storage/released/` has a SQLite dump by the last version that wrote each schema: 0001 by one before 0.1.0, 0002
by 0.1.0, 0003 by 0.2.0, 0024 by the one before all steps since 0.2.0 became one. PostgreSQL dumps are there from
0003 on.
"""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from discord.utils import time_snowflake

from bot.referee.context import Context
from games import GAMES
from storage.engine.database import Database, file_url
from storage.engine.migrate import MIGRATIONS
from storage.queries import matches
from tests.drill.records import DUMPS, RELEASED, load_dump, play_first_move, read_rows, send_all
from tests.storage.connection import connect_to

if TYPE_CHECKING:
    from tests.bot.admin.conftest import CommandLine
    from tests.postgres import Server

EXPORTED = Path(__file__).parent / "released"
POSTGRES_DUMPS = sorted((RELEASED / "postgres").glob("*.sql"))

COUNTED = ("matches", "events", "set_aside_jobs")
COUNTS = ", ".join(f"(SELECT count(*) FROM {table})" for table in COUNTED)  # noqa: S608 - our own names


def newest(dumps: list[Path]) -> list[Any]:
    """Return the dumps as parameters: the release before runs always, the others with `--thorough`."""
    return [pytest.param(each, id=each.stem, marks=[] if each == dumps[-2] else pytest.mark.thorough) for each in dumps]


def migration_scripts() -> ScriptDirectory:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    return ScriptDirectory.from_config(config)


HEAD = migration_scripts().get_current_head()


def test_every_released_schema_has_a_dump() -> None:
    assert {dump.stem for dump in DUMPS} == {script.revision for script in migration_scripts().walk_revisions()}
    assert {dump.stem for dump in POSTGRES_DUMPS} >= {HEAD}


@pytest.mark.parametrize("dump", newest(DUMPS))
async def test_a_released_database_is_opened_verified_and_played_on(dump: Path, command_line: CommandLine) -> None:
    command_line.data.mkdir()
    before = load_dump(command_line.place, dump)
    assert min(len(before[name]) for name in ("matches", "challenges", "events", "outbox", "seats", "meta")) > 1
    database = await Database.open(file_url(command_line.place))
    columns = {name: list(found[0]) for name, found in before.items() if found and name != "alembic_version"}
    assert read_rows(command_line.place, columns) == {name: before[name] for name in columns}
    backup = command_line.place.with_name(f"{command_line.place.name}.before-{HEAD}")
    assert backup.exists() == (dump.stem != HEAD)
    assert not backup.exists() or read_rows(backup) == before
    counts = [len(before.get(table, ())) for table in COUNTED]
    await verify(command_line, *counts)
    await play_on(database)
    await database.close()
    await verify(command_line, *counts, added=1)


@pytest.mark.thorough
@pytest.mark.parametrize("dump", POSTGRES_DUMPS, ids=lambda dump: dump.stem)
async def test_a_released_postgres_database_is_opened_verified_and_played_on(
    dump: Path, command_line: CommandLine, postgres: Server
) -> None:
    name = await postgres.empty()
    url = postgres.url(name)
    script = await asyncio.to_thread(dump.read_text, "utf-8")
    async with connect_to(url) as connection:
        driver = (await connection.get_raw_connection()).driver_connection
        assert driver is not None
        await driver.execute(script)
        await driver.execute("RESET ALL")
    (row,) = await postgres.sql(f"SELECT {COUNTS}", name)
    counts = [int(str(number)) for number in row]
    command_line.settings = {"DATABASE_URL": url}
    database = await Database.open(url)
    await verify(command_line, *counts)
    await play_on(database)
    await database.close()
    await verify(command_line, *counts, added=1)


async def verify(
    command_line: CommandLine, match_count: int, event_count: int, failed_jobs: int, *, added: int = 0
) -> None:
    """Check that `turnpost verify` finds no difference in these rows and the events that were added."""
    done = await asyncio.to_thread(command_line.run, "verify")
    *failed, verdict = done.stdout.splitlines()
    sound = f"{match_count} matches, {event_count + added} events, all as stored"
    assert verdict == sound + (f", {failed_jobs} job set aside" if failed_jobs else ""), done.stdout
    assert len(failed) == failed_jobs


async def play_on(database: Database) -> None:
    """Play a move of the match in mid-play, and send what waits: the board from before, then the new one."""
    now = datetime.now(UTC) + timedelta(days=1)
    context = Context(database, GAMES, now=lambda: now, rng=Random(1))
    async with database.read() as tx:
        match = next(match for match in await matches.active(tx) if match.game == "martian-life")
    played = await play_first_move(context, match, time_snowflake(now))
    assert played.seq == match.seq + 1
    sent = await send_all(database, now)
    boards = [post.seq for post in sent if (post.match_id, post.kind) == (match.id, "board")]
    assert boards == [match.seq, match.seq + 1]


@pytest.mark.thorough
def test_an_export_of_the_release_before_is_imported_though_its_times_go_back(command_line: CommandLine) -> None:
    """Two processes of that release, whose clocks were three seconds apart, wrote it."""
    file = EXPORTED / "6f5fa4c.jsonl"
    before = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    times = [[record["created"], *(event["at"] for event in record["events"])] for record in before]
    assert all(each != sorted(each) for each in times)
    assert command_line.does("import", file) == f"2 matches, 6 events, imported from {file}.\n"
    assert command_line.does("verify") == "2 matches, 6 events, all as stored\n"
    for record, given in zip(map(json.loads, command_line.does("export").splitlines()), times, strict=True):
        taken = [record["created"], *(event["at"] for event in record["events"])]
        assert taken == [max(given[: place + 1]) for place in range(len(given))]
