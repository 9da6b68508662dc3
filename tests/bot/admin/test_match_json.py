"""Matches travel as records: out of one data folder and into another, the same but for their numbers."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.bot.admin.match_records import GOLDEN, golden, started, written

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tests.bot.admin.conftest import CommandLine
    from tests.bot.admin.match_records import Json

ALL = sorted(file.stem for file in GOLDEN.glob("*.json"))
SHORT = ("xero-g-won-in-five", "zyrcan-3-standard-leave-last", "martian-life-target-10-1", "xong-islands-1")


@pytest.mark.parametrize("names", [SHORT, pytest.param(ALL, marks=pytest.mark.thorough)], ids=["short", "all"])
def test_a_round_trip_of_recorded_matches_changes_nothing(
    tmp_path: Path, command_line: CommandLine, other_command_line: CommandLine, names: Sequence[str]
) -> None:
    records = golden(*names)
    events = sum(len(record["events"]) for record in records)
    counted = f"{len(records)} matches, {events:,} events"
    file = written(tmp_path / "first.jsonl", *records)
    assert command_line.does("import", file) == f"{counted}, imported from {file}.\n"
    assert command_line.does("export", tmp_path / "second.jsonl").endswith(f"holds {len(records)} matches.\n")
    other_command_line.does("import", tmp_path / "second.jsonl")
    assert other_command_line.does("verify") == f"{counted}, all as stored\n"
    assert other_command_line.does("export") == file.read_text("utf-8")


@pytest.mark.thorough
def test_a_match_that_goes_on_travels_too_and_gets_a_new_number(tmp_path: Path, command_line: CommandLine) -> None:
    whole, *_ = golden("xero-g-won-in-five")
    running = started(golden("xero-g-won-in-five", first_source=77)[0], 3) | {"thread": "4000000000000000001"}
    command_line.does("import", written(tmp_path / "first.jsonl", whole))
    command_line.does("import", written(tmp_path / "second.jsonl", running))
    assert json.loads(command_line.does("export", "--match", "2")) == running | {"match": 2}
    assert command_line.does("export", "--match", "2", "--match", "1").count("\n") == 2
    assert command_line.sql("SELECT to_move, ended_at, thread_id, challenge_id FROM matches WHERE id = 2") == [
        (2, None, 4000000000000000001, None)
    ]
    assert command_line.does("verify") == "2 matches, 8 events, all as stored\n"


def test_the_look_of_a_match_travels_and_is_not_named_where_it_is_as_usual(
    tmp_path: Path, command_line: CommandLine
) -> None:
    look = {"theme": "light", "size": "small", "sides": "never"}
    one, other = golden("xero-g-won-in-five", "xero-g-north-wins")
    command_line.does(
        "import", written(tmp_path / "file.jsonl", one | {"look": look}, other | {"look": {"theme": "dark"}})
    )
    first, second = map(json.loads, command_line.does("export").splitlines())
    assert (first["look"], "look" in second) == (look, False)


@pytest.mark.thorough
def test_corrections_travel_and_count_for_ratings_elsewhere(
    tmp_path: Path, command_line: CommandLine, other_command_line: CommandLine
) -> None:
    at: Json = {"user": "104", "at": "2026-03-02T12:00:00Z"}
    twice: list[Json] = [at | {"places": []}, at | {"at": "2026-03-03T12:00:00Z", "places": [2, 1]}]
    first, second = golden("xero-g-won-in-five", "xero-g-north-wins")
    command_line.does("import", written(tmp_path / "file.jsonl", first | {"corrections": twice}, second))

    exported = command_line.does("export")
    (tmp_path / "out.jsonl").write_text(exported, "utf-8")
    other_command_line.does("import", tmp_path / "out.jsonl")

    assert [json.loads(line).get("corrections") for line in exported.splitlines()] == [twice, None]
    places = "SELECT match_id, user_id, place, mu, sigma FROM ratings ORDER BY 1, 2"
    assert [row[:3] for row in command_line.sql(places)] == [(1, 101, 2), (1, 102, 1), (2, 101, 2), (2, 102, 1)]
    assert other_command_line.sql(places) == command_line.sql(places)
    assert other_command_line.does("export") == exported
    assert other_command_line.does("verify").endswith("all as stored\n")


def test_an_import_posts_nothing(tmp_path: Path, command_line: CommandLine) -> None:
    command_line.does("import", written(tmp_path / "file.jsonl", *golden(*SHORT)))
    assert command_line.sql("SELECT count(*) FROM outbox") == [(0,)]


@pytest.mark.thorough
def test_a_match_ended_as_void_travels_without_a_result(tmp_path: Path, command_line: CommandLine) -> None:
    record = started(golden("xero-g-won-in-five")[0], 2)
    last = record["events"][-1]
    record["events"].append(last | {"kind": "end", "seat": None, "user": None, "text": "void", "source": "9"})
    record["to_move"] = None
    command_line.does("import", written(tmp_path / "file.jsonl", record))
    assert command_line.does("verify") == "1 match, 3 events, all as stored\n"
    assert json.loads(command_line.does("export")) == record


def test_an_imported_match_is_not_imported_twice(tmp_path: Path, command_line: CommandLine) -> None:
    file = written(tmp_path / "file.jsonl", *golden(*SHORT))
    command_line.does("import", file)
    line = command_line.run_rejected("import", file)
    assert "Record 1 is refused, as match #1 is here already: what source 5000000000000000001 brought" in line
    new = golden("xero-g-north-wins", first_source=77)
    assert "Record 2 is refused" in command_line.run_rejected("import", written(file, *new, *golden(SHORT[0])))
    assert command_line.sql("SELECT count(*) FROM matches") == [(len(SHORT),)]


def test_a_seed_of_an_earlier_release_is_kept_where_it_decides_something(
    tmp_path: Path, command_line: CommandLine
) -> None:
    records = golden("xero-g-won-in-five", "xong-random-1")
    assert [record["seed"] for record in records] == [0, 11]
    file = written(tmp_path / "file.jsonl", records[0] | {"seed": 2**32 - 1}, records[1])
    command_line.does("import", file)
    assert command_line.sql("SELECT seed FROM matches ORDER BY id") == [(0,), (11,)]
    assert command_line.does("verify").endswith("all as stored\n")


def test_a_match_without_events_is_not_imported_twice_either(tmp_path: Path, command_line: CommandLine) -> None:
    file = written(tmp_path / "file.jsonl", started(golden("xero-g-won-in-five")[0], 0))
    command_line.does("import", file)
    assert "same game, people and beginning" in command_line.run_rejected("import", file)


def test_an_export_goes_to_a_new_file_only(tmp_path: Path, command_line: CommandLine) -> None:
    assert "There is no database" in command_line.run_rejected("export", tmp_path / "out.jsonl")
    file = written(tmp_path / "file.jsonl", *golden(SHORT[0]))
    command_line.does("import", file)
    assert command_line.run_rejected("export", file) == f"{file} exists already; name a new file."
    assert "cannot be written" in command_line.run_rejected("export", tmp_path / "no" / "folder")
    assert command_line.run_rejected("export", tmp_path / "out.jsonl", "--match", "7") == "There is no match #7."
    assert not (tmp_path / "out.jsonl").exists()


@pytest.mark.thorough
def test_an_export_since_a_time_has_what_happened_from_then_on(tmp_path: Path, command_line: CommandLine) -> None:
    march = golden(SHORT[0])[0]
    begun = json.loads(json.dumps(started(march, 0)).replace("2026-03-01", "2026-04-01"))
    later = json.loads(json.dumps(golden(SHORT[0], first_source=77)[0]).replace("2026-03-01T12:01", "2026-05-01T12:01"))
    later["events"] = [event | {"at": event["at"].replace("2026-03", "2026-05")} for event in later["events"]]
    command_line.does("import", written(tmp_path / "file.jsonl", march, begun, later))

    def numbers(*arguments: str) -> list[int]:
        return [json.loads(line)["match"] for line in command_line.does("export", *arguments).splitlines()]

    assert numbers() == [1, 2, 3]
    assert numbers("--since", "2026-03-01") == [1, 2, 3]
    assert numbers("--since", "2026-03-02") == [2, 3], "begun since, or moved in since"
    assert numbers("--since", "2026-04-01T12:01") == [3]
    assert numbers("--since", "2026-05-02") == []
    assert numbers("--since", "2026-03-02", "--match", "3", "--match", "1") == [3]
    command_line.sql("INSERT INTO corrections VALUES (1, 1, 104, 1783684800000000, '[1, 1]')")  # July 10
    assert numbers("--since", "2026-06-01") == [1], "corrected since"
    assert command_line.run("export", "--since", "soon").returncode == 2
