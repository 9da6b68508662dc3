"""Files that somebody made up: each is refused with a sentence, and nothing of it is stored."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from bot.match_files import files
from games import GAMES
from tests.bot.admin.match_records import golden, started, written

if TYPE_CHECKING:
    from pathlib import Path

    from tests.bot.admin.conftest import CommandLine

NOW = datetime(2026, 4, 1, tzinfo=UTC)
OVER = {"kind": "move", "seat": 1, "user": "101", "text": "a1-base", "source": "9", "at": "2026-03-02T12:00:00Z"}

CORRECTED = {"user": "101", "at": "2026-03-02T12:00:00Z", "places": [2, 1]}


def refusal(path: Path) -> str:
    """Return the sentence that refuses a file."""
    with pytest.raises(files.InvalidFile) as unfit:
        files.read_file(path, GAMES, NOW)
    return str(unfit.value)


def changed(*path: str | int, to: Any) -> dict[str, Any]:
    """Return a good record with one value changed."""
    (record,) = golden("xero-g-won-in-five")
    inner: Any = record
    for part in path[:-1]:
        inner = inner[part]
    inner[path[-1]] = to
    return record


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"\n", "not one line of JSON"),
        (b"no json\n", "not one line of JSON"),
        (b"\xff\xfe\xfa\n", "not one line of JSON"),
        (b'{"turnpost": 1', "not one line of JSON"),
        (b"[]", "the record is not an object"),
        (b"[" * 1_000_000, "nested too deeply"),
        (b'{"a":' * 500_000, "nested too deeply"),
        (b'{"turnpost": 1, "seed": ' + b"9" * 100_000 + b"}", "not one line of JSON"),
        (b'{"turnpost": NaN}', "NaN is no number"),
        (b'{"turnpost": 1, "turnpost": 1}', "names a field twice"),
        (b'{"turnpost": 2}', "the version of the record, is not 1"),
        (b'{"turnpost": true}', "the version of the record, is not 1"),
        (b'{"turnpost": 1}', "the record lacks `channel`"),
        (b" " * (4 * 1024 * 1024 + 1), "longer than 4 MiB"),
    ],
)
def test_a_line_that_is_no_record(tmp_path: Path, line: bytes, said: str) -> None:
    good = json.dumps(golden("xero-g-won-in-five")[0]).encode() + b"\n"
    file = tmp_path / "file.jsonl"
    file.write_bytes(good + line)
    assert f"Record 2 of {file} is refused: " in (sentence := refusal(file))
    assert said in sentence


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (changed("more", to=1), "the record has a field `more`, which is unknown here"),
        (changed("game", to="chess"), "the game `chess` is not installed here"),
        (changed("game", to=["xero-g"]), "`game` is not a text"),
        (changed("rules", to=99), "version 99 of the rules, and here is version 1"),
        (changed("rules", to=1.0), "`rules` is not a whole number"),
        (changed("seed", to=2**63), "`seed` is not a whole number"),
        (changed("seed", to=True), "`seed` is not a whole number"),
        (changed("seed", to=-1), "`seed` is not a whole number from 0 to"),
        (changed("options", to={"a": {}}), "the option `a` is neither"),
        (changed("options", to={"a": 1}), "has no option `a`"),
        (changed("guild", to=1), "`guild` is not an id"),
        (changed("guild", to="-1"), "`guild` is not an id"),
        (changed("guild", to="9" * 19), "`guild` is not a whole number from 0"),
        (changed("channel", to="\u0661"), "`channel` is not an id"),
        (changed("thread", to="x"), "`thread` is not an id"),
        (changed("created", to="yesterday"), "`created` is not a time"),
        (changed("created", to="2026-03-01T12:00:00"), "`created` is not a time"),
        (changed("created", to="2026-13-01T12:00:00Z"), "`created` is not a time"),
        (changed("created", to="2026-03-01T12:01:01Z"), "event 1 comes before what precedes it, by 60.9 seconds"),
        (changed("players", to=[]), "for 2 players, not 0"),
        (changed("players", 1, "id", to="101"), "one player has two seats"),
        (changed("players", 1, "name", to="x" * 101), "a player's `name` is not a text"),
        (changed("players", 1, to="Bob"), "a player is not an object"),
        (changed("events", to={}), "`events` is not a list"),
        (changed("events", 0, to=None), "event 1 is not an object"),
        (changed("events", 0, "kind", to="cheat"), "the `kind` of event 1 is none of"),
        (changed("events", 0, "kind", to=[]), "the `kind` of event 1 is none of"),
        (changed("events", 0, "seat", to=2), "event 1 is a move of seat 2, but not by its player"),
        (changed("events", 0, "user", to="102"), "event 1 is a move of seat 1, but not by its player"),
        (changed("events", 0, "seat", to=3), "event 1 names no `seat` of this match"),
        (changed("events", 0, "seat", to=0), "the `seat` of event 1 is not a whole number"),
        (changed("events", 0, "text", to="111111"), "event 1 (move `111111`) is not taken by the rules"),
        (changed("events", 0, "text", to="3-2-1-1-2-3"), "event 1 (move `3-2-1-1-2-3`) is"),
        (changed("events", 0, "text", to="`321123`"), "is read as `321123` by the rules"),
        (changed("events", 0, "text", to="x" * 4001), "the `text` of event 1 is not a text"),
        (changed("events", 1, "source", to="5000000000000000001"), "two of its events have the same `source`"),
        (changed("events", 1, "at", to="2026-03-01T11:59:00Z"), "event 2 comes before what precedes it, by 60.1"),
        (changed("events", 4, "at", to="2036-03-01T12:00:00Z"), "event 5 lies in the future (2036-03-01 12:00:00"),
        (changed("created", to="2100-03-01T12:00:00Z"), "event 1 comes before what precedes it, by 2,335,219,"),
        (changed("position", to="elsewhere"), "position is stored as `elsewhere`, but the log leads to `"),
        (changed("to_move", to=1), "to_move is stored as `1`, but the log leads to `None`"),
        (changed("result", "places", to=[2, 1]), "another `result`"),
        (changed("result", to=[]), "`result` is not an object"),
        (changed("look", to="light"), "`look` is not an object"),
        (changed("look", to={"colour": "red"}), "`look` has a field `colour`, which is unknown here"),
        (changed("look", to={"theme": ["light"]}), "the `theme` of the look is none of dark, light"),
        (changed("corrections", to={}), "`corrections` is not a list"),
        (changed("corrections", to=[CORRECTED | {"number": 1}]), "correction 1 has a field `number`"),
        (changed("corrections", to=[CORRECTED | {"user": None}]), "the `user` of correction 1 is not an id"),
        (changed("corrections", to=[CORRECTED | {"user": "0"}]), "correction 1 is by 0, who is no person"),
        (changed("corrections", to=[CORRECTED | {"at": "soon"}]), "the `at` of correction 1 is not a time"),
        (changed("corrections", to=[CORRECTED | {"at": "2026-02-01T12:00:00Z"}]), "before what it corrects"),
        (changed("corrections", to=[CORRECTED | {"places": None}]), "the `places` of correction 1 is not a list"),
        (changed("corrections", to=[CORRECTED | {"places": ["1"]}]), "a place of correction 1 is not a whole number"),
        (changed("corrections", to=[CORRECTED | {"places": [1]}]), "correction 1 gives 2 people the places [1]"),
        (
            started(golden("xero-g-won-in-five")[0], 2) | {"corrections": [CORRECTED]},
            "its result was corrected, and it goes on",
        ),
        (
            changed("events", to=[*golden("xero-g-won-in-five")[0]["events"], OVER]),
            "event 6 (move `a1-base`) comes after the end",
        ),
        (
            started(golden("xero-g-won-in-five")[0], 2) | {"result": {"places": [1, 2], "points": None, "reason": ""}},
            "another `result`",
        ),
    ],
)
def test_a_record_that_is_not_right(tmp_path: Path, record: dict[str, Any], said: str) -> None:
    file = written(tmp_path / "file.jsonl", record)
    assert f"Record 1 of {file} is refused: " in (sentence := refusal(file))
    assert said in sentence


def test_two_right_moves_by_the_wrong_seat_are_refused(tmp_path: Path) -> None:
    (record,) = golden("xero-g-won-in-five")
    for event in record["events"]:
        event["seat"] = 3 - event["seat"]
        event["user"] = f"{100 + event['seat']}"
    said = refusal(written(tmp_path / "file.jsonl", record))
    assert "event 1 (move `321123`) is by seat 2, but the rules have seat 1 to move" in said


@pytest.mark.parametrize(("seconds", "kept"), [(0, 0), (59, 0), (60, 0), (-1, 1)])
def test_times_that_go_back_by_a_minute_are_taken_as_none(tmp_path: Path, seconds: int, kept: int) -> None:
    """Two processes' clocks differ: their older records hold events before the one that precedes them."""
    (record,) = golden("xero-g-won-in-five")
    before = datetime.fromisoformat(record["events"][3]["at"])
    record["events"][4]["at"] = str(before - timedelta(seconds=seconds)).replace(" ", "T").replace("+00:00", "Z")
    ((match, log, *_),) = files.read_file(written(tmp_path / "file.jsonl", record), GAMES, NOW)
    assert [event.at for event in log][3:] == [before, before + timedelta(seconds=kept)]
    assert (match.since, match.ended_at) == (log[-1].at, log[-1].at)


def test_a_first_event_before_the_beginning_is_taken_as_at_it(tmp_path: Path) -> None:
    record = started(changed("created", to="2026-03-01T12:01:00Z"), 1)
    ((match, (event,), *_),) = files.read_file(written(tmp_path / "file.jsonl", record), GAMES, NOW)
    assert event.at == match.since == match.created_at
    assert match.ended_at is None


def test_a_seat_that_left_does_not_leave_again(tmp_path: Path) -> None:
    (record,) = golden("zyrcan-3-standard-leave-last")
    place = next(place for place, event in enumerate(record["events"]) if event["kind"] == "leave")
    record["events"].insert(place + 1, record["events"][place] | {"source": "9"})
    said = refusal(written(tmp_path / "file.jsonl", record))
    assert f"event {place + 2} is by seat 1, which had left" in said


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ({"kind": "end", "text": "ended"}, "event 3 is an end, which has no `seat`"),
        ({"kind": "draw", "text": "hello"}, "event 3 is a draw by `hello`, not `agreed`"),
        (
            {"kind": "leave", "text": "resigned", "user": "500"},
            "event 3 lets seat 1 leave, but not by a player who is still in",
        ),
    ],
)
def test_an_end_draw_or_leave_that_nobody_could_make(tmp_path: Path, event: dict[str, Any], said: str) -> None:
    record = started(golden("xero-g-won-in-five")[0], 2)
    record["events"].append(OVER | {"at": "2026-03-01T13:00:00Z"} | event)
    assert said in refusal(written(tmp_path / "file.jsonl", record))


def test_a_file_that_is_empty_or_too_large(tmp_path: Path) -> None:
    file = tmp_path / "file.jsonl"
    file.touch()
    assert refusal(file) == f"{file} holds no records."
    line = json.dumps(started(golden("xero-g-won-in-five")[0], 0)).encode()
    padded = line + b" " * (4 * 1024 * 1024 - len(line) - 1) + b"\n"
    with file.open("wb") as out:
        for _ in range(17):
            out.write(padded)
    assert "is larger than 64 MiB" in refusal(file)


def test_a_clock_a_little_ahead_is_no_reason_to_refuse(tmp_path: Path) -> None:
    file = written(tmp_path / "file.jsonl", started(golden("xero-g-won-in-five")[0], 0))
    begun = datetime(2026, 3, 1, 12, tzinfo=UTC)
    assert files.read_file(file, GAMES, begun - timedelta(hours=23))
    with pytest.raises(files.InvalidFile, match="in the future"):
        files.read_file(file, GAMES, begun - timedelta(hours=25))


def test_the_command_line_says_so_in_one_line_and_stores_nothing(tmp_path: Path, command_line: CommandLine) -> None:
    good = golden("xero-g-won-in-five", "xero-g-north-wins")
    bad = changed("events", 2, "text", to="a1xa1")
    file = written(tmp_path / "file.jsonl", *good, bad)
    line = command_line.run_rejected("import", file)
    assert line.startswith(f"Record 3 of {file} is refused: event 3 (move `a1xa1`) is not taken by the rules: ")
    assert not command_line.place.exists()
    assert "cannot be read" in command_line.run_rejected("import", tmp_path / "nowhere.jsonl")
    assert "cannot be read" in command_line.run_rejected("import", tmp_path)
    assert command_line.run_rejected("import") == "Missing argument 'file'."


def test_a_known_match_at_the_end_of_a_file_undoes_all_before_it(tmp_path: Path, command_line: CommandLine) -> None:
    first, second = golden("xero-g-won-in-five", "xero-g-north-wins")
    command_line.does("import", written(tmp_path / "first.jsonl", first))
    assert "Record 2 is refused" in command_line.run_rejected("import", written(tmp_path / "both.jsonl", second, first))
    assert command_line.sql("SELECT (SELECT count(*) FROM matches), (SELECT count(*) FROM events)") == [(1, 5)]
