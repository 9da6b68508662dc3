"""`turnpost verify` finds whatever in the record is not what the rules make of the log."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from bot.admin.verify.matches import verify_matches
from games import GAMES
from storage.engine.database import Database, file_url
from tests.bot.admin.conftest import CommandLine
from tests.bot.admin.match_records import golden, started, written

if TYPE_CHECKING:
    from pathlib import Path


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
