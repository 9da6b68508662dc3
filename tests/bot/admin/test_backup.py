"""`turnpost backup` and `turnpost restore`: a sound copy, and neither the old nor the new ever lost."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from storage.backup import snapshot
from tests.bot.admin.conftest import CommandLine
from tests.bot.admin.match_records import golden, written
from tests.wire.environment import start_env
from tests.wire.match import Contest, bare
from tests.wire.scripts import SCRIPTS

ONE = "1 match, 5 events, all as stored\n"
SEQS = "SELECT id, seq FROM matches"


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of one match."""
    folder = tmp_path_factory.mktemp("sound")
    command_line = CommandLine(folder)
    command_line.does("import", written(folder / "file.jsonl", *golden("xero-g-won-in-five")))
    return command_line.place


@pytest.fixture
def kept(sound: Path, command_line: CommandLine) -> CommandLine:
    """A record of one match."""
    command_line.data.mkdir()
    shutil.copy(sound, command_line.place)
    return command_line


@pytest.fixture
def copy(sound: Path, tmp_path: Path) -> Path:
    """The same in another place."""
    return Path(shutil.copy(sound, tmp_path / "copy.db"))


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_a_backup_comes_back_and_what_it_replaced_is_kept(tmp_path: Path, kept: CommandLine) -> None:
    made = tmp_path / "copy.db"
    assert f"{made} holds a checked copy of {kept.place} (" in kept.does("backup", made)
    kept.does("import", written(tmp_path / "file.jsonl", *golden("xero-g-north-wins", first_source=77)))
    before = kept.does("export")
    said = kept.does("restore", made)
    replaced = said.split("is now ")[-1].removesuffix(".\n")
    assert said == f"{kept.place} is now a copy of {made}; the database that was there is now {replaced}.\n"
    assert replaced.startswith(f"{kept.place}.replaced-2")
    assert names(kept.data) == {"turnpost.db", replaced.split("/")[-1]}
    assert kept.does("verify") == ONE
    kept.does("restore", replaced)
    assert kept.does("export") == before


def test_two_restores_within_a_second_keep_both_databases(copy: Path, kept: CommandLine) -> None:
    now = datetime(2026, 4, 1, tzinfo=UTC)
    kept_at = {snapshot.restore(kept.place, copy, now) for _ in range(3)}
    assert kept_at == {kept.data / f"turnpost.db.replaced-20260401-000000{end}" for end in ("", "-2", "-3")}
    for place in (kept.place, *kept_at):
        assert place
        assert kept.sql(SEQS, place) == [(1, 5)]


@pytest.mark.thorough
def test_a_backup_can_found_a_new_data_folder(copy: Path, command_line: CommandLine) -> None:
    assert command_line.does("restore", copy) == f"{command_line.place} is now a copy of {copy}.\n"
    assert names(command_line.data) == {"turnpost.db"}
    assert command_line.does("verify") == ONE


def test_a_backup_goes_to_a_new_file_only(tmp_path: Path, kept: CommandLine, other_command_line: CommandLine) -> None:
    there = tmp_path / "there"
    there.write_text(text := "kept", "utf-8")
    assert kept.run_rejected("backup", there) == f"{there} exists already; name a new file."
    assert there.read_text("utf-8") == text
    assert "cannot be written" in kept.run_rejected("backup", tmp_path / "no" / "folder.db")
    assert "There is no database" in other_command_line.run_rejected("backup", tmp_path / "copy.db")
    assert names(tmp_path) == {"data", "there"}


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("DROP TABLE alembic_version", "belongs to another program"),
        ("UPDATE alembic_version SET version_num = '9999'", "was written by a newer Turnpost"),
        ("DELETE FROM matches", "is damaged"),
        ("DROP TABLE notes", "it lacks the table notes, column created_at."),
        ("CREATE TABLE more (id INTEGER)", "it has a strange table more, column id."),
        ("ALTER TABLE matches ADD COLUMN more TEXT", "it has a strange table matches, column more."),
        ("ALTER TABLE matches DROP COLUMN look", "it lacks the table matches, column look."),
        ("DROP INDEX ix_matches_thread_id", "it lacks the index ix_matches_thread_id."),
        (
            "DROP INDEX ix_outbox_source_id; CREATE INDEX ix_outbox_source_id ON outbox (source_id)",
            "it has another index ix_outbox_source_id.",
        ),
        (
            "ALTER TABLE heard DROP COLUMN message_id; ALTER TABLE heard ADD COLUMN message_id TEXT",
            "it has another table heard, column message_id.",
        ),
        (
            "CREATE TRIGGER undo AFTER INSERT ON events BEGIN DELETE FROM events WHERE seq = new.seq; END",
            "it has a strange trigger undo.",
        ),
    ],
)
def test_a_backup_that_is_none_of_ours_replaces_nothing(copy: Path, kept: CommandLine, damage: str, said: str) -> None:
    for statement in damage.split(";") if "TRIGGER" not in damage else [damage]:
        kept.sql(statement, copy)
    line = kept.run_rejected("restore", copy)
    assert line.startswith(f"The database {copy} ")
    assert said in line
    assert kept.sql(SEQS) == [(1, 5)]
    assert not [name for name in names(kept.data) if name.startswith("turnpost.db.")]


def test_files_that_are_no_database_replace_nothing(tmp_path: Path, copy: Path, kept: CommandLine) -> None:
    assert kept.run_rejected("restore", tmp_path / "nowhere") == f"There is no file {tmp_path / 'nowhere'}."
    (tmp_path / "words").write_text("not a database " * 1000, "utf-8")
    assert "is not a database" in kept.run_rejected("restore", tmp_path / "words")
    (tmp_path / "empty").touch()
    assert "is empty" in kept.run_rejected("restore", tmp_path / "empty")
    assert "is the database itself" in kept.run_rejected("restore", kept.place)
    whole = copy.read_bytes()
    copy.write_bytes(whole[:4096] + b"\xaa" * 8192 + whole[12288:])
    assert "is damaged" in kept.run_rejected("restore", copy)
    assert kept.sql(SEQS) == [(1, 5)]


@pytest.mark.parametrize("command", ["restore", "import"])
def test_what_is_no_file_is_refused_at_once(tmp_path: Path, kept: CommandLine, command: str) -> None:
    os.mkfifo(pipe := tmp_path / "pipe")
    for place in (pipe, tmp_path, Path("/dev/null")):
        line = kept.run_rejected(command, place)
        assert line.startswith(f"{place} ")
        assert "is no file" in line
    for other in ("backup", "export"):
        assert kept.run_rejected(other, pipe) == f"{pipe} exists already; name a new file."
    assert kept.sql(SEQS) == [(1, 5)]


def test_a_damaged_database_gives_way_to_a_backup_and_is_kept(copy: Path, kept: CommandLine) -> None:
    kept.place.write_bytes(b"what is left of it " * 1000)
    replaced = kept.does("restore", copy).split("is now ")[-1].removesuffix(".\n")
    assert kept.sql(SEQS) == [(1, 5)]
    assert (kept.data / replaced).read_bytes().startswith(b"what is left")


def test_nothing_is_restored_while_anybody_has_the_database_open(copy: Path, kept: CommandLine) -> None:
    with closing(sqlite3.connect(kept.place)) as idle:
        idle.execute("PRAGMA journal_mode = WAL")
        assert idle.execute(SEQS).fetchall() == [(1, 5)]
        line = kept.run_rejected("restore", copy)
    assert line == f"The database {kept.place} is in use; stop the bot first."
    assert "is now a copy of" in kept.does("restore", copy)


@pytest.mark.thorough
async def test_maintenance_beside_a_running_bot(tmp_path: Path) -> None:
    async with start_env(tmp_path) as env:
        command_line = CommandLine(env.bot.data)
        contest = Contest("xero-g", (env.ann, env.bob))
        await contest.begin()
        *moves, last = SCRIPTS["xero-g"].split()
        maintenance = asyncio.gather(
            asyncio.to_thread(command_line.does, "verify"),
            asyncio.to_thread(command_line.does, "backup", tmp_path / "early.db"),
        )
        for text in moves:
            await contest.turn(bare, text)
        assert "all as stored" in (await maintenance)[0]
        await asyncio.to_thread(command_line.does, "backup", tmp_path / "late.db")
        assert await asyncio.to_thread(command_line.does, "verify") == "1 match, 8 events, all as stored\n"
        await contest.turn(bare, last)
        contest.check_win()
        line = await asyncio.to_thread(command_line.run_rejected, "restore", tmp_path / "late.db")
        assert line == f"A bot runs on {command_line.data}; stop it first."
    for name in ("early.db", "late.db"):
        await asyncio.to_thread(command_line.does, "restore", tmp_path / name)
        assert "all as stored" in await asyncio.to_thread(command_line.does, "verify")
    assert command_line.sql("SELECT seq, ended_at FROM matches") == [(8, None)]
