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
from storage.queries.rows import FORMER_IDS
from tests.bot.admin.conftest import CommandLine
from tests.bot.admin.match_records import golden, written
from tests.drill.records import DUMPS, load_dump, read_rows
from tests.wire.environment import start_env
from tests.wire.match import SCRIPTS, Contest, bare

ONE = "1 match, 5 events, all as stored\n"
SALT = "UPDATE meta SET value = '0a1b2c' WHERE key = 'salt'"
SEQS = "SELECT id, seq FROM matches"
ASKED = "INSERT INTO deletions VALUES ({}, {}, NULL)"
PUZZLE = "INSERT INTO puzzle_attempts VALUES ({}, 'xero-g', 1, 0, 1767225600000000, 1767225600000000)"


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of one match."""
    folder = tmp_path_factory.mktemp("sound")
    command_line = CommandLine(folder)
    command_line.does("import", written(folder / "file.jsonl", *golden("xero-g-won-in-five")))
    command_line.sql("INSERT INTO meta VALUES ('salt', '0a1b2c')")
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
        ("UPDATE alembic_version SET version_num = '0012'", "was written by a Turnpost between two releases"),
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


def flip(file: Path, old: bytes, mask: int) -> None:
    """Change the last byte of the only such bytes in a file."""
    whole = bytearray(file.read_bytes())
    assert whole.count(old) == 1
    whole[whole.index(old) + len(old) - 1] ^= mask
    file.write_bytes(whole)


def test_a_backup_whose_rows_are_not_as_stored_is_refused_unless_it_is_wanted(copy: Path, kept: CommandLine) -> None:
    kept.sql("UPDATE matches SET seq = 'abc'", copy)
    tampered, before = copy.read_bytes(), kept.place.read_bytes()
    done = kept.run("restore", copy)
    assert (done.returncode, done.stdout) == (2, "")
    *lines, last = done.stderr.splitlines()
    assert lines == ["#1: seq of a row of matches (id 1) can't be read."]
    assert last == (
        f"turnpost: {copy} isn't sound: 1 not as stored. Nothing was changed. Restore another backup, or this one all "
        "the same with --unverified."
    )
    assert names(kept.data) == {"turnpost.db"}
    assert (kept.place.read_bytes(), copy.read_bytes()) == (before, tampered)
    assert kept.does("restore", copy, "--unverified").startswith(f"{kept.place} is now a copy of {copy}; ")
    assert kept.sql("SELECT seq FROM matches") == [("abc",)]


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("UPDATE events SET text = 'h1' WHERE seq = 3", "#1: event 3 (move `h1`) is not taken by the rules: "),
        ("UPDATE matches SET position = 'x'", "#1: position is stored as `x`, but the log leads to `"),
        (
            "UPDATE ratings SET mu = mu + 1",
            "#1: the rating of person 101 after it isn't what follows from the matches.",
        ),
    ],
)
def test_a_tampered_backup_replaces_nothing(copy: Path, kept: CommandLine, damage: str, said: str) -> None:
    kept.sql(damage, copy)
    done = kept.run("restore", copy)
    assert done.returncode == 2
    assert done.stderr.startswith(said)
    assert f"\nturnpost: {copy} isn't sound: " in done.stderr
    assert names(kept.data) == {"turnpost.db"}
    assert kept.does("verify") == ONE


@pytest.mark.parametrize(
    ("mask", "said"),
    [(0x01, "{} isn't sound: 1 not as stored."), (0x80, "The database {} is damaged; put a backup in its place.")],
    ids=["another letter", "no letter"],
)
def test_a_flipped_byte_replaces_nothing(copy: Path, kept: CommandLine, mask: int, said: str) -> None:
    ((position,),) = kept.sql("SELECT position FROM matches")
    flip(copy, position.encode(), mask)
    done = kept.run("restore", copy)
    assert done.returncode == 2, done.stdout + done.stderr
    assert done.stderr.splitlines()[-1].startswith(f"turnpost: {said.format(copy)}")
    assert names(kept.data) == {"turnpost.db"}
    assert kept.does("verify") == ONE


@pytest.mark.parametrize(("count", "more"), [(5, []), (6, ["... and 1 more line"]), (7, ["... and 2 more lines"])])
def test_a_refusal_names_the_first_five_lines(copy: Path, kept: CommandLine, count: int, more: list[str]) -> None:
    for user_id in range(201, 201 + count):
        kept.sql(ASKED.format(user_id, 4102444800000000), copy)
    *lines, last = kept.run("restore", copy).stderr.splitlines()
    assert [line.split(" asked")[0] for line in lines[:5]] == [f"user {number}" for number in range(201, 206)]
    assert lines[5:] == more
    assert f"isn't sound: {count} not as stored." in last


def test_notes_and_jobs_that_are_set_aside_are_no_reason_to_refuse(copy: Path, kept: CommandLine) -> None:
    job = "INSERT INTO set_aside_jobs VALUES ('digest', 101, 3, 'a bug', 1767225600000000, 1767225600000000)"
    kept.sql(job, copy)
    assert "is now a copy of" in kept.does("restore", copy)
    assert kept.run("verify").stdout.endswith(", all as stored, 1 job set aside\n")


@pytest.mark.parametrize("tampered", [False, True])
def test_a_backup_of_the_release_before_is_verified_as_it_will_be_and_restored_as_it_is(
    tmp_path: Path,
    kept: CommandLine,
    tampered: bool,  # noqa: FBT001 - a parameter
) -> None:
    load_dump(older := tmp_path / "older.db", DUMPS[-2])
    if tampered:
        kept.sql("UPDATE events SET text = 'x' WHERE seq = 1", older)
    rows = read_rows(older)
    done = kept.run("restore", older)
    assert done.returncode == (2 if tampered else 0), done.stderr
    assert (f"turnpost: {older} isn't sound: " in done.stderr) == tampered
    assert len(names(kept.data)) == (1 if tampered else 2)
    restored = read_rows(kept.place)
    assert [restored[name] == rows[name] for name in ("alembic_version", "events")] == [not tampered] * 2


def test_the_progress_of_the_verification_is_seen_on_a_terminal(copy: Path, kept: CommandLine) -> None:
    seen = kept.run("restore", copy, on_terminal=True).stderr
    assert "Replaying" in seen
    assert "100%" in seen


@pytest.mark.parametrize("forgotten", [False, True], ids=["at once", "a minute later"])
def test_people_who_deleted_their_data_since_are_named(tmp_path: Path, kept: CommandLine, forgotten: bool) -> None:  # noqa: FBT001 - a parameter
    for user_id in (103, 104):
        kept.sql(PUZZLE.format(user_id))
    kept.does("backup", made := tmp_path / "made.db")
    kept.does("privacy", "102", "--delete")
    kept.does("privacy", "103", "--delete")
    if forgotten:
        kept.sql("DELETE FROM deletions")
    _, *lines = kept.does("restore", made).splitlines()
    assert lines == [
        "2 people deleted their data after this backup was made, and it is there again. Delete it again:",
        "    turnpost privacy 102 --delete",
        "    turnpost privacy 103 --delete",
    ]
    assert kept.sql("SELECT user_id FROM seats ORDER BY seat") == [(101,), (102,)]
    kept.does("backup", kept.data / "later.db")
    for line in lines[1:]:
        assert kept.does(*line.split()[1:]).endswith(" is deleted.\n")
    _, *lines = kept.does("restore", kept.data / "later.db").splitlines()
    assert len(lines) == 3


def test_one_person_is_named_and_nobody_who_is_to_be_deleted_anyway(tmp_path: Path, kept: CommandLine) -> None:
    kept.sql(ASKED.format(101, 1767225600000000))
    kept.does("backup", made := tmp_path / "made.db")
    kept.sql(ASKED.format(102, 1767225600000000))
    _, *lines = kept.does("restore", made).splitlines()
    assert lines == [
        "1 person deleted their data after this backup was made, and it is there again. Delete it again:",
        "    turnpost privacy 102 --delete",
    ]


def test_nobody_is_named_who_came_after_the_replaced_database(tmp_path: Path, kept: CommandLine) -> None:
    kept.does("backup", older := tmp_path / "older.db")
    kept.sql(PUZZLE.format(103))
    kept.does("backup", newer := tmp_path / "newer.db")
    assert len(kept.does("restore", older).splitlines()) == 1
    assert len(kept.does("restore", newer).splitlines()) == 1


def test_a_player_whose_substitute_was_deleted_is_not_named(copy: Path, kept: CommandLine) -> None:
    kept.sql(f"UPDATE seats SET user_id = {FORMER_IDS.start} WHERE seat = 2")  # noqa: S608 - our own number
    assert len(kept.does("restore", copy).splitlines()) == 1
    kept.sql(f"UPDATE seats SET user_id = {FORMER_IDS.stop - 1} WHERE seat = 2")  # noqa: S608 - our own number
    kept.sql("DELETE FROM events WHERE user_id = 102")
    kept.sql("DELETE FROM ratings WHERE user_id = 102")
    kept.sql(SALT)
    assert kept.does("restore", copy).endswith("    turnpost privacy 102 --delete\n")


def test_of_a_database_that_was_restored_before_deleted_players_are_known_by_their_moves(
    tmp_path: Path, kept: CommandLine
) -> None:
    kept.sql(PUZZLE.format(103))
    kept.does("backup", made := tmp_path / "made.db")
    kept.does("restore", made)
    for user_id in ("102", "103"):
        kept.does("privacy", user_id, "--delete")
    kept.sql("DELETE FROM deletions")
    _, *lines = kept.does("restore", made).splitlines()
    assert lines[1:] == ["    turnpost privacy 102 --delete"]


@pytest.mark.parametrize(("table", "column"), [("matches", "created_at"), ("events", "at")])
def test_matches_that_got_the_numbers_of_others_name_nobody(
    copy: Path, kept: CommandLine, table: str, column: str
) -> None:
    kept.sql(f"UPDATE events SET user_id = {FORMER_IDS.start} WHERE user_id = 102")  # noqa: S608 - our own number
    kept.sql(f"UPDATE {table} SET {column} = {column} + 1")  # noqa: S608 - our own names
    kept.sql("UPDATE meta SET value = 'fedcba' WHERE key = 'salt'")
    assert len(kept.does("restore", copy).splitlines()) == 1


def test_the_record_of_other_people_names_nobody(
    copy: Path, kept: CommandLine, other_command_line: CommandLine, tmp_path: Path
) -> None:
    kept.sql(PUZZLE.format(103), copy)
    other = written(tmp_path / "file.jsonl", *golden("zyrcan-3-standard-leave-last"))
    other_command_line.does("import", other)
    other_command_line.sql(ASKED.format(999, 1767225600000000))
    assert len(other_command_line.does("restore", copy).splitlines()) == 1


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
    said, more = kept.does("restore", copy).splitlines()
    replaced = said.split("is now ")[-1].removesuffix(".")
    assert more == "It can't be read, so nobody can tell whether people deleted their data since the backup was made."
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
