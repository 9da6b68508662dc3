"""Maintenance of a record on PostgreSQL: a backup is a file as ever; copies between the two kinds of database."""

from __future__ import annotations

import asyncio
import traceback
from typing import TYPE_CHECKING

import pytest

from storage.backup import transfer
from storage.engine.database import Database, StorageError
from tests.bot.admin.match_records import golden, written

if TYPE_CHECKING:
    from pathlib import Path

    from tests.bot.admin.conftest import CommandLine
    from tests.postgres import Server

ONE = "1 match, 5 events, all as stored\n"


@pytest.mark.thorough
def test_maintenance_does_on_postgres_what_it_does_on_a_file(
    postgres: Server, command_line: CommandLine, other_command_line: CommandLine, tmp_path: Path
) -> None:
    command_line.settings = {"DATABASE_URL": asyncio.run(postgres.create())}
    file, copy = written(tmp_path / "file.jsonl", *golden("xero-g-won-in-five")), tmp_path / "copy.db"
    command_line.does("import", file)
    assert command_line.does("verify") == ONE
    assert f"{copy} holds a checked copy of the PostgreSQL database (" in command_line.does("backup", copy)
    assert command_line.run_rejected("restore", copy) == (
        "The PostgreSQL database holds a record already; a backup goes into an empty one."
    )
    other_command_line.does("restore", copy)
    assert other_command_line.does("export") == command_line.does("export")


def test_a_backup_that_is_not_sound_leaves_the_server_as_it_is(
    postgres: Server, command_line: CommandLine, other_command_line: CommandLine, tmp_path: Path
) -> None:
    name, backup = asyncio.run(postgres.empty()), tmp_path / "backup.db"
    command_line.settings = {"DATABASE_URL": postgres.url(name)}
    other_command_line.does("import", written(tmp_path / "file.jsonl", *golden("xero-g-won-in-five")))
    other_command_line.does("backup", backup)
    other_command_line.sql("UPDATE events SET text = 'h1' WHERE seq = 3", backup)
    done = command_line.run("restore", backup)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("#1: event 3 (move `h1`) is not taken by the rules: ")
    assert f"\nturnpost: {backup} isn't sound: 3 not as stored. Nothing was changed." in done.stderr
    tables = "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'"
    assert asyncio.run(postgres.sql(tables, name)) == [(0,)]
    assert not list(command_line.data.iterdir())
    said = f"The PostgreSQL database is now a copy of {backup}.\n"
    assert command_line.does("restore", backup, "--unverified") == said
    assert asyncio.run(postgres.sql("SELECT text FROM events WHERE seq = 3", name)) == [("h1",)]


async def test_no_secret_of_the_address_is_ever_said(
    postgres: Server, command_line: CommandLine, tmp_path: Path
) -> None:
    wrong = {"password": "hunter2"}
    nobody = postgres.url("postgres", **wrong)
    for url in (postgres.url("nowhere"), nobody, nobody.replace(f":{postgres.port}", ":1"), nobody + "?x=1", "hunter2"):
        for use in (Database.open(url), Database.open_existing(url), transfer.save(url, tmp_path / "a.db")):
            with pytest.raises(StorageError) as error:
                await use
            said = "".join(traceback.format_exception(error.value))
            assert not any(word in said for word in ("hunter2", postgres.password))
            assert not any(word in str(error.value) for word in ("127.0.0.1", str(postgres.port)))
    command_line.settings = {"DATABASE_URL": nobody}
    done = await asyncio.to_thread(command_line.run, "run")
    assert done.returncode == 2
    assert done.stderr.startswith("turnpost: DATABASE_URL: The PostgreSQL server refuses the user's name or password")
    assert not any(word in done.stdout + done.stderr for word in ("hunter2", str(postgres.port), "Traceback"))


async def test_a_server_that_is_away_at_a_start_is_no_wrong_setting(
    postgres: Server, command_line: CommandLine
) -> None:
    command_line.settings = {"DATABASE_URL": postgres.url("postgres").replace(f":{postgres.port}/", ":1/")}
    done = await asyncio.to_thread(command_line.run, "run")
    assert done.stderr.startswith("turnpost: DATABASE_URL: The PostgreSQL server does not answer")
    assert done.returncode == 1, "so that systemd and Docker start it again"


@pytest.mark.thorough
def test_numbers_that_the_server_skipped_are_no_loss_in_a_backup(
    postgres: Server, command_line: CommandLine, other_command_line: CommandLine, tmp_path: Path
) -> None:
    command_line.settings = {"DATABASE_URL": (url := asyncio.run(postgres.create()))}
    for source in (1, 77):
        asyncio.run(skip_a_number(url))
        command_line.does(
            "import", written(tmp_path / "file.jsonl", *golden("xero-g-won-in-five", first_source=source))
        )
    two = "2 matches, 10 events, all as stored\n"
    assert command_line.does("verify") == two
    command_line.does("backup", tmp_path / "copy.db")
    other_command_line.does("restore", tmp_path / "copy.db")
    assert other_command_line.sql("SELECT id FROM matches") == [(2,), (4,)]
    assert other_command_line.does("verify") == two
    asyncio.run(erase(url, 2))
    assert "#2: the number was given, but nothing of it is here." in command_line.run("verify").stdout
    command_line.does("backup", tmp_path / "later.db")
    other_command_line.does("restore", tmp_path / "later.db", "--unverified")
    assert "#2: the number was given, but nothing of it is here." in other_command_line.run("verify").stdout


async def skip_a_number(url: str) -> None:
    database = await Database.open(url)
    async with database.write() as tx:
        await tx.exec_driver_sql("SELECT nextval('matches_id_seq')")
    await database.close()


async def erase(url: str, match_id: int) -> None:
    """Take all rows of a match away, behind the program's back."""
    database = await Database.open(url)
    async with database.write() as tx:
        for table, column in (
            *((name, "match_id") for name in ("events", "seats", "outcomes", "ratings", "corrections")),
            ("matches", "id"),
        ):
            await tx.exec_driver_sql(f"DELETE FROM {table} WHERE {column} = {match_id}")  # noqa: S608 - our own names
    await database.close()
