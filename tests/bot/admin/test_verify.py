"""`turnpost verify` finds whatever in the record is not what the rules make of the log."""

from __future__ import annotations

import shutil
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from bot.admin.verify.match_rows import check_origin
from bot.admin.verify.matches import verify_matches
from bot.admin.verify.stored_match import Stored
from bot.match_files import files
from bot.referee.history.rebuild import rebuild_state
from bot.referee.seeds import FACTOR
from games import GAMES
from storage.engine.database import Database, file_url
from storage.queries.rows import Event
from tests.bot.admin.conftest import CommandLine
from tests.bot.admin.match_records import Json, golden, started, written
from tests.bot.features.match_sample import MATCH, NOON

if TYPE_CHECKING:
    from pathlib import Path

    from storage.queries.rows import Match


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of a finished match and one that goes on."""
    folder = tmp_path_factory.mktemp("sound")
    command_line = CommandLine(folder)
    running = started(golden("martian-life-target-10-1", first_source=77)[0], 5)
    command_line.does("import", written(folder / "file.jsonl", golden("xero-g-won-in-five")[0], running))
    assert command_line.does("verify") == "2 matches, 10 events, all as stored\n"
    return command_line.place


@pytest.fixture
def kept(sound: Path, command_line: CommandLine) -> CommandLine:
    command_line.data.mkdir()
    shutil.copy(sound, command_line.place)
    return command_line


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("UPDATE matches SET position = 'x' WHERE id = 1", "#1: position is stored as `x`, but the log leads to `"),
        ("UPDATE matches SET to_move = 1 WHERE id = 2", "#2: to_move is stored as `1`, but the log leads to `2`."),
        ("UPDATE matches SET seq = 6 WHERE id = 2", "#2: seq is stored as `6`, but the log leads to `5`."),
        ("UPDATE matches SET ended_at = NULL WHERE id = 1", "#1: ended_at is stored as `None`, but"),
        ("UPDATE matches SET ended_at = since WHERE id = 2", "#2: ended_at is stored as `2026-03-01 12:04:00"),
        ("UPDATE matches SET since = since + 1 WHERE id = 2", "#2: since is stored as `2026-03-01 12:04:00.123457"),
        ("UPDATE seats SET gone = 1 WHERE match_id = 2 AND seat = 1", "#2: gone is stored as `[1]`"),
        (
            "UPDATE events SET text = 'h1' WHERE match_id = 1 AND seq = 3",
            "#1: event 3 (move `h1`) is not taken by the rules: ",
        ),
        (
            "UPDATE events SET seat = 1 WHERE match_id = 1 AND seq = 2",
            "#1: event 2 (move `123321`) is by seat 1, but the rules have seat 2 to move.",
        ),
        (
            "UPDATE events SET seq = 9 WHERE match_id = 1 AND seq = 3",
            "#1: event 3 is missing: the next one is 4.",
        ),
        (
            "INSERT INTO events VALUES (1, 6, 'move', 1, 101, 'a1-base', 9, 0, 0)",
            "#1: event 6 (move `a1-base`) comes after the end of the match.",
        ),
        ("UPDATE matches SET game = 'chess' WHERE id = 1", "#1: the game `chess` is not installed here"),
        (
            """UPDATE matches SET options = '{"a": 1}' WHERE id = 2""",
            "#2: Martian Life has no option `a`",
        ),
        ("DELETE FROM events WHERE match_id = 2 AND seq = 5", "#2: seq is stored as `5`, but the log leads to `4`."),
    ],
)
async def test_a_difference_is_named(kept: CommandLine, damage: str, said: str) -> None:
    kept.sql(damage)
    database = await Database.open_existing(file_url(kept.place))
    verdicts = [verdict async for verdict in verify_matches(database, GAMES)]
    await database.close()
    (differing,) = [verdict for verdict in verdicts if verdict.differences]
    assert said.startswith(f"#{differing.match_id}: ")
    assert any(line.startswith(said) for line in differing.differences), differing.differences


def test_the_command_line_prints_a_line_for_each_difference_and_fails(kept: CommandLine) -> None:
    kept.sql("UPDATE matches SET position = 'x', to_move = 2")
    done = kept.run("verify")
    assert done.returncode == 1, done.stderr
    assert not done.stderr
    *lines, summary = done.stdout.splitlines()
    differences = ["#1: position", "#1: to_move", "#2: position"]
    assert [line.split(" is stored")[0] for line in lines if " is stored" in line] == differences
    assert summary == "2 matches, 10 events, 2 not as stored"


@pytest.mark.parametrize("events", [0, 5])
@pytest.mark.parametrize(
    "name",
    [
        "xero-g-won-in-five",
        "martian-life-target-10-1",
        "zyrcan-3-standard-1",
        "force-field-factions-quick",
        "xong-standard-1",
    ],
)
async def test_a_seed_is_found_where_nothing_is_drawn(
    command_line: CommandLine, tmp_path: Path, name: str, events: int
) -> None:
    database = await import_record(command_line, tmp_path, started(golden(name)[0], events))
    assert await find_wrong_seed(database, command_line, 1) == "1`, but it decides nothing, so it was `0`."
    assert await find_wrong_seed(database, command_line, FACTOR) == f"{FACTOR}`, but it decides nothing, so it was `0`."
    assert await find_wrong_seed(database, command_line, 0) == ""
    await database.close()


@pytest.mark.parametrize("board", ["random", "symmetric", "islands"])
async def test_a_changed_seed_is_found_where_a_board_is_drawn(
    command_line: CommandLine, tmp_path: Path, board: str
) -> None:
    drawn = 2**32 * FACTOR - FACTOR
    record = started(golden(f"xong-{board}-1")[0] | {"seed": drawn}, 0)
    database = await import_record(command_line, tmp_path, record)
    for changed in (drawn - 1, drawn + 1, 2**32):
        expected = f"{changed}`, which is none that is drawn."
        assert await find_wrong_seed(database, command_line, changed) == expected
    assert await find_wrong_seed(database, command_line, drawn) == ""
    await database.close()


async def import_record(command_line: CommandLine, folder: Path, record: Json) -> Database:
    """Import a record, which must be found sound, and return the database."""
    path = written(folder / "file.jsonl", record)
    database = await Database.open(file_url(command_line.place))
    await files.store_matches(database, files.read_file(path, GAMES, datetime.now(UTC)))
    return database


async def find_wrong_seed(database: Database, command_line: CommandLine, seed: int) -> str:
    """Change the seed of the only match, and return the rest of the only line about it, "" if there is none."""
    command_line.sql(f"UPDATE matches SET seed = {seed}")  # noqa: S608 - our own number
    (verdict,) = [verdict async for verdict in verify_matches(database, GAMES)]
    return "".join(line.removeprefix("#1: seed is stored as `") for line in verdict.differences)


def test_seeds_of_matches_from_releases_that_stored_any_are_taken_as_they_are(kept: CommandLine) -> None:
    kept.sql("UPDATE matches SET seed = 7")
    assert "2 not as stored" in kept.run("verify").stdout
    kept.sql("UPDATE meta SET value = '2' WHERE key = 'checked_seeds'")
    lines = kept.run("verify").stdout.splitlines()
    assert lines[:-1] == ["#2: seed is stored as `7`, but it decides nothing, so it was `0`."]
    kept.sql("DELETE FROM meta WHERE key = 'checked_seeds'")
    assert kept.does("verify") == "2 matches, 10 events, all as stored\n"


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (99, "#1: it is of version 99 of the rules, and the latest here is 1."),
        (2, "#1: it is of version 2 of the rules, and the latest here is 1."),
        (0, "#1: it is of version 0 of the rules, and the first is 1."),
        (-1, "#1: it is of version -1 of the rules, and the first is 1."),
    ],
)
def test_a_version_of_the_rules_that_there_cannot_be_is_a_difference(kept: CommandLine, rules: int, said: str) -> None:
    kept.sql(f"UPDATE matches SET rules = {rules} WHERE id = 1")  # noqa: S608 - our own number
    done = kept.run("verify")
    assert done.returncode == 1, done.stderr
    assert said in done.stdout.splitlines()
    assert done.stdout.endswith("\n2 matches, 10 events, 1 not as stored\n")


GAME = GAMES["martian-life"]
LOG = [Event(5, seq, "move", 2 - seq % 2, 1, text, None, NOON) for seq, text in enumerate(("c4", "d5"), 1)]
ORIGIN = replace(MATCH, id=5, game="martian-life", ended_at=NOON)
SETUP, FIRST = (GAME.position(rebuild_state(GAME, ORIGIN, LOG[:end])) for end in (0, 1))
CANT = "which can't be read"


@pytest.mark.parametrize(
    ("ply", "start", "origin", "wrong"),
    [
        (0, SETUP, ORIGIN, None),
        (1, FIRST, ORIGIN, None),
        (2, FIRST, ORIGIN, f"its start is `{FIRST}`, not `"),
        (0, FIRST, ORIGIN, f"its start is `{FIRST}`, not `{SETUP}`"),
        (None, FIRST, None, None),
        (3, FIRST, ORIGIN, "which that match doesn't have"),
        (-1, FIRST, ORIGIN, "which that match doesn't have"),
        (1, FIRST, None, CANT),
        (1, FIRST, replace(ORIGIN, ended_at=None), "which is of another game or goes on"),
        (1, FIRST, replace(ORIGIN, game="xong"), "which is of another game or goes on"),
        (1, FIRST, replace(ORIGIN, seats=ORIGIN.seats * 2), "which is of another game or goes on"),
    ],
)
def test_a_match_begins_where_the_one_before_stood(
    ply: int | None, start: str, origin: Match | None, wrong: str | None
) -> None:
    begun = replace(ORIGIN, id=6, start=start, origin_id=5, origin_ply=ply)
    told = list(check_origin(Stored(begun, [], origin=(origin, LOG) if origin else None), GAMES))
    assert len(told) == (wrong is not None)
    assert not wrong or wrong in told[0]
    assert not wrong or told[0].startswith(f"it began from #5, move {ply}, ")


@pytest.mark.thorough
def test_a_seat_that_left_is_expected_to_be_gone(tmp_path: Path, command_line: CommandLine) -> None:
    command_line.does("import", written(tmp_path / "file.jsonl", *golden("zyrcan-3-standard-leave-last")))
    assert command_line.does("verify").endswith("all as stored\n")
    command_line.sql("UPDATE seats SET gone = 0 WHERE seat = 3")
    assert "gone is stored as `[1]`, but the log leads to `[1, 3]`" in command_line.run("verify").stdout


def test_without_a_database_none_is_made(command_line: CommandLine) -> None:
    assert command_line.run_rejected("verify") == f"There is no database {command_line.place}."
    assert not command_line.data.exists()


def test_an_older_record_is_left_for_the_bot_to_bring_up_to_date(kept: CommandLine) -> None:
    kept.sql("UPDATE alembic_version SET version_num = '9999'")
    assert "was written by a newer Turnpost" in kept.run_rejected("verify")
    kept.sql("DROP TABLE alembic_version")
    assert "belongs to another program" in kept.run_rejected("export")
    kept.place.write_bytes(b"")
    assert "is empty; start the bot once" in kept.run_rejected("verify")
    kept.place.write_bytes(b"not a database " * 1000)
    assert "is not a database" in kept.run_rejected("verify")
