"""Clocks in records: they travel with their matches, are checked, and verified."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from bot.match_files import files
from games import GAMES
from tests.bot.admin.match_records import NOON, golden, started, written

if TYPE_CHECKING:
    from pathlib import Path

    from tests.bot.admin.conftest import CommandLine

BANK = {"control": "3d+1d cap 6d", "left": [259200, 86401]}


@pytest.mark.thorough
def test_a_clock_travels_with_its_match_and_runs_on_from_the_import(tmp_path: Path, command_line: CommandLine) -> None:
    whole, _ = golden("xero-g-won-in-five", "xero-g-north-wins")
    running = started(golden("xero-g-won-in-five", first_source=77)[0], 3) | {"match": 2, "clock": BANK}
    ended = whole | {"clock": {"control": "12h", "left": [43200, 43200]}}
    file = written(tmp_path / "file.jsonl", ended, running)
    command_line.does("import", file)
    assert command_line.does("export") == file.read_text("utf-8")
    assert command_line.sql("SELECT match_id, deadline - since, due FROM clocks ORDER BY match_id") == [
        (1, None, None),
        (2, 86401 * 1_000_000, "alarm"),
    ]
    assert command_line.does("verify") == "2 matches, 8 events, all as stored\n"


@pytest.mark.thorough
def test_weekends_are_left_out_from_the_import_on_too(tmp_path: Path, command_line: CommandLine) -> None:
    clock = {"control": "5d no weekends", "left": [432000, 432000]}
    command_line.does(
        "import", written(tmp_path / "file.jsonl", started(golden("xero-g-won-in-five")[0], 3) | {"clock": clock})
    )
    ((ran,),) = command_line.sql("SELECT deadline - since FROM clocks")
    assert 5 < ran / 86_400_000_000 <= 7, "whenever it is: what is left of a weekend, or all of one"
    assert json.loads(command_line.does("export"))["clock"] == clock


@pytest.mark.parametrize(
    ("clock", "why"),
    [
        (None, "`clock` is not an object"),
        ({"control": "3d"}, "`clock` lacks `left`"),
        ({"control": "soon", "left": [1, 1]}, "I can't read the clock `soon`"),
        ({"control": "none", "left": [1, 1]}, "is not written as it should be"),
        ({"control": "72h", "left": [1, 1]}, "is not written as it should be"),
        ({"control": "3d", "left": [1]}, "`left` does not have all seats"),
        ({"control": "3d", "left": [1, -1]}, "is not a whole number from 0 to"),
        ({"control": "3d", "left": [1, 10**15]}, "is not a whole number from 0 to"),
    ],
)
def test_a_clock_that_is_not_right_is_refused(tmp_path: Path, clock: object, why: str) -> None:
    file = written(tmp_path / "file.jsonl", golden("xero-g-won-in-five")[0] | {"clock": clock})
    with pytest.raises(files.InvalidFile, match=re.escape(why)):
        files.read_file(file, GAMES, NOON + timedelta(days=9))


def test_verify_names_what_cannot_be_right_about_a_clock(tmp_path: Path, command_line: CommandLine) -> None:
    record = started(golden("xero-g-won-in-five")[0], 3) | {"clock": BANK}
    command_line.does("import", written(tmp_path / "file.jsonl", record))
    command_line.sql("UPDATE clocks SET deadline = NULL, \"left\" = '[5]', control = 'soon'")
    done = command_line.run("verify")
    assert done.returncode == 1
    assert json.loads(command_line.does("export"))["clock"]["control"] == "soon"
    for line in (
        "#1: the clock is stored as `soon`, which is no time control.",
        "#1: the clock does not have the time that is left for each seat.",
        "#1: the clock stands, but the match goes on.",
    ):
        assert line in done.stdout.splitlines()


@pytest.mark.thorough
def test_verify_knows_pauses(tmp_path: Path, command_line: CommandLine) -> None:
    record = started(golden("xero-g-won-in-five")[0], 3) | {"clock": BANK}
    command_line.does(
        "import", written(tmp_path / "file.jsonl", record, golden("xero-g-won-in-five", first_source=77)[0])
    )
    command_line.sql("INSERT INTO pauses (match_id, began_at) VALUES (1, 0)")
    assert "#1: the clock runs, but the match is paused by agreement." in command_line.run("verify").stdout
    command_line.sql("UPDATE clocks SET deadline = NULL, due_at = NULL")
    done = command_line.run("verify").stdout.splitlines()
    assert done == ["#1: pause 1 begins at 1970-01-01 00:00:00+00:00, when no pause was posted.", done[-1]]
    command_line.sql("UPDATE pauses SET match_id = 2")
    assert "#1: the clock stands, but the match goes on." in command_line.run("verify").stdout


def test_verify_names_the_jobs_that_are_set_aside(tmp_path: Path, command_line: CommandLine) -> None:
    command_line.does("import", written(tmp_path / "file.jsonl", golden("xero-g-won-in-five")[0]))
    for kind, key, failures in (("clock", 1, 3), ("digest", 7, 1)):
        moments = f"{1772366400 * 10**6 + key}, {1772366640 * 10**6}"
        row = f"'{kind}', {key}, {failures}, 'it is broken', {moments}"
        command_line.sql(f"INSERT INTO set_aside_jobs VALUES ({row})")  # noqa: S608 - our own row
    done = command_line.run("verify")
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "the clock of match #1 is set aside until 2026-03-01 12:04:00+00:00, after 3 tries: it is broken.",
        "the daily list for person 7 is set aside until 2026-03-01 12:04:00+00:00, after 1 try: it is broken.",
        "1 match, 5 events, all as stored, 2 jobs set aside",
    ]
